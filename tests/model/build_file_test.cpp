// Build files: what they say, what they refuse, and that writing and reading give the same build.
#include "model/build_file.h"

#include <random>

#include "layers.h"
#include "model/field.h"
#include "model/part_writer.h"

using namespace planner;
using namespace planner::test;

namespace {

const char* kParts = R"(catalog:
  - {kind: gpu, parts: [{id: gpu-a, name: GPU A, board_power: 450 W, vram: 24 GB, power_connectors: [{type: hpwr_12v2x6, count: 1}]}]}
  - {kind: psu, parts: [{id: psu-a, name: PSU A, rated_output: 1600 W}]}
)";

std::optional<Build> read(const Catalog& catalog, const std::string& text, Diagnostics& d, bool json = false) {
  const auto root = json ? parse_json(text, "b", {}, d) : parse_yaml(text, "b", {}, d);
  REQUIRE_MESSAGE(root.has_value(), render(d) << text);
  auto build = read_build(*root, "b", catalog, d);
  d.attach_text("b", text);
  return build;
}

std::string complaint_about(const std::string& text) {
  const Catalog catalog = load({{{"c.yaml", kParts}}});
  Diagnostics d;
  CHECK(!read(catalog, text, d));
  return render(d);
}

bool says(const std::string& complaint, std::string_view text) {
  INFO(complaint);
  return complaint.find(text) != std::string::npos;
}

void check_same(const Build& a, const Build& b) {
  CHECK(a.name == b.name);
  CHECK(a.inlet_temperature == b.inlet_temperature);
  REQUIRE(a.items.size() == b.items.size());
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    CHECK(info_of(*a.items[i].part).id == info_of(*b.items[i].part).id);
    CHECK(a.items[i].count == b.items[i].count);
    CHECK(a.items[i].slots == b.items[i].slots);
    CHECK(a.items[i].power_limit == b.items[i].power_limit);
    CHECK(a.items[i].price_cents == b.items[i].price_cents);
    CHECK(a.items[i].currency == b.items[i].currency);
  }
  REQUIRE(a.waivers.size() == b.waivers.size());
  for (std::size_t i = 0; i < a.waivers.size(); ++i) {
    CHECK(a.waivers[i].rule == b.waivers[i].rule);
    CHECK(a.waivers[i].reason == b.waivers[i].reason);
    CHECK(a.waivers[i].until == b.waivers[i].until);
  }
}

}  // namespace

TEST_CASE("a build is read") {
  const Catalog catalog = load({{{"c.yaml", kParts}}});
  Diagnostics d;
  const auto build = read(catalog, R"(planner_build: 1
name: Rig
parts:
  - {part: gpu-a, count: 8, slots: [S1, S2], power_limit: 300 W, price: "$1,550.50"}
  - {part: psu-a, price: CHF 400}
waivers: [{rule: FIT-203, reason: "the side panel is off", until: 2027-01-01}]
inlet_temperature: 25 degC
)",
                          d);
  REQUIRE_MESSAGE(build.has_value(), render(d));
  CHECK(build->name == "Rig");
  CHECK(build->items[0].part == catalog.find("gpu-a"));
  CHECK(build->items[0].count == 8);
  CHECK(build->items[0].slots.size() == 2);
  CHECK(*build->items[0].power_limit == Power::from_base(300));
  CHECK(build->items[0].price_cents == 155'050);
  CHECK(build->items[0].at == Location{4, 5});
  CHECK(build->items[1].currency == "CHF");
  CHECK(build->items[1].count == 1);
  CHECK(build->waivers[0].until == "2027-01-01");
  CHECK(*build->inlet_temperature == Temperature::from_base(25));
  CHECK(build->count_of(PartKind::gpu) == 8);
}

TEST_CASE("what a build has wrong is located") {
  CHECK(complaint_about("planner_build: 1\nparts:\n  - {part: gpu-b}\n") ==
        "error: no part `gpu-b` in the catalog\n"
        " --> b:3:12\n"
        "  |\n"
        "3 |   - {part: gpu-b}\n"
        "  |            ^^^^^\n"
        "  = help: did you mean `gpu-a`?\n");
  CHECK(says(complaint_about("planner_build: 2\nparts: []\n"), "unknown version"));
  CHECK(says(complaint_about("planner_build: 1\npart: []\n"), "did you mean `parts`?"));
  CHECK(says(complaint_about("planner_build: 1\n"), "`parts`"));
  for (const char* count : {"0", "-1", "1025", "1.5", "many", "99999999999999999999"})
    CHECK(says(complaint_about("planner_build: 1\nparts: [{part: gpu-a, count: " + std::string(count) + "}]\n"),
               "`count` is"));
  for (const char* price : {"-5", "$-5", "$1.234", "1550", "$999999999999"})
    CHECK(says(complaint_about("planner_build: 1\nparts: [{part: gpu-a, price: \"" + std::string(price) + "\"}]\n"),
               "`price` is a price"));
  CHECK(says(complaint_about("planner_build: 1\nparts: [{part: gpu-a, power_limit: 300 V}]\n"),
             "is an amount of power (W)"));
  CHECK(says(complaint_about("planner_build: 1\nparts: []\nwaivers: [{rule: X}]\n"), "`reason`"));
  CHECK(says(complaint_about("planner_build: 1\nparts: []\nwaivers: [{rule: X, reason: y, until: soon}]\n"),
             "is a date"));
  CHECK(says(complaint_about("planner_build: 1\nparts: [gpu-a]\n"), "a part of a build is a map"));
}

