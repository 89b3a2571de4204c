// How long the start of every command takes: unpacking and loading a catalog, here one of 500 made-up cards and boards.
#include <algorithm>
#include <chrono>
#include <iostream>

#include "model/catalog.h"
#include "source/read.h"

namespace {

using namespace planner;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

/// 400 cards in families of four (one part, three variants) and 100 boards of seven slots, in files of fifty.
std::string cards(int file) {
  std::string text =
      "kind: gpu\nsources: {page: {url: \"https://vendor.example/cards\", retrieved: 2026-11-30}}\nparts:\n";
  for (int i = 0; i < 10; ++i) {
    const std::string id = std::to_string(file) + "-" + std::to_string(i);
    text += "  - id: card-" + id + "\n    name: Made-up card " + id + "\n    vendor: Maker\n    aliases: [Card " + id +
            "]\n" + "    confidence: high\n    sources: [page]\n    as_of: 2026-11-30\n" +
            "    prices: [{amount: $1550, basis: street, as_of: 2026-05, source: page, confidence: low}]\n" +
            "    architecture: Ada\n    compute_capability: \"8.9\"\n    form_factor: pcie_card\n    vram: 24 GB\n    "
            "vram_type: GDDR6X\n" +
            "    vram_bus_width: 384\n    ecc: optional\n    memory_bandwidth: 1008 GB/s\n    board_power: 450 W\n    "
            "pcie_gen: 4\n" +
            "    pcie_lanes: x16\n    length: 336 mm\n    height: {unknown: differs by partner}\n    slot_width: 3.5 "
            "slots\n" +
            "    cooling: open_air\n    power_connectors: [{type: hpwr_12v2x6, count: 1}]\n    fp32: 82.6 TFLOPS\n" +
            "    fp16: 165.2 TFLOPS\n    bf16: 165.2 TFLOPS\n    nvlink: none\n    p2p: {value: none, confidence: low, "
            "source: general knowledge}\n" +
            "    bar1: 32 GiB\n    mig: false\n    sm_count: 128\n    boost_clock: 2520 MHz\n    release_year: 2022\n  "
            "  variants:\n";
    for (int v = 0; v < 3; ++v)
      text += "      - {id: card-" + id + "-v" + std::to_string(v) +
              ", name: Variant, vendor: Partner, part_numbers: [P-" + id +
              "], confidence: medium, sources: [shop], length: 358 mm, slot_width: 3 slots, cooling: blower}\n";
  }
  return text;
}

std::string boards(int file) {
  std::string text = "kind: board\nparts:\n";
  for (int i = 0; i < 10; ++i) {
    text += "  - id: board-" + std::to_string(file) + "-" + std::to_string(i) +
            "\n    name: Made-up board\n    sources: [manual]\n    socket: SP5\n    sockets: 1\n    form_factor: ATX\n "
            "   length: 305 mm\n" +
            "    width: 244 mm\n    memory_type: DDR5\n    memory_slots: 8\n    memory_channels: 8\n    ecc: true\n    "
            "rdimm: true\n    slots:\n";
    for (int s = 1; s <= 7; ++s)
      text += "      - {label: S" + std::to_string(s) + ", position: " + std::to_string(s) +
              ", connector: x16, lanes: x16, gen: 5, upstream: cpu0, bifurcation: [x16, x8x8, x4x4x4x4]}\n";
  }
  return text;
}

}  // namespace

int main() {
  std::vector<Document> documents;
  Diagnostics diagnostics;
  const auto add = [&](const std::string& name, const std::string& text) {
    if (auto root = parse_yaml(text, name, {}, diagnostics)) documents.push_back({name, std::move(*root)});
  };
  for (int file = 0; file < 10; ++file) {
    add("cards-" + std::to_string(file), cards(file));
    add("boards-" + std::to_string(file), boards(file));
  }
  const std::string blob = pack_documents(documents);
  double best_unpack = 1e9;
  double best_load = 1e9;
  std::size_t parts = 0;
  for (int run = 0; run < 50; ++run) {
    const auto start = Clock::now();
    const auto unpacked = unpack_documents(blob);
    const auto middle = Clock::now();
    Catalog catalog;
    catalog.add_layer(*unpacked, diagnostics);
    const auto end = Clock::now();
    best_unpack = std::min(best_unpack, milliseconds(start, middle));
    best_load = std::min(best_load, milliseconds(middle, end));
    parts = catalog.parts().size();
  }
  std::cerr << render(diagnostics);
  std::cout << parts << " parts, blob of " << blob.size() << " bytes: unpack " << best_unpack << " ms, load "
            << best_load << " ms\n";
  return diagnostics.items().empty() && parts == 500 ? 0 : 1;
}
