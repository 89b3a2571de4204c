// The blob that is embedded in the binary: exact, compact, and harmless when damaged.
#include <doctest/doctest.h>

#include <random>

#include "source/content_hash.h"
#include "source/read.h"

using namespace planner;

namespace {

Document parse(const std::string& name, std::string_view text) {
  Diagnostics d;
  auto root = parse_yaml(text, name, {}, d);
  REQUIRE(root);
  return {name, std::move(*root)};
}

bool same(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.quoted != b.quoted || !(a.at == b.at) || a.text != b.text) return false;
  if (a.items.size() != b.items.size() || a.entries.size() != b.entries.size()) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i)
    if (!same(a.items[i], b.items[i])) return false;
  for (std::size_t i = 0; i < a.entries.size(); ++i)
    if (a.entries[i].key != b.entries[i].key || !(a.entries[i].at == b.entries[i].at) ||
        !same(a.entries[i].value, b.entries[i].value))
      return false;
  return true;
}

std::vector<Document> samples() {
  return {parse("catalog/a.yaml",
                "kind: gpu\nparts:\n  - {id: a, name: \"A\", n: ~, list: [1, [2], {}]}\n  - plain text\n"),
          parse("rules/b.yaml", "x: |\n  " + std::string(300, 'y') + "\n\n\n\nz: 1\n"), parse("empty.yaml", "")};
}

}  // namespace

TEST_CASE("documents come back as they were") {
  const auto before = samples();
  const auto after = unpack_documents(pack_documents(before));
  REQUIRE(after);
  REQUIRE(after->size() == before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK((*after)[i].file == before[i].file);
    CHECK(same((*after)[i].root, before[i].root));
    CHECK((*after)[i].digest == content_digest(before[i]));
  }
  CHECK(unpack_documents(pack_documents({}))->empty());
}

TEST_CASE("a blob cut short is refused") {
  const std::string blob = pack_documents(samples());
  for (std::size_t size = 0; size < blob.size(); ++size)
    CHECK(!unpack_documents(std::string_view(blob).substr(0, size)));
  CHECK(!unpack_documents(blob + "x"));
}

TEST_CASE("a damaged blob is refused or read, never worse (property)") {
  const std::string blob = pack_documents(samples());
  std::mt19937 random(1);
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = blob;
    for (int n = 0; n < 3; ++n) damaged[random() % damaged.size()] = static_cast<char>(random());
    refused += unpack_documents(damaged) ? 0 : 1;
  }
  CHECK(refused > 0);
}

TEST_CASE("the content's digest follows what a document says, not where") {
  const auto digest = [](std::string_view text) { return content_digest(parse("x", text)); };
  CHECK(digest("a: 1\nb: [x, y]\n") == digest("# comment\na:   \"1\"\n\nb:\n- x\n- y\n"));
  CHECK(digest("a: 1\n") != digest("a: 2\n"));
  CHECK(digest("a: [b, c]\n") != digest("a: [c, b]\n"));
  CHECK(digest("a: [[b], c]\n") != digest("a: [[b, c]]\n"));
  CHECK(digest("ab: c\n") != digest("a: bc\n"));
}
