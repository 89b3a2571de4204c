#include "model/lint.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "source/read.h"

using namespace planner;

namespace {

Catalog load(const std::string& yaml) {
  Diagnostics diagnostics;
  const auto node = parse_yaml(yaml, "test.yaml", {}, diagnostics);
  REQUIRE_MESSAGE(node.has_value(), render(diagnostics));
  Catalog catalog;
  catalog.add_layer({Document{"test.yaml", *node}}, diagnostics);
  REQUIRE_MESSAGE(!diagnostics.has_errors(), render(diagnostics));
  return catalog;
}

/// One part of a kind, with the source that every part needs.
std::string part(const std::string& kind, const std::string& fields) {
  std::string yaml = "kind: " + kind +
                     "\nparts:\n  - id: a-part\n    name: A Part\n    vendor: Vendor\n    sources: [\"a document\"]\n";
  for (std::size_t begin = 0; begin < fields.size();) {
    const std::size_t end = std::min(fields.find('\n', begin), fields.size());
    yaml += "    " + fields.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return yaml;
}

std::vector<LintFinding> lint_part(const std::string& kind, const std::string& fields) {
  return lint(load(part(kind, fields)));
}

/// "error field" of the only finding, "" of none.
std::string only(const std::vector<LintFinding>& findings) {
  if (findings.empty()) return {};
  CHECK_MESSAGE(findings.size() == 1, findings.back().message);
  return (findings.front().level == DiagnosticLevel::error ? "error " : "warning ") + findings.front().field;
}

bool mentions(const std::vector<LintFinding>& findings, const std::string& text) {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const LintFinding& f) { return f.message.find(text) != std::string::npos; });
}

std::string gpu_4090(const std::string& bandwidth, const std::string& fp16) {
  return "architecture: Ada Lovelace\nvram_type: GDDR6X\nvram_bus_width: 384\nmemory_bandwidth: " + bandwidth +
         "\nsm_count: 128\nboost_clock: 2520 MHz\nfp16: " + fp16;
}

}  // namespace

TEST_CASE("memory bandwidth follows from bus width and data rate") {
  CHECK(only(lint_part("gpu", "vram_type: GDDR6X\nvram_bus_width: 384\nmemory_bandwidth: 1008 GB/s")).empty());
  CHECK(only(lint_part("gpu", "vram_type: GDDR6X\nvram_bus_width: 256\nmemory_bandwidth: 1008 GB/s")) ==
        "error memory_bandwidth");
  CHECK(only(lint_part("gpu", "vram_type: HBM3e\nvram_bus_width: 6144\nmemory_bandwidth: 4800 GB/s")).empty());
  CHECK(only(lint_part("gpu", "vram_type: HBM2e\nvram_bus_width: 8192\nmemory_bandwidth: 1230 GB/s")) ==
        "error memory_bandwidth");
  CHECK(only(lint_part("gpu", "vram_type: GDDR9\nvram_bus_width: 384\nmemory_bandwidth: 1008 GB/s")) ==
        "warning vram_type");
}

TEST_CASE("tensor rates follow from SMs, clock and architecture; GeForce accumulates in FP32 at half rate") {
  const auto geforce = [](const std::string& fp16) {
    const std::string yaml = part("gpu", gpu_4090("1008 GB/s", fp16));
    std::string renamed = yaml;
    renamed.replace(renamed.find("A Part"), 6, "NVIDIA GeForce RTX 4090");
    return lint(load(renamed));
  };
  CHECK(only(geforce("165.2 TFLOPS")).empty());
  CHECK(only(geforce("330.3 TFLOPS")) == "error fp16");
  CHECK(mentions(geforce("330.3 TFLOPS"), "sparse"));
  CHECK(only(geforce("90 TFLOPS")) == "warning fp16");
  CHECK(only(lint_part("gpu", gpu_4090("1008 GB/s", "330.3 TFLOPS"))).empty());
  CHECK(mentions(lint_part("gpu", gpu_4090("1008 GB/s", "660.6 TFLOPS")), "sparse"));
  CHECK(mentions(lint_part("gpu", gpu_4090("1008 GB/s", "450 TFLOPS")), "more than the hardware can do"));
  // H100 SXM: 132 SMs x 1830 MHz x 4096 = 989 TFLOPS.
  CHECK(
      only(lint_part("gpu", "architecture: Hopper\nsm_count: 132\nboost_clock: 1830 MHz\nfp16: 989.4 TFLOPS")).empty());
  CHECK(only(lint_part("gpu",
                       "architecture: Ampere\ncompute_capability: \"8.0\"\nsm_count: 108\nboost_clock: 1410 MHz\nfp16: "
                       "312 TFLOPS"))
            .empty());
}

TEST_CASE("precisions against each other") {
  const std::string hopper = "architecture: Hopper\nfp16: 989 TFLOPS\n";
  CHECK(
      only(lint_part("gpu", hopper + "bf16: 989 TFLOPS\ntf32: 494 TFLOPS\nfp8: 1979 TFLOPS\nint8: 1979 TOPS")).empty());
  CHECK(only(lint_part("gpu", hopper + "tf32: 989 TFLOPS")) == "warning tf32");
  CHECK(only(lint_part("gpu", hopper + "bf16: 1979 TFLOPS")) == "warning bf16");
  CHECK(only(lint_part("gpu", "architecture: Pascal\nfp16: 0.18 TFLOPS\nint8: 47 TOPS")).empty());
}

