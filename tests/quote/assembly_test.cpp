// Whole quotes in, lines and items out: every line ends as something, counts and prices are kept.
#include <doctest/doctest.h>

#include <algorithm>

#include "model/build_file.h"
#include "quote/quote.h"
#include "shipped_catalog.h"
#include "source/read.h"

using namespace planner;
using Status = QuoteLine::Status;

namespace {

Build read(const std::string& name, const std::string& text) {
  Diagnostics diagnostics;
  auto build = read_input(name, text, shipped_catalog(), diagnostics);
  INFO(render(diagnostics));
  REQUIRE(build);
  REQUIRE(build->quote);
  return std::move(*build);
}

const QuoteLine& line_named(const Build& build, const std::string& part_of_name) {
  const auto& lines = build.quote->lines;
  const auto hit = std::find_if(lines.begin(), lines.end(), [&](const QuoteLine& l) {
    return l.name.find(part_of_name) != std::string::npos && l.reason.find("they follow") == std::string::npos;
  });
  REQUIRE(hit != lines.end());
  return *hit;
}

const BuildItem& only_item(const Build& build, PartKind kind) {
  const auto items = build.of_kind(kind);
  REQUIRE(items.size() == 1);
  return *items.front();
}

std::string name_of_part(const QuoteLine& line) {
  return line.part == nullptr ? std::string() : info_of(*line.part).name;
}

}  // namespace

TEST_CASE("a plain list") {
  const Build build = read("list.txt",
                           "8x RTX 4090\n\n2 × EPYC 7543\n- GPU: 2x TITAN Xp (kept for display)\nRTX 5090 x 2\n16x "
                           "64GB DDR4-3200 RDIMM\nThermal paste\n");
  CHECK(line_named(build, "RTX 4090").quantity == 8);
  CHECK(name_of_part(line_named(build, "RTX 4090")) == "NVIDIA GeForce RTX 4090");
  CHECK(line_named(build, "EPYC 7543").quantity == 2);
  CHECK(line_named(build, "TITAN Xp").quantity == 2);
  CHECK(line_named(build, "RTX 5090").quantity == 2);
  CHECK(line_named(build, "Thermal paste").status == Status::ignored);
  CHECK(build.count_of(PartKind::gpu) == 12);
  CHECK(build.count_of(PartKind::memory) == 16);
}

TEST_CASE("CSV with any columns, separators and languages") {
  const Build english = read(
      "q.csv", "Qty,Unit Price,Part,Type\n8,\"$1,599.00\",RTX 4090,GPU\n1,$900,ASRock Rack ROMED8-2T,Motherboard\n");
  CHECK(line_named(english, "4090").unit_cents == 159900);
  CHECK(line_named(english, "4090").total_cents == 1279200);
  CHECK(only_item(english, PartKind::gpu).count == 8);

  const Build german =
      read("q.csv",
           "Kategorie;Bezeichnung;Anzahl;Einzelpreis\nGrafikkarte;GeForce RTX 5090;2;2.399,00 €\nNetzteil;be quiet! "
           "Straight Power 12 1500 W;1;329,90 €\nArbeitsspeicher;8x 64GB DDR5-4800 RDIMM;1;4.000,00 €\n");
  CHECK(line_named(german, "5090").unit_cents == 239900);
  CHECK(german.quote->currency == "EUR");
  CHECK(only_item(german, PartKind::gpu).count == 2);
  CHECK(only_item(german, PartKind::psu).part == line_named(german, "Straight").part);

  const Build chinese =
      read("报价.csv", "类别,型号,数量,单价\n显卡,RTX 4090,8,￥13999\n处理器,EPYC 7543,2,￥9000\n合计,,,￥129992\n");
  CHECK(only_item(chinese, PartKind::gpu).count == 8);
  CHECK(only_item(chinese, PartKind::cpu).count == 2);
  CHECK(chinese.quote->stated_total_cents == 12999200);
  CHECK(chinese.quote->currency == "CNY");

  const Build french = read("devis.csv", "Désignation\tQuantité\tPrix unitaire\nRTX 4090\t4\t1 799,00 €\n");
  CHECK(only_item(french, PartKind::gpu).count == 4);
  CHECK(line_named(french, "4090").unit_cents == 179900);
}

TEST_CASE("Markdown tables with links, bold text, totals and ranges") {
  const Build build =
      read("list.md",
           "# My build\n\nType|Item|Price\n:----|:----|:----\n**CPU** | [AMD EPYC 7543](https://example.org/p/a_(b)) | "
           "$1,200.00 @ Amazon\n**Video Card** | 2x RTX 3090 | $1,600\n"
           " | **Total** | **$2,800.00**\n\n| Component | Qty | Unit Price | Total |\n|---|---|---|---|\n| RTX 5090 "
           "32GB | 1 | $1,500-2,000 | $1,750 |\n");
  CHECK(line_named(build, "EPYC").total_cents == 120000);
  CHECK(line_named(build, "3090").quantity == 2);
  CHECK(line_named(build, "3090").total_cents == 160000);
  CHECK(line_named(build, "5090").unit_cents == 175000);
  CHECK(build.quote->stated_total_cents == 280000);
  CHECK(build.count_of(PartKind::gpu) == 3);
}