TEST_CASE("builds come back the same through YAML and JSON (property)") {
  const Catalog catalog = load({{{"c.yaml", kParts}}});
  const std::vector<std::string> words = {"plain", "with \"quotes\"", "co: lon # hash", "- dash", "null", "true",
                                          "ünï",   "back\\slash",     " space ",        "{a: b}"};
  std::mt19937 random(3);
  const auto word = [&] { return words[random() % words.size()]; };
  for (int i = 0; i < 200; ++i) {
    Build build;
    build.name = word();
    for (std::size_t n = random() % 4; n > 0; --n) {
      BuildItem item;
      item.part = catalog.find(random() % 2 != 0 ? "gpu-a" : "psu-a");
      item.count = 1 + static_cast<int>(random() % 1024);
      for (std::size_t s = random() % 3; s > 0; --s) item.slots.push_back(word());
      if (random() % 2 != 0) item.power_limit = Power::from_smallest(static_cast<std::int64_t>(random() % 600'000));
      if (random() % 2 != 0) {
        item.price_cents = static_cast<std::int64_t>(random() % 10'000'000);
        item.currency = random() % 2 != 0 ? "USD" : "EUR";
      }
      build.items.push_back(item);
    }
    if (random() % 2 != 0) build.waivers.push_back({"FIT-203", word(), random() % 2 != 0 ? "2027-01-01" : "", {}});
    if (random() % 2 != 0)
      build.inlet_temperature = Temperature::from_smallest(static_cast<std::int64_t>(random() % 400));
    Diagnostics d;
    const auto yaml = read(catalog, write_build_yaml(build), d);
    const auto json = read(catalog, write_build_json(build), d, true);
    REQUIRE_MESSAGE((yaml && json), render(d) << write_build_yaml(build));
    check_same(build, *yaml);
    check_same(build, *json);
  }
}

TEST_CASE("parts that a build brings along are parts of the build") {
  const Catalog catalog = load({{{"c.yaml", kParts}}});
  Diagnostics d;
  const auto build = read(catalog, R"(planner_build: 1
parts: [{part: mine, count: 2}, {part: frame}]
custom_parts:
  - {id: mine, kind: gpu, name: My card, variant_of: gpu-a, length: 358 mm, vram: {unknown: not stated}}
  - {id: frame, kind: chassis, name: Frame, type: open_frame, board_form_factors: [ATX], gpu_clearance: {value: 400 mm, confidence: low, source: a ruler}}
)",
                          d);
  REQUIRE_MESSAGE(build.has_value(), render(d));
  const Gpu& mine = std::get<Gpu>(*build->items[0].part);
  CHECK(*mine.length == Length::from_base(358));
  CHECK(*mine.board_power == Power::from_base(450));
  CHECK(!mine.vram.known());
  CHECK(mine.power_connectors_known);
  CHECK(catalog.find("mine") == nullptr);

  const std::string text = write_build_yaml(*build);
  const auto again = read(catalog, text, d);
  REQUIRE_MESSAGE(again.has_value(), render(d) << text);
  check_same(*build, *again);
  CHECK(std::get<Chassis>(*again->items[1].part).board_form_factors == std::vector<std::string>{"ATX"});
  CHECK(provenance_of(info_of(*again->items[1].part), "gpu_clearance").source == "a ruler");
  CHECK(provenance_of(info_of(*again->items[1].part), "gpu_clearance").confidence == Confidence::low);
  CHECK(std::get<Gpu>(*again->items[0].part).vram.reason() == "not stated");
  CHECK(write_build_yaml(*again) == text);
}

TEST_CASE("a build file is known by its version key, or by parts that each name a part") {
  const auto is_build = [](const std::string& text) {
    Diagnostics d;
    const auto root = parse_yaml(text, "b", {}, d);
    REQUIRE(root.has_value());
    return is_build_file(*root);
  };
  CHECK(is_build("planner_build: 1\nparts: []\n"));
  CHECK(is_build("name: mine\nparts:\n  - {part: gpu-b, power_limit: 500 W}\n"));
  CHECK_FALSE(is_build("parts:\n  - {name: RTX 4090, qty: 2}\n"));
  CHECK_FALSE(is_build("parts:\n  - {part: gpu-b}\n  - {name: RTX 4090}\n"));
  CHECK_FALSE(is_build("parts: []\n"));
  CHECK_FALSE(is_build("- {part: gpu-b}\n"));
}