TEST_CASE("power limits enclose board power") {
  CHECK(only(lint_part("gpu", "board_power: 450 W\npower_limit_min: 150 W\npower_limit_max: 600 W")).empty());
  CHECK(only(lint_part("gpu", "board_power: 450 W\npower_limit_min: 500 W")) == "error power_limit_min");
  CHECK(only(lint_part("gpu", "board_power: 450 W\npower_limit_max: 300 W")) == "error power_limit_max");
}

TEST_CASE("figures outside of what exists") {
  CHECK(only(lint_part("gpu", "length: 3040 mm")) == "error length");
  CHECK(mentions(lint_part("gpu", "length: 3040 mm"), "3040 mm is outside 100 mm to 450 mm"));
  CHECK(only(lint_part("gpu", "pcie_gen: 16")) == "error pcie_gen");
  CHECK(only(lint_part("gpu", "pcie_lanes: x12")) == "error pcie_lanes");
  CHECK(only(lint_part("psu", "efficiency_half: 94 %")).empty());
  CHECK(only(lint_part("psu", "efficiency_half: 0.094")) == "error efficiency_half");
  CHECK(only(lint_part("cpu", "cores: 64\nthreads: 32")) == "error threads");
  CHECK(only(lint_part("cpu", "tdp: 125 W\nmax_power: 65 W")) == "error max_power");
  CHECK(only(lint_part("platform", "board: {board_power: 3500 W}")).empty());
  CHECK(only(lint_part("board", "board_power: 3500 W")) == "error board_power");
  CHECK(only(lint_part("platform", "chassis: {depth: 9 m}")) == "error chassis.depth");
}

TEST_CASE("slots: order, upstream, width") {
  const auto slot = [](const std::string& label, int position, const std::string& rest) {
    return "{label: " + label + ", position: " + std::to_string(position) + ", connector: x16, gen: 4, " + rest + "}";
  };
  const auto board = [](const std::string& slots) { return lint_part("board", "sockets: 1\nslots: [" + slots + "]"); };
  CHECK(only(board(slot("A", 1, "lanes: x16, upstream: cpu0") + ", " + slot("B", 3, "lanes: x8, upstream: cpu0")))
            .empty());
  CHECK(only(board(slot("A", 3, "lanes: x16, upstream: cpu0") + ", " + slot("B", 1, "lanes: x8, upstream: cpu0"))) ==
        "error slots");
  CHECK(mentions(board(slot("A", 1, "lanes: x16, upstream: cpu1")), "cpu1"));
}

TEST_CASE("lanes of slots and ports against the widest CPU of the socket") {
  const std::string cpu =
      "catalog:\n  - kind: cpu\n    parts:\n      - {id: a-cpu, name: A CPU, sources: [s], socket: SP9, pcie_lanes: "
      "x64}\n"
      "  - kind: board\n    parts:\n      - id: a-board\n        name: A Board\n        sources: [s]\n        socket: "
      "SP9\n        slots:\n";
  std::string slots;
  for (int i = 1; i <= 4; ++i)
    slots += "          - {label: S" + std::to_string(i) + ", position: " + std::to_string(i) +
             ", connector: x16, lanes: x16, gen: 5, upstream: cpu0}\n";
  const std::string ports = "        ports: [{label: M2_1, type: m2, lanes: x4, gen: 5, upstream: cpu0}]\n";
  const std::string share = "        shares: [{used: M2_1, affects: S4, lanes: x8}]\n";
  CHECK(only(lint(load(cpu + slots))).empty());
  CHECK(only(lint(load(cpu + slots + ports))) == "warning slots");
  CHECK(mentions(lint(load(cpu + slots + ports)), "cpu0 feeds 68 lanes"));
  CHECK(only(lint(load(cpu + slots + ports + share))).empty());
}

TEST_CASE("supplies: bands within range and rating, class against efficiency") {
  const std::string psu = "rated_output: 1600 W\ninput_min: 100 V\ninput_max: 240 V\n";
  CHECK(only(lint_part(
                 "psu",
                 psu + "outputs: [{from: 100 V, to: 127 V, output: 1300 W}, {from: 200 V, to: 240 V, output: 1600 W}]"))
            .empty());
  CHECK(mentions(
      lint_part("psu",
                psu + "outputs: [{from: 100 V, to: 127 V, output: 1300 W}, {from: 200 V, to: 240 V, output: 1700 W}]"),
      "more than the rated"));
  CHECK(only(lint_part("psu", psu + "outputs: [{from: 90 V, to: 127 V, output: 1600 W}]")) == "error outputs");
  CHECK(only(lint_part("psu", psu + "outputs: [{from: 100 V, to: 127 V, output: 1300 W}]")) == "warning outputs");
  CHECK(only(lint_part("psu", "efficiency: titanium\nefficiency_half: 92 %")) == "warning efficiency_half");
  CHECK(only(lint_part("psu", "efficiency: platinum\nefficiency_half: 92 %")).empty());
  CHECK(only(lint_part("psu", "pcie_8pin_connectors: 4\npcie_8pin_cables: 6")) == "error pcie_8pin_cables");
}