TEST_CASE("a bundle becomes its items and keeps its price once") {
  const Build build =
      read("b.md", "| Part | Price |\n|---|---|\n| Threadripper 3970X + MSI TRX40 PRO 10G + 256GB RAM | $1 200 |\n");
  std::int64_t sum = 0;
  for (const auto& line : build.quote->lines) sum += line.total_cents.value_or(0);
  CHECK(sum == 120000);
  CHECK(line_named(build, "3970X").kind == PartKind::cpu);
  CHECK(line_named(build, "TRX40").kind == PartKind::board);
  const QuoteLine& memory = line_named(build, "256GB");
  CHECK(memory.status == Status::ambiguous);
  REQUIRE(memory.part != nullptr);
  CHECK(std::get<Memory>(*memory.part).kit_capacity == Known<DataSize>(DataSize::from_base(256)));
  CHECK_FALSE(std::get<Memory>(*memory.part).modules.known());
}

TEST_CASE("stated figures make a part of unknown model") {
  const Build build = read(
      "s.txt", "2x 1600W PSU\nPower supplies: 2x 1,600W Corsair + 1,000W Corsair\nGPU: FooVision 9 (450 W, 3 slots)\n");
  const QuoteLine& psu = line_named(build, "1600W PSU");
  CHECK(psu.status == Status::unresolved);
  CHECK(psu.kind == PartKind::psu);
  CHECK(psu.quantity == 2);
  REQUIRE(psu.part != nullptr);
  CHECK(std::get<Psu>(*psu.part).rated_output == Known<Power>(Power::from_base(1600)));
  CHECK_FALSE(std::get<Psu>(*psu.part).input_min.known());
  CHECK(line_named(build, "1,600W Corsair").quantity == 2);
  CHECK(line_named(build, "1,000W Corsair").quantity == 1);
  const auto& gpu = std::get<Gpu>(*line_named(build, "FooVision").part);
  CHECK(gpu.board_power == Known<Power>(Power::from_base(450)));
  CHECK(gpu.slot_width == Known<SlotWidth>(SlotWidth::from_base(3)));
  CHECK_FALSE(gpu.vram.known());
  CHECK(build.count_of(PartKind::psu) == 5);
}

TEST_CASE("an open variant carries only what all candidates share") {
  const Build build = read("v.txt", "2x RTX PRO 6000 Blackwell\n");
  const QuoteLine& line = build.quote->lines.front();
  CHECK(line.status == Status::ambiguous);
  CHECK(line.candidates.size() == 3);
  REQUIRE(line.part != nullptr);
  const auto& gpu = std::get<Gpu>(*line.part);
  CHECK(gpu.vram == Known<DataSize>(DataSize::from_base(96)));
  CHECK_FALSE(gpu.board_power.known());
  const auto questions = vendor_questions(build, shipped_catalog());
  REQUIRE(questions.size() == 1);
  CHECK(questions.front().find("300 W") != std::string::npos);
  CHECK(questions.front().find("600 W") != std::string::npos);
  CHECK(questions.front().find("part number") != std::string::npos);
}

TEST_CASE("mains, power caps and remarks are understood") {
  const Build build = read("c.txt",
                           "4x RTX 3090, power limited to 280 W\nmains: Japan, 100 V 15 A outlet -- or 200 V 20 A "
                           "after rewiring\nopen frame\n");
  REQUIRE(only_item(build, PartKind::gpu).power_limit.known());
  CHECK(*only_item(build, PartKind::gpu).power_limit == Power::from_base(280));
  const auto& circuit = std::get<Circuit>(*only_item(build, PartKind::circuit).part);
  CHECK(circuit.voltage == Known<Voltage>(Voltage::from_base(100)));
  CHECK(circuit.breaker == Known<Current>(Current::from_base(15)));
  CHECK(build.quote->remarks.size() == 1);
  CHECK(std::get<Chassis>(*only_item(build, PartKind::chassis).part).type ==
        Known<ChassisType>(ChassisType::open_frame));

  const Build capped = read("d.txt", "GPUs capped to 250 W each\n2x RTX 3090\n");
  REQUIRE(only_item(capped, PartKind::gpu).power_limit.known());
  CHECK(*only_item(capped, PartKind::gpu).power_limit == Power::from_base(250));
}

TEST_CASE("risers without a count follow the GPUs, and say so") {
  const Build build =
      read("r.md", "| Spec | Build |\n|---|---|\n| GPU | 4x RTX 3090 |\n| PCIe per GPU | PCIe 3.0 x1 (USB risers) |\n");
  const auto& item = only_item(build, PartKind::riser);
  CHECK(item.count == 4);
  CHECK(std::get<Riser>(*item.part).type == Known<RiserType>(RiserType::usb_x1));
  CHECK(line_named(build, "USB").reason.find("assumed") != std::string::npos);
}

