// Loading: every kind, provenance, unknowns, variants, overlays, prices, digest.
#include "model/catalog.h"

#include <algorithm>

#include "layers.h"
#include "model/field.h"

using namespace planner;
using namespace planner::test;

namespace {

const char* kGpus = R"(kind: gpu
sources:
  ada: {url: "https://vendor.example/ada.pdf", retrieved: 2026-11-30}
parts:
  - id: card
    name: Card 24
    vendor: Maker
    aliases: [C24, Card-24]
    part_numbers: ["900-1"]
    confidence: high
    sources: [ada, a review]
    as_of: 2026-11-30
    prices:
      - {amount: $1550, basis: street, condition: used, as_of: 2026-05, source: ada, confidence: low}
      - {amount: "CHF 1,400.50", basis: list}
    vram: 24 GB
    board_power: 450 W
    length: 304.5 mm
    slot_width: 3.5 slots
    fp16: 165.2 TFLOPS
    int8: 660 TOPS
    pcie_gen: 4
    pcie_lanes: x16
    excursion: 2.18
    bar1: {value: 32 GiB, confidence: low, source: general knowledge, as_of: 2026-01}
    height: {unknown: differs by partner}
    power_connectors: [{type: hpwr_12v2x6, count: 1}]
    pci_ids: ["10de:2684"]
    cooling: open_air
    mig: false
    notes: [one, two]
    variants:
      - {id: card-oc, name: Card 24 OC, vendor: Partner, part_numbers: [P-1], length: 358 mm, confidence: medium, sources: [shop]}
      - {id: card-b, name: Card 24 B, board_power: 400 W}
)";

}  // namespace