TEST_CASE("ids that parts name have to exist") {
  CHECK(only(lint_part("riser", "type: nvlink_bridge\ngpus: [RTX 3090]")) == "warning gpus");
  CHECK(only(lint_part("platform", "validated_gpus: [nvidia-x]")) == "warning validated_gpus");
  const std::string both =
      "catalog:\n  - kind: gpu\n    parts: [{id: x-3090, name: X 3090, aliases: [RTX 3090], sources: [s]}]\n"
      "  - kind: riser\n    parts: [{id: bridge, name: Bridge, sources: [s], type: nvlink_bridge, gpus: [rtx-3090]}]\n";
  CHECK(only(lint(load(both))).empty());
  CHECK(
      only(lint(load("catalog:\n  - kind: gpu\n    parts: [{id: x-sxm, name: X SXM, sources: [s]}]\n"
                     "  - kind: platform\n    parts: [{id: hgx, name: HGX, sources: [s], includes_gpu: x-sxm}]\n"))) ==
      "error includes_gpu_count");
}

TEST_CASE("every figure has a source, every price a date and a source") {
  CHECK(only(lint(load("kind: gpu\nparts: [{id: x, name: X, vram: 24 GB}]"))) == "error vram");
  CHECK(only(lint(load("kind: gpu\nparts: [{id: x, name: X, vram: {value: 24 GB, source: paper}}]"))).empty());
  const auto findings = lint_part("gpu", "prices: [{amount: $750, basis: street, condition: used}]");
  CHECK(findings.size() == 2);
  CHECK(mentions(findings, "without a date"));
  CHECK(mentions(findings, "without a source"));
}

TEST_CASE("names that mean two parts") {
  const auto two = [](const std::string& first, const std::string& second) {
    return lint(load("kind: gpu\nparts:\n  - {id: x, name: X, sources: [s], " + first +
                     "}\n  - {id: y, name: Y, sources: [s], " + second + "}\n"));
  };
  CHECK(only(two("aliases: [RTX 4080]", "aliases: [RTX 4080 SUPER]")).empty());
  CHECK(only(two("aliases: [RTX 4080]", "aliases: [rtx-4080]")) == "warning aliases");
  CHECK(only(two("part_numbers: [900-1]", "part_numbers: [\"9001\"]")) == "error part_numbers");
  CHECK_MESSAGE(only(two("aliases: [X]", "vram: 24 GB")).empty(), "a part may repeat its own name");
}

TEST_CASE("a note answers the warnings of one field, never errors") {
  const std::string odd = "efficiency: titanium\nefficiency_half: 92 %\n";
  CHECK(only(lint_part("psu", odd + "notes: [\"lint efficiency_half: measured by a laboratory\"]")).empty());
  CHECK(only(lint_part("psu", odd + "notes: [\"lint efficiency_full: measured\"]")) == "warning efficiency_half");
  CHECK(only(lint_part("psu", odd + "notes: [\"lint efficiency_half:\"]")) == "warning efficiency_half");
  CHECK(only(lint_part("gpu", "length: 3040 mm\nnotes: [\"lint length: no\"]")) == "error length");
}

TEST_CASE("findings are located and in order") {
  const auto findings = lint_part("gpu", "vram: 24 GB\nlength: 3040 mm\nheight: 5 mm");
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].field == "length");
  CHECK(findings[0].at.line == 8);
  CHECK(findings[1].field == "height");
  CHECK(findings[0].file == "test.yaml");
  CHECK(findings[0].part == "a-part");
}

TEST_CASE("coverage counts known, weak and sought figures") {
  const Catalog catalog = load(
      "kind: gpu\nparts:\n"
      "  - {id: x, name: X, sources: [s], vram: 24 GB, length: {value: 304 mm, confidence: low, source: guess},\n"
      "     prices: [{amount: $1, basis: list, as_of: 2026-01, source: s}]}\n"
      "  - {id: y, name: Y, sources: [s], vram: 48 GB, length: {unknown: not published}}\n");
  const Coverage result = coverage(catalog);
  REQUIRE(result.kinds.size() == 1);
  CHECK(result.kinds[0].parts == 2);
  CHECK(result.kinds[0].priced == 1);
  const auto field = [&](const std::string& name) {
    const auto& fields = result.kinds[0].fields;
    return *std::find_if(fields.begin(), fields.end(), [&](const FieldCoverage& f) { return f.field == name; });
  };
  CHECK(field("vram").known == 2);
  CHECK(field("length").known == 1);
  CHECK(field("length").low_confidence == 1);
  CHECK(field("length").stated_unknown == 1);
  CHECK(field("height").known == 0);
  CHECK(coverage(Catalog{}).kinds.empty());
  CHECK(lint(Catalog{}).empty());
}