TEST_CASE("a tender's alternatives stay open") {
  const Build build =
      read("t.txt",
           "Minimum technical specification\n- Node: 2 x accelerators per node, each with minimum 140 GB\n  OR 4 x "
           "accelerators per node, each with minimum 94 GB\n- 32 Gbps Host Bus Adapter with SFP\n");
  CHECK(build.items.empty());
  CHECK(build.quote->open_points.size() == 2);
  CHECK(build.quote->open_points.front().find("OR 4 x") != std::string::npos);
  CHECK(build.quote->lines.size() == 4);
}

TEST_CASE("memory: modules, kits and what is left open") {
  const Build build = read(
      "m.txt", "8 x 32GB DDR4 ECC RDIMM 3200\nMemory: 512GB DDR4 ECC\n12x 64GB DDR5-5600 RDIMM\n8x 32GB DDR4 ECC\n");
  CHECK(build.quote->lines[0].status == Status::resolved);
  CHECK(build.quote->lines[0].quantity == 8);
  CHECK(build.quote->lines[1].status == Status::ambiguous);
  CHECK(build.quote->lines[2].quantity == 12);
  const QuoteLine& open = build.quote->lines[3];
  CHECK(open.status == Status::ambiguous);
  CHECK(open.reason.find("RDIMM") != std::string::npos);
  CHECK(std::get<Memory>(*open.part).module_capacity == Known<DataSize>(DataSize::from_base(32)));
}

TEST_CASE("what a barebone includes is split off it") {
  const Build build = read("bb.txt", "1x GPU server barebone incl. 4x 2000 W PSU\n");
  CHECK(line_named(build, "barebone").kind == PartKind::platform);
  const QuoteLine& psu = line_named(build, "2000 W");
  CHECK(psu.quantity == 4);
  CHECK(psu.kind == PartKind::psu);
}

TEST_CASE("absurd counts and negative prices are named and not believed") {
  Diagnostics diagnostics;
  const auto build =
      read_input("a.csv", "name,qty,price\nRTX 4090,2000,$100\nRTX 5090,2,-$100\n", shipped_catalog(), diagnostics);
  REQUIRE(build);
  CHECK(build->quote->lines[1].status == Status::unresolved);
  CHECK(build->quote->lines[1].reason.find("1024") != std::string::npos);
  CHECK_FALSE(build->quote->lines[2].unit_cents);
  CHECK(diagnostics.items().size() == 2);
  CHECK(diagnostics.items()[0].at.line == 2);
  CHECK(diagnostics.items()[1].at.line == 3);
}

TEST_CASE("YAML and JSON lists; a map without items is refused") {
  const Build yaml = read("q.yaml",
                          "currency: CHF\nparts:\n- {category: gpu, name: RTX 4090, qty: 4, price: 1500}\n- category: "
                          "cpu\n  name: EPYC 7543\n");
  CHECK(only_item(yaml, PartKind::gpu).count == 4);
  CHECK(only_item(yaml, PartKind::gpu).price_cents == 150000);
  CHECK(only_item(yaml, PartKind::gpu).currency == "CHF");
  const Build json = read("q.json", R"({"gpu": "2x RTX 4090", "cpu": ["EPYC 7543"], "total": "$5,000"})");
  CHECK(only_item(json, PartKind::gpu).count == 2);
  CHECK(json.quote->stated_total_cents == 500000);
  Diagnostics diagnostics;
  CHECK_FALSE(read_input("q.yaml", "currency: CHF\n", shipped_catalog(), diagnostics));
  CHECK(diagnostics.has_errors());
}

TEST_CASE("reading is deterministic and independent of the file's name") {
  const std::string text = "8x RTX 4090\n2x A100\n1600W PSU\n";
  const Build one = read("one.txt", text), two = read("two.txt", text);
  REQUIRE(one.quote->lines.size() == two.quote->lines.size());
  for (std::size_t i = 0; i < one.quote->lines.size(); ++i) {
    CHECK(one.quote->lines[i].candidates == two.quote->lines[i].candidates);
    CHECK(one.quote->lines[i].status == two.quote->lines[i].status);
    CHECK(name_of_part(one.quote->lines[i]) == name_of_part(two.quote->lines[i]));
  }
}

TEST_CASE("what was understood can be saved as a build file and read again") {
  const Build build = read("q.txt",
                           "2x RTX PRO 6000 Blackwell, power limited to 300 W\nPalit RTX 3090\n2x 1600W PSU\n"
                           "Memory: 512GB DDR4 ECC\nmains: 240 V 30 A circuit\n");
  Diagnostics diagnostics;
  const auto root = parse_yaml(write_build_yaml(build), "saved.yaml", {}, diagnostics);
  REQUIRE(root);
  const auto again = read_build(*root, "saved.yaml", shipped_catalog(), diagnostics);
  INFO(render(diagnostics));
  REQUIRE(again);
  REQUIRE_FALSE(diagnostics.has_errors());
  REQUIRE(again->items.size() == build.items.size());
  for (std::size_t i = 0; i < build.items.size(); ++i) {
    CHECK(info_of(*again->items[i].part).id == info_of(*build.items[i].part).id);
    CHECK(again->items[i].count == build.items[i].count);
    CHECK(again->items[i].power_limit == build.items[i].power_limit);
  }
}
