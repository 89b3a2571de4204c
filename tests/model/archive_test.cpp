// Archives of parts: read one at a time, found by id and key, harmless when damaged.
#include "model/archive.h"

#include <random>

#include "layers.h"
#include "model/field.h"

using namespace planner;
using namespace planner::test;

namespace {

ArchivedPart archived(const std::string& id, const std::string& text, std::vector<std::string> keys) {
  Diagnostics diagnostics;
  auto root = parse_yaml(text, id + ".json", {}, diagnostics);
  REQUIRE(root);
  return {id, {id + ".json", std::move(*root)}, std::move(keys), 1};
}

std::string sample() {
  std::vector<ArchivedPart> parts;
  parts.push_back(archived("x-card-oc",
                           "kind: gpu\nparts: [{id: x-card-oc, name: X Card OC, variant_of: card, length: 300 mm}]",
                           {"n:xc1", "t:oc"}));
  parts.push_back(
      archived("case-a", "kind: chassis\nparts: [{id: case-a, name: Case A, gpu_clearance: 350 mm}]", {"t:oc"}));
  parts.push_back(archived("card", "kind: gpu\nparts: [{id: card, name: Another, vram: 1 GB}]", {"n:another"}));
  const auto bytes = write_archive({"Data", "by somebody"}, std::move(parts));
  REQUIRE(bytes);
  return *bytes;
}

const Files kBase = {{"b.yaml", "kind: gpu\nparts: [{id: card, name: Card, vram: 24 GB, length: 267 mm}]"}};

}  // namespace

TEST_CASE("parts of an archive lie beneath the catalog") {
  Catalog catalog = load({kBase});
  const std::string before = catalog.digest();
  Diagnostics diagnostics;
  auto archive = PartArchive::open(sample(), "x.parts", diagnostics);
  REQUIRE(archive);
  CHECK(archive->about().attribution == "by somebody");
  CHECK(archive->size() == 3);
  catalog.add_archive(archive);
  CHECK(catalog.digest() != before);
  CHECK(catalog.parts().size() == 1);
  const Gpu& oc = part<Gpu>(catalog, "x-card-oc");
  CHECK(*oc.vram == DataSize::from_base(24));
  CHECK(*oc.length == Length::from_base(300));
  CHECK(provenance_of(oc.info, "length").file == "x-card-oc.json");
  CHECK(provenance_of(oc.info, "vram").file == "b.yaml");
  CHECK(info_of(*catalog.find("card")).name == "Card");
  CHECK(catalog.find("case-b") == nullptr);
  CHECK(archive->with_key("t:oc").size() == 2);
  CHECK(archive->with_key("n:xc1").size() == 1);
  CHECK(archive->with_key("n:xc2").empty());
  catalog.unfold_archives(diagnostics);
  CHECK(catalog.parts().size() == 3);
  CHECK(diagnostics.items().empty());
}

TEST_CASE("an overlay changes a part of an archive, and a price makes it one of the catalog") {
  Catalog catalog = load({kBase});
  Diagnostics diagnostics;
  catalog.add_archive(PartArchive::open(sample(), "x.parts", diagnostics));
  add_layer(catalog, {{"o.yaml", "kind: chassis\nparts: [{id: case-a, expansion_slots: 8}]"}}, diagnostics);
  add_layer(catalog, {{"p.yaml", "prices: [{part: x-card-oc, amount: $99}]"}}, diagnostics);
  CHECK_MESSAGE(diagnostics.items().empty(), render(diagnostics));
  CHECK(*part<Chassis>(catalog, "case-a").gpu_clearance == Length::from_base(350));
  CHECK(*part<Chassis>(catalog, "case-a").expansion_slots == 8);
  CHECK(usd_price(info_of(*catalog.find("x-card-oc")))->cents == 9900);
  CHECK(catalog.parts().size() == 3);
}

TEST_CASE("an archive cannot refer to itself in circles") {
  std::vector<ArchivedPart> parts;
  parts.push_back(archived("a", "kind: gpu\nparts: [{id: a, name: A, variant_of: b}]", {}));
  parts.push_back(archived("b", "kind: gpu\nparts: [{id: b, name: B, variant_of: a}]", {}));
  Diagnostics diagnostics;
  Catalog catalog;
  catalog.add_archive(PartArchive::open(*write_archive({}, std::move(parts)), "x.parts", diagnostics));
  CHECK(catalog.find("a") == nullptr);
  catalog.unfold_archives(diagnostics);
  CHECK(catalog.parts().empty());
  CHECK(diagnostics.has_errors());
}

TEST_CASE("two parts of one id make no archive") {
  std::vector<ArchivedPart> parts;
  for (int i = 0; i < 2; ++i) parts.push_back(archived("a", "kind: gpu\nparts: [{id: a, name: A}]", {}));
  CHECK(!write_archive({}, std::move(parts)));
}

TEST_CASE("a damaged archive is refused or read in part, never worse (property)") {
  const std::string good = sample();
  std::mt19937 random(7);
  std::size_t opened = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string bytes = good;
    if (round % 3 == 0) bytes.resize(random() % bytes.size());
    for (unsigned flips = 0; flips < 1 + random() % 4 && !bytes.empty(); ++flips)
      bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
    Diagnostics diagnostics;
    auto archive = PartArchive::open(std::move(bytes), "x.parts", diagnostics);
    CHECK(diagnostics.has_errors() == (archive == nullptr));
    if (archive == nullptr) continue;
    ++opened;
    Catalog catalog = load({kBase});
    catalog.add_archive(archive);
    for (const char* id : {"x-card-oc", "case-a", "card", "zz"}) catalog.find(id);
    for (const char* key : {"n:xc1", "t:oc", "q"})
      for (const auto index : archive->with_key(key)) CHECK(index < archive->size());
    catalog.unfold_archives(diagnostics);
    CHECK(catalog.parts().size() <= 1 + archive->size());
  }
  CHECK(opened > 100);
}