TEST_CASE("fields are read with their units, unknowns with their reason") {
  const Catalog catalog = load({{{"gpus.yaml", kGpus}}});
  const Gpu& g = part<Gpu>(catalog, "card");
  CHECK(*g.vram == DataSize::from_base(24));
  CHECK(*g.board_power == Power::from_base(450));
  CHECK(*g.length == Length::from_smallest(304'500));
  CHECK(*g.slot_width == SlotWidth::from_smallest(14));
  CHECK(*g.fp16 == Compute::from_smallest(165'200));
  CHECK(*g.int8 == Compute::from_base(660));
  CHECK(*g.pcie_gen == 4);
  CHECK(*g.pcie_lanes == Lanes::from_base(16));
  CHECK(*g.excursion == Ratio::from_smallest(2'180'000));
  CHECK(*g.bar1 == DataSize::from_smallest(34'360));
  CHECK(*g.cooling == GpuCooling::open_air);
  CHECK(*g.mig == false);
  CHECK(!g.height.known());
  CHECK(g.height.reason() == "differs by partner");
  CHECK(!g.vgpu.known());
  CHECK(g.vgpu.reason().empty());
  CHECK(g.power_connectors_known);
  REQUIRE(g.power_connectors.size() == 1);
  CHECK(g.power_connectors[0].type == PowerConnector::hpwr_12v2x6);
  CHECK(g.pci_ids == std::vector<std::string>{"10de:2684"});
  CHECK(g.info.aliases.size() == 2);
  CHECK(g.info.notes.size() == 2);
  CHECK(g.info.at == Location{5, 5});
}

TEST_CASE("every figure knows its file, line, source, date and confidence") {
  const Catalog catalog = load({{{"gpus.yaml", kGpus}}});
  const PartInfo& info = part<Gpu>(catalog, "card").info;
  const Provenance vram = provenance_of(info, "vram");
  CHECK(vram.file == "gpus.yaml");
  CHECK(vram.at == Location{16, 5});
  CHECK(vram.source == "https://vendor.example/ada.pdf (retrieved 2026-11-30); a review");
  CHECK(vram.as_of == "2026-11-30");
  CHECK(vram.confidence == Confidence::high);
  const Provenance bar1 = provenance_of(info, "bar1");
  CHECK(bar1.source == "general knowledge");
  CHECK(bar1.as_of == "2026-01");
  CHECK(bar1.confidence == Confidence::low);
  CHECK(provenance_of(info, "vgpu").at == info.at);
}

TEST_CASE("prices: amount, currency, kind, source") {
  const Catalog catalog = load({{{"gpus.yaml", kGpus}}});
  const auto& prices = part<Gpu>(catalog, "card").info.prices;
  REQUIRE(prices.size() == 2);
  CHECK(prices[0].cents == 155'000);
  CHECK(prices[0].currency == "USD");
  CHECK(prices[0].basis == PriceBasis::street);
  CHECK(prices[0].condition == Condition::used);
  CHECK(prices[0].source == "https://vendor.example/ada.pdf (retrieved 2026-11-30)");
  CHECK(prices[1].cents == 140'050);
  CHECK(prices[1].currency == "CHF");
  CHECK(prices[1].condition == Condition::new_);
  CHECK(usd_price(part<Gpu>(catalog, "card").info)->cents == 155'000);
}

TEST_CASE("of prices of one currency and condition the newest stays") {
  const Catalog catalog = load({{{"a.yaml", R"(kind: nic
parts:
  - id: n
    name: N
    prices:
      - {amount: $100, basis: launch}
      - {amount: $80, basis: street, as_of: 2026-05}
      - {amount: $90, basis: list, as_of: 2026-01}
      - {amount: $40, basis: street, condition: used}
)"}}});
  const PartInfo& info = part<Nic>(catalog, "n").info;
  CHECK(info.prices.size() == 2);
  CHECK(usd_price(info)->cents == 8'000);
  CHECK(usd_price(info, true)->cents == 4'000);
}

TEST_CASE("a variant inherits figures and their origin, not names") {
  const Catalog catalog = load({{{"gpus.yaml", kGpus}}});
  const Gpu& oc = part<Gpu>(catalog, "card-oc");
  CHECK(oc.info.variant_of == "card");
  CHECK(oc.info.name == "Card 24 OC");
  CHECK(oc.info.aliases.empty());
  CHECK(oc.info.part_numbers == std::vector<std::string>{"P-1"});
  CHECK(oc.info.notes.empty());
  CHECK(oc.info.prices.size() == 2);
  CHECK(*oc.length == Length::from_base(358));
  CHECK(*oc.vram == DataSize::from_base(24));
  CHECK(oc.power_connectors_known);
  CHECK(provenance_of(oc.info, "length").source == "shop");
  CHECK(provenance_of(oc.info, "length").confidence == Confidence::medium);
  CHECK(provenance_of(oc.info, "vram").source == "https://vendor.example/ada.pdf (retrieved 2026-11-30); a review");
  CHECK(provenance_of(oc.info, "vram").confidence == Confidence::high);
  CHECK(provenance_of(oc.info, "vram").at == Location{16, 5});
  const Gpu& b = part<Gpu>(catalog, "card-b");
  CHECK(b.info.vendor == "Maker");
  CHECK(b.info.confidence == Confidence::high);
  CHECK(*b.board_power == Power::from_base(400));
}

TEST_CASE("variants may stand in any file, in any order, in chains") {
  const Catalog catalog =
      load({{{"a.yaml", "kind: nic\nparts:\n  - {id: c, name: C, variant_of: b, ports: 4}\n"},
             {"b.yaml", "kind: nic\nparts:\n  - {id: b, name: B, variant_of: a, sources: [x]}\n"},
             {"c.yaml", "kind: nic\nparts:\n  - {id: a, name: A, ports: 2, lanes: x8, sources: [y]}\n"}}});
  const Nic& c = part<Nic>(catalog, "c");
  CHECK(*c.ports == 4);
  CHECK(*c.lanes == Lanes::from_base(8));
  CHECK(c.info.variant_of == "b");
  CHECK(provenance_of(c.info, "lanes").file == "c.yaml");
  CHECK(provenance_of(c.info, "lanes").source == "y");
  CHECK(provenance_of(c.info, "ports").file == "a.yaml");
  CHECK(info_of(*catalog.parts()[0]).id == "c");
}

TEST_CASE("a later layer overlays field by field and says so") {
  const Catalog catalog = load(
      {{{"gpus.yaml", kGpus}},
       {{"mine.yaml", "kind: gpu\nparts:\n  - {id: card, length: 310 mm, height: 140 mm, sources: [measured]}\n"}},
       {{"prices.yaml", "prices:\n  - {part: card, amount: $1400, basis: street, condition: used, source: shop}\n"}}});
  CHECK(catalog.parts().size() == 3);
  const Gpu& g = part<Gpu>(catalog, "card");
  CHECK(g.info.name == "Card 24");
  CHECK(*g.length == Length::from_base(310));
  CHECK(*g.height == Length::from_base(140));
  CHECK(*g.board_power == Power::from_base(450));
  CHECK(provenance_of(g.info, "length").file == "mine.yaml");
  CHECK(provenance_of(g.info, "length").source == "measured");
  CHECK(provenance_of(g.info, "vram").file == "gpus.yaml");
  CHECK(provenance_of(g.info, "vram").confidence == Confidence::high);
  REQUIRE(g.info.prices.size() == 2);
  CHECK(g.info.prices[0].cents == 140'000);
  CHECK(g.info.prices[0].file == "prices.yaml");
  CHECK(*part<Gpu>(catalog, "card-oc").length == Length::from_base(358));
}

TEST_CASE("an overlay can make a figure unknown again, and without a source names its file") {
  const Catalog catalog = load({{{"gpus.yaml", kGpus}},
                                {{"mine.yaml",
                                  "kind: gpu\nparts:\n  - {id: card, vram: {unknown: contested}, fp16: 100 TFLOPS, "
                                  "power_connectors: {unknown: not seen}}\n"}}});
  const Gpu& g = part<Gpu>(catalog, "card");
  CHECK(g.vram.reason() == "contested");
  CHECK(!g.power_connectors_known);
  CHECK(provenance_of(g.info, "fp16").source == "mine.yaml");
  CHECK(provenance_of(g.info, "fp16").confidence == Confidence::medium);
}

TEST_CASE("topology of a board: rows of slots, ports, switches, shares") {
  const Catalog catalog = load({{{"b.yaml", R"(kind: board
parts:
  - id: b
    name: B
    socket: SP5
    switches: [{id: sw1, upstream: cpu0, uplink: x16, gen: 5, uplinks: 2}]
    slots:
      - {label: "GPU{1..3}", position: 2, pitch: 2, connector: x16, lanes: x16, gen: 5, upstream: sw1, bifurcation: [x16, x8x8, x8x4x4]}
      - {label: LAST, connector: x8, lanes: {unknown: not printed}, open_ended: true}
    ports: [{label: M2_1, type: m2, count: 2, lanes: x4, gen: 4, upstream: chipset}]
    shares:
      - {used: M2_1, affects: GPU1, lanes: x8, note: BIOS}
      - {cpu_family: Small, affects: LAST, lanes: x0}
)"}}});
  const Board& b = part<Board>(catalog, "b");
  REQUIRE(b.slots.size() == 4);
  CHECK(b.slots[2].label == "GPU3");
  CHECK(b.slots[2].position == 6);
  CHECK(b.slots[0].bifurcation == std::vector<std::vector<int>>{{16}, {8, 8}, {8, 4, 4}});
  CHECK(b.slots[3].position == 0);
  CHECK(b.slots[3].lanes.reason() == "not printed");
  CHECK(b.slots[3].open_ended);
  CHECK(b.slots[3].upstream.empty());
  CHECK(b.ports[0].count == 2);
  CHECK(b.switches[0].uplinks == 2);
  CHECK(b.shares[0].lanes == 8);
  CHECK(b.shares[1].cpu_family == "Small");
  CHECK(provenance_of(b.info, "slots").at == Location{7, 5});
}

TEST_CASE("a platform has sections, which variants change field by field") {
  const Catalog catalog = load({{{"g.yaml", kGpus}, {"p.yaml", R"(kind: platform
parts:
  - id: p
    name: P
    psu_count: 4
    includes_gpu: card
    includes_gpu_count: 8
    validated_gpus: [card, card-oc]
    board: {socket: SP5, sockets: 2, form_factor: {value: proprietary, confidence: low, source: photo}}
    chassis: {type: server, rack_units: 4, board_form_factors: [proprietary]}
    psu: {rated_output: 3 kW, outputs: [{from: 100 V, to: 127 V, output: 0 W}, {from: 200 V, to: 240 V, output: 3000 W}]}
    variants:
      - {id: p2, name: P2, board: {sockets: 1}}
)"}}});
  const Platform& p = part<Platform>(catalog, "p2");
  CHECK(*p.board.sockets == 1);
  CHECK(*p.board.socket == "SP5");
  CHECK(*p.chassis.rack_units == 4);
  CHECK(*p.psu.rated_output == Power::from_base(3000));
  REQUIRE(p.psu.outputs.size() == 2);
  CHECK(p.psu.outputs[0].output == Power{});
  CHECK(p.includes_gpu == "card");
  CHECK(p.includes_gpu_count == 8);
  CHECK(provenance_of(p.info, "board.form_factor").source == "photo");
  CHECK(provenance_of(p.info, "sockets").at == Location{13, 36});
}

TEST_CASE("several kinds in one file, and tables that hold no parts") {
  const Catalog catalog = load({{{"all.yaml",
                                  "catalog:\n  - {kind: nic, parts: [{id: n, name: N}]}\n  - {parts: [{id: c, kind: "
                                  "cooler, name: C, sockets: [SP3]}]}\n"},
                                 {"models.yaml", "models: [{name: whatever}]\n"},
                                 {"empty.yaml", "# nothing yet\n"}}});
  CHECK(catalog.parts().size() == 2);
  CHECK(part<Cooler>(catalog, "c").sockets == std::vector<std::string>{"SP3"});
  CHECK(catalog.of_kind(PartKind::nic).size() == 1);
  CHECK(catalog.of_kind(PartKind::gpu).empty());
}

TEST_CASE("the digest follows content, not file names or their order") {
  const std::pair<std::string, std::string> nics = {"n.yaml", "kind: nic\nparts: [{id: n, name: N}]\n"};
  const std::pair<std::string, std::string> gpus = {"g.yaml", kGpus};
  const auto renamed = [](auto file, std::string name) {
    file.first = std::move(name);
    return file;
  };
  const std::string digest = load({{nics, gpus}}).digest();
  CHECK(digest.size() == 16);
  CHECK(load({{gpus, nics}}).digest() == digest);
  CHECK(load({{renamed(gpus, "a.yaml"), renamed(nics, "b.yaml")}}).digest() == digest);
  CHECK(load({{gpus}, {nics}}).digest() != digest);
  CHECK(load({{gpus}}).digest() != digest);
  CHECK(load({{nics, {"g.yaml", std::string(kGpus) + "# a comment\n"}}}).digest() == digest);
}
