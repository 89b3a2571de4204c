// What a catalog file can have wrong, and how it is told.
#include "layers.h"

using namespace planner;
using namespace planner::test;

namespace {

/// A complaint about one field of a GPU that is fine otherwise.
std::string about(const std::string& field, const std::string& kind = "gpu") {
  return complaint("kind: " + kind + "\nparts:\n  - id: a\n    name: A\n    " + field + "\n");
}

bool says(const std::string& complaint, std::string_view text) {
  INFO(complaint);
  return complaint.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("an unknown field: place, line, caret, nearest name") {
  CHECK(about("vrma: 24 GB") ==
        "error: unknown field `vrma` of a gpu\n"
        " --> t.yaml:5:5\n"
        "  |\n"
        "5 |     vrma: 24 GB\n"
        "  |     ^^^^\n"
        "  = help: did you mean `vram`?\n");
  CHECK(says(about("colour: red"), "= help: `planner explain gpu` lists its fields"));
  CHECK(says(complaint("kind: gpu\npart: []\n"), "unknown field `part` of a catalog file"));
}

TEST_CASE("a wrong unit says what was expected") {
  CHECK(about("board_power: 450 GB") ==
        "error: `board_power` is an amount of power (W), but `450 GB` is data (GB)\n"
        " --> t.yaml:5:18\n"
        "  |\n"
        "5 |     board_power: 450 GB\n"
        "  |                  ^^^\n"
        "  = help: write it like `450 W`\n");
  CHECK(says(about("vram: 24"), "`vram` is an amount of data (GB), but `24` has no unit"));
  CHECK(says(about("vram: 24"), "did you mean `24 GB`?"));
  CHECK(says(about("vram: 24 Gb"), "did you mean `24 GB`?"));
  CHECK(says(about("pcie_lanes: 16"), "did you mean `x16`?"));
  CHECK(says(about("pcie_gen: x4"), "`pcie_gen` is a plain number, but `x4` is lanes (lanes)"));
  CHECK(says(about("vram: lots"), "but `lots` is not"));
  CHECK(says(about("vram: [24 GB]"), "not a list"));
  CHECK(says(about("vram:"), "write {unknown: why}"));
}

TEST_CASE("values that no part has") {
  CHECK(says(about("board_power: -5 W"), "`board_power` of `-5 W` is not plausible"));
  CHECK(says(about("board_power: 450 kW"), "= help: parts have 0 W to 100000 W"));
  CHECK(says(about("length: 9999999999999 mm"), "is not plausible"));
  CHECK(says(about("vram: 99999999999999999999999 GB"), "but `99999999999999999999999 GB` is not"));
  CHECK(says(about("pcie_gen: 4.5"), "`pcie_gen` is a whole number, not `4.5`"));
  CHECK(says(about("mig: yes"), "`mig` is `true` or `false`, not `yes`"));
  CHECK(says(about("cooling: blowr"), "did you mean `blower`?"));
  CHECK(says(about("cooling: water"), "it is `open_air`, `blower`, `passive`, `hybrid` or `liquid`"));
  CHECK(says(about("pci_ids: [\"10DE:2684\"]"), "is not a PCI id"));
  CHECK(says(about("power_connectors: [{type: pcie_8pin, count: 0}]"), "`count` is 1 to 16, not `0`"));
  CHECK(says(about("power_connectors: [{count: 1}]"), "power connector has no `type`"));
  CHECK(says(about("vram: {value: 24 GB, unknown: x}"), "a figure has either `value` or `unknown`"));
  CHECK(says(about("vram: {valeu: 24 GB}"), "did you mean `value`?"));
  CHECK(says(about("as_of: yesterday"), "`as_of` is a date such as 2026-03 or 2026-03-29, not `yesterday`"));
  CHECK(says(about("as_of: 2026-13"), "`as_of` is a date"));
  CHECK(says(about("aliases: [~]"), "is a text, not empty"));
}

TEST_CASE("prices") {
  for (const char* amount :
       {"$0", "$-5", "-$5", "1550", "$1,55", "$1.234", "USD1550", "$1e9", "$999999999999", "usd 5", "", "1,650 USD"}) {
    const std::string text = about("prices: [{amount: \"" + std::string(amount) + "\", basis: street}]");
    CHECK_MESSAGE(says(text, "`amount` is a price above zero"), amount);
  }
  CHECK(says(about("prices: [{basis: street}]"), "price has no `amount`"));
  CHECK(says(about("prices: [{amount: $5, basis: steet}]"), "did you mean `street`?"));
  CHECK(says(about("prices: [{amount: $5, part: a}]"), "unknown field `part` of a price"));
  CHECK(says(about("prices: {amount: $5}"), "`prices` is a list, not a map"));
  CHECK(says(complaint("prices: [{part: nothing, amount: $5}]\n"), "there is no part `nothing` to have a price"));
  CHECK(says(complaint("prices: [{amount: $5}]\n"), "price has no `part`"));
}

TEST_CASE("ids and kinds") {
  CHECK(says(complaint("kind: gpu\nparts: [{id: RTX 4090, name: x}]\n"), "`RTX 4090` is not an id"));
  CHECK(says(complaint("kind: gpu\nparts: [{name: x}]\n"), "part has no `id`"));
  CHECK(says(complaint("kind: gpu\nparts: [{id: x}]\n"), "part `x` has no `name`"));
  CHECK(says(complaint("kind: gpus\nparts: [{id: x, name: x}]\n"), "did you mean `gpu`?"));
  CHECK(says(complaint("parts: [{id: x, name: x}]\n"), "part has no `kind`"));
  CHECK(says(complaint("kind: gpu\n"), "catalog file has neither `parts` nor `prices`"));
  CHECK(says(complaint("- a\n"), "a catalog file is a map of fields, not a list"));
  CHECK(says(complaint("kind: gpu\nparts: [x]\n"), "a part is a map of fields"));
}

TEST_CASE("the same id twice in a layer names both places") {
  Catalog catalog;
  Diagnostics d;
  add_layer(catalog,
            {{"a.yaml", "kind: nic\nparts:\n  - id: n\n    name: N\n"},
             {"b.yaml", "kind: nic\nparts:\n  - {id: n, name: M}\n"}},
            d);
  CHECK(render(d) ==
        "error: part `n` is given twice in this layer\n"
        " --> b.yaml:3:10\n"
        "  |\n"
        "3 |   - {id: n, name: M}\n"
        "  |          ^\n"
        "  = help: the first is at a.yaml:3\n");
  CHECK(info_of(*catalog.find("n")).name == "N");
}

TEST_CASE("variants of nothing, of themselves, of another kind") {
  CHECK(says(complaint("kind: nic\nparts: [{id: a, name: A, variant_of: bb}, {id: bbb, name: B}]\n", 1),
             "there is no part `bb` to be a variant of"));
  CHECK(says(complaint("kind: nic\nparts: [{id: a, name: A, variant_of: bb}, {id: bbb, name: B}]\n", 1),
             "did you mean `bbb`?"));
  CHECK(says(complaint("kind: nic\nparts: [{id: a, name: A, variant_of: a}]\n"), "part `a` is a variant of itself"));
  CHECK(says(complaint("kind: nic\nparts: [{id: a, name: A, variant_of: b}, {id: b, name: B, variant_of: a}]\n"),
             "is a variant of itself"));
  CHECK(says(complaint("catalog:\n - {kind: nic, parts: [{id: a, name: A}]}\n - {kind: gpu, parts: [{id: b, name: B, "
                       "variant_of: a}]}\n",
                       1),
             "a gpu cannot be a variant of a nic"));
  CHECK(says(complaint("kind: nic\nparts: [{id: a, name: A, variants: [{id: b, name: B, variants: []}]}]\n", 2),
             "`variants` inside of a variant"));
  std::string chain = "kind: nic\nparts:\n  - {id: n0, name: N}\n";
  for (int i = 1; i < 20'000; ++i)
    chain += "  - {id: n" + std::to_string(i) + ", name: N, variant_of: n" + std::to_string(i + 1) + "}\n";
  chain += "  - {id: n20000, name: N}\n";
  Catalog catalog;
  Diagnostics d;
  add_layer(catalog, {{"t.yaml", chain}}, d);
  CHECK(d.has_errors());
}

TEST_CASE("parts with errors are left out, and their variants with them; the rest is loaded") {
  const std::string text = complaint(
      "kind: nic\nparts:\n  - {id: a, name: A, prots: 2, variants: [{id: b, name: B}]}\n  - {id: c, name: C}\n", 1);
  CHECK(says(text, "unknown field `prots`"));
  CHECK(text.find("error", 5) == std::string::npos);
}

TEST_CASE("an overlay of another kind, or of another parent, names the place of the first") {
  Catalog catalog;
  Diagnostics d;
  add_layer(catalog, {{"a.yaml", "kind: nic\nparts: [{id: n, name: N}, {id: m, name: M}]\n"}}, d);
  add_layer(catalog,
            {{"b.yaml", "kind: gpu\nparts: [{id: n, name: N}]\n"},
             {"c.yaml", "kind: nic\nparts: [{id: m, variant_of: n}]\n"}},
            d);
  CHECK(says(render(d), "`n` is a nic at a.yaml:2"));
  CHECK(says(render(d), "`m` at a.yaml:2 is no variant"));
}

TEST_CASE("topology that refers to nothing") {
  CHECK(says(about("slots: [{label: S, connector: x16, upstream: cpu9}]", "board"), "slot `S` hangs on `cpu9`"));
  CHECK(says(about("slots: [{label: S, connector: x16, upstream: chpset}]", "board"), "did you mean `chipset`?"));
  CHECK(says(about("slots: [{label: S, connector: x16}, {label: S, connector: x16}]", "board"),
             "label `S` is given twice; first at line 5"));
  CHECK(
      says(about("slots: [{label: S, connector: x8, lanes: x16}]", "board"), "slot has x16 lanes on an x8 connector"));
  CHECK(says(about("slots: [{label: S, connector: x16, lanes: x8, bifurcation: [x8x8]}]", "board"),
             "mode `x8x8` needs 16 lanes, the slot has x8"));
  CHECK(
      says(about("slots: [{label: S, connector: x16, bifurcation: [x5]}]", "board"), "`x5` is not a bifurcation mode"));
  CHECK(says(about("slots: [{label: \"S{1..9999}\", connector: x16}]", "board"), "is not a row of labels"));
  CHECK(says(about("slots: [{label: S, pitch: 2, connector: x16}]", "board"), "`pitch` of a single slot"));
  CHECK(says(about("switches: [{id: a, upstream: b}, {id: b, upstream: a}]", "board"), "switch `a` is above itself"));
  CHECK(says(about("switches: [{id: cpu0}]", "board"), "switch cannot be called `cpu0`"));
  CHECK(says(about("shares: [{used: X, affects: Y, lanes: x4}]", "board"), "lane share: `affects` is `Y`"));
  CHECK(says(about("shares: [{affects: Y, lanes: x4}]", "board"), "depends on either `used` or `cpu_family`"));
  CHECK(says(about("ports: [{label: P, type: sata}]", "board"), "`type` cannot be `sata`"));
  CHECK(says(about("outputs: [{from: 240 V, to: 100 V, output: 1 W}]", "psu"),
             "output band goes from 240 V down to 100 V"));
  CHECK(says(complaint("kind: platform\nparts: [{id: a, name: A, includes_gpu: nothing}]\n", 1),
             "there is no GPU `nothing`"));
}

TEST_CASE("a source that is nearly a short name is questioned") {
  const std::string text =
      complaint("kind: nic\nsources: {vendor-page: {url: x}}\nparts: [{id: a, name: A, sources: [vendor-pge]}]\n", 1);
  CHECK(says(text, "warning: `vendor-pge` is no source of this file"));
}
