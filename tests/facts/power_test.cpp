#include <doctest/doctest.h>

#include <algorithm>

#include "facts/power_supply.h"
#include "facts/rig.h"

using namespace planner;
using namespace planner::test;

namespace {

/// Four RTX 3090 and an EPYC 7252 on one 1600 W supply, as published by a guide.
Rig four_3090(Known<Power> limit = {}) {
  Rig rig;
  rig.add(rtx3090(), 4, limit).add(cpu("epyc-7252", "SP3", 120)).add(board("romed8-2t", "SP3", 2)).add(kit(1, 32));
  rig.add(psu("leadex-1600", 1600, 9, 0));
  return rig;
}

std::vector<std::size_t> gpus_per_supply(const PowerFacts& power) {
  std::vector<std::size_t> counts;
  for (const PsuLoad& p : power.psus) counts.push_back(p.gpus.size());
  return counts;
}

Psu server_module() {
  Psu p = named<Psu>("crps-2000");
  p.rated_output = watts(2000);
  p.outputs = {{volts(100), volts(127), watts(1000)}, {volts(200), volts(240), watts(2000)}};
  p.efficiency = EfficiencyClass::titanium;
  p.redundant = true;
  p.form_factor = std::string("CRPS");
  return p;
}

Platform eight_gpu_server() {
  Platform p = named<Platform>("4u-8gpu");
  p.board.socket = std::string("SP5");
  p.board.sockets = 2;
  p.psu = server_module();
  p.psu_count = 4;
  p.psu_redundant = 2;
  return p;
}

}  // namespace

TEST_CASE("four RTX 3090 fill a 1600 W supply, and a planned limit of 280 W frees it") {
  // 4 x 350 + 120 + board 60 + one module 5 + fans 30 = 1615 W.
  const PowerFacts full = four_3090().power();
  CHECK(*full.gpus == watts(1400));
  CHECK(*full.cpus == watts(120));
  CHECK(full.rest == watts(95));
  CHECK(*full.sustained == watts(1615));
  CHECK(full.load->smallest() == 1'009'375);
  CHECK(full.psus.at(0).pcie8_needed == 8);
  CHECK(*full.psus.at(0).plugs_short == 0);
  CHECK(full.lines.at(0).basis == "board power");
  CHECK(full.lines.at(5).estimated);

  const PowerFacts capped = four_3090(watts(280)).power();
  CHECK(*capped.gpus == watts(1120));
  CHECK(*capped.gpus_default == watts(1400));
  CHECK(capped.load->smallest() == 834'375);
  CHECK(capped.lines.at(0).basis == "planned limit 280 W");
}

TEST_CASE("a planned limit is kept within what the card can be set to") {
  Gpu card = rtx3090();
  card.power_limit_min = watts(100);
  card.power_limit_max = watts(366);
  CHECK(*Rig().add(card, 1, watts(50)).power().gpus == watts(100));
  CHECK(*Rig().add(card, 1, watts(500)).power().gpus == watts(366));
  CHECK(*Rig().add(card, 1, watts(250)).power().gpus == watts(250));
}

TEST_CASE("two RTX 5090 and a 7960X take all of 1600 W") {
  Rig rig;
  rig.add(rtx5090(), 2).add(cpu("7960x", "sTR5", 350)).add(board("trx50-sage", "sTR5", 2));
  rig.add(kit(2, 32, ModuleType::udimm, "DDR5")).add(named<Storage>("990-evo-plus")).add(psu("pg-1600g", 1600, 6, 2));
  const PowerFacts power = rig.power();
  CHECK(*power.sustained == watts(1150 + 350 + 60 + 10 + 8 + 30));
  CHECK(*power.load > per_mille(1000));
  CHECK(*power.psus.at(0).plugs_short == 0);
  CHECK(power.psus.at(0).adapters_needed == 0);
  CHECK(power.smallest_circuit == "120 V 20 A or 230 V 10 A");
}

TEST_CASE("seven RTX 4090 on four 1000 W supplies: two on three of them, one beside the board") {
  Rig rig;
  rig.add(rtx4090(), 7)
      .add(cpu("epyc-7763", "SP3", 280))
      .add(board("seven-slot", "SP3", 2))
      .add(psu("rm1000x", 1000, 6, 0), 4);
  const PowerFacts power = rig.power();
  CHECK(gpus_per_supply(power) == std::vector<std::size_t>{1, 2, 2, 2});
  CHECK(power.psus.at(0).feeds_board);
  CHECK(power.psus.at(0).sustained == watts(450 + 280 + 60 + 30));
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(power.psus[i].sustained == watts(900));
    CHECK(*power.psus[i].load == per_mille(900));
    CHECK(power.psus[i].adapters_needed == 2);
    CHECK(*power.psus[i].plugs_short == 0);
  }
  CHECK(power.packing_exact);
  CHECK(power.smallest_circuit == "240 V 30 A or 230 V 32 A");
  // No circuit stated, so at the worse of 115 and 230 V: 900 W at 87.6 % three times and 820 W at 88.08 %.
  CHECK(power.wall->smallest() / 1000 == 4013);
  rig.add(circuit(230, 32, per_mille(1000)));
  // At 230 V: 89.6 % and 90.08 %, above the 3840 W of a 240 V 20 A circuit.
  CHECK(rig.power().wall->smallest() / 1000 == 3923);
}

TEST_CASE("eight 300 W cards beside a 350 W CPU on two 1600 W supplies split three to five") {
  Rig rig;
  rig.add(gpu("maxq", 300, {{PowerConnector::hpwr_12v2x6, 1}}), 8)
      .add(cpu("tr-pro", "sTR5", 350))
      .add(board("wrx90", "sTR5", 2));
  rig.add(kit(8, 32)).add(psu("atx-1600", 1600, 10, 2), 2);
  const PowerFacts power = rig.power();
  CHECK(*power.sustained == watts(2400 + 350 + 60 + 40 + 30));
  CHECK(gpus_per_supply(power) == std::vector<std::size_t>{3, 5});
  CHECK(*power.psus.at(1).load == Ratio::from_smallest(937'500));
  CHECK(power.psus.at(1).adapters_needed == 3);
}

TEST_CASE("on 100 V a 1650 W supply delivers its low-line output and the outlet is overloaded") {
  Psu supply = psu("tc-1650t", 1650, 6, 2);
  supply.outputs = {{volts(100), volts(127), watts(1300)}, {volts(200), volts(240), watts(1650)}};
  const auto machine = [&supply](Circuit mains) {
    Rig rig;
    rig.add(gpu("rtx-pro-6000", 600, {{PowerConnector::hpwr_12v2x6, 1}}), 2).add(cpu("7960x", "sTR5", 350));
    rig.add(board("trx50", "sTR5", 2)).add(supply).add(std::move(mains));
    return rig;
  };
  const Rig japan = machine(circuit(100, 15, per_mille(1000)));
  const PowerFacts low = japan.power();
  CHECK(*low.input_voltage == volts(100));
  CHECK(*low.capacity == watts(1300));
  CHECK_FALSE(low.capacity_assumes_high_line);
  CHECK(*low.sustained == watts(1640));
  CHECK(*low.load > per_mille(1261));
  CHECK(*low.circuits.at(0).capacity == watts(1500));
  CHECK(*low.circuits.at(0).load > per_mille(1000));

  const Rig rewired = machine(circuit(200, 20, per_mille(800)));
  const PowerFacts high = rewired.power();
  CHECK(*high.capacity == watts(1650));
  CHECK(*high.circuits.at(0).capacity == watts(3200));
  CHECK(*high.circuits.at(0).load < per_mille(1000));
  CHECK(high.smallest_circuit == "240 V 20 A or 230 V 10 A");
}

TEST_CASE("an N+N server shares the load and loses its redundancy above half the output") {
  Rig rig;
  rig.add(eight_gpu_server())
      .add(gpu("rtx-pro-6000-se", 600), 8)
      .add(cpu("epyc-9575f", "SP5", 400), 2)
      .add(kit(24, 96));
  const PowerFacts power = rig.power();
  // 4800 + 800 + board 60 + 24 modules 120 + 15 % of 5600 = 6620 W.
  CHECK(*power.sustained == watts(6620));
  CHECK(power.psus.size() == 4);
  for (const PsuLoad& p : power.psus) {
    CHECK(p.shares_load);
    CHECK(p.sustained == watts(1655));
    CHECK_FALSE(p.plugs_short.known());
  }
  CHECK(*power.capacity == watts(8000));
  CHECK(power.capacity_assumes_high_line);
  CHECK(*power.capacity_low_line == watts(4000));
  CHECK(*power.capacity_redundant == watts(4000));
  CHECK(*power.capacity_redundant < *power.sustained);
  CHECK(power.smallest_circuit == "240 V 50 A or 230 V 32 A");

  rig.add(circuit(208, 30), 2);
  const PowerFacts fed = rig.power();
  CHECK_FALSE(fed.capacity_assumes_high_line);
  CHECK(fed.circuits.at(0).psus.size() == 2);
  CHECK(fed.circuits.at(1).psus.size() == 2);
  CHECK(*fed.circuits.at(0).capacity == watts(4992));
  CHECK(*fed.circuits.at(0).load < per_mille(1000));
}

TEST_CASE("the recorded base of a platform stands for its fans, too") {
  Platform server = eight_gpu_server();
  server.board.board_power = watts(400);
  Rig rig;
  rig.add(server).add(gpu("h100", 350), 8).add(cpu("epyc-9575f", "SP5", 400), 2);
  CHECK(*rig.power().sustained == watts(2800 + 800 + 400));
}

TEST_CASE("without a figure the totals are unknown, never zero") {
  Gpu nameless = named<Gpu>("nameless");
  Rig rig;
  rig.add(nameless).add(rtx3090()).add(psu("atx-850", 850, 6, 1));
  const PowerFacts power = rig.power();
  CHECK_FALSE(power.lines.at(0).known);
  CHECK_FALSE(power.gpus.known());
  CHECK_FALSE(power.sustained.known());
  CHECK(power.sustained.reason() == "GPU 0: board power not recorded");
  CHECK_FALSE(power.load.known());
  CHECK_FALSE(power.psus.at(0).load.known());
  CHECK(power.psus.at(0).sustained == watts(350 + 30));
  CHECK(power.smallest_circuit.empty());
}

TEST_CASE("a build without supply has a consumption but no capacity") {
  const PowerFacts power = Rig().add(rtx3090(), 2).power();
  CHECK(*power.sustained == watts(730));
  CHECK(*power.btu_per_hour == 2491);
  CHECK_FALSE(power.capacity.known());
  CHECK_FALSE(power.load.known());
  CHECK(power.psus.empty());
  CHECK(Rig().power().lines.empty());
}

TEST_CASE("CPU: the short-term limit counts where it exceeds TDP") {
  Cpu desktop = cpu("13900k", "LGA1700", 125);
  desktop.max_power = watts(253);
  CHECK(*Rig().add(desktop).power().cpus == watts(253));
  desktop.max_power = watts(65);
  CHECK(*Rig().add(desktop).power().cpus == watts(125));
  CHECK(*Rig().add(desktop).add(board("z790", "LGA1700", 2)).power().sustained == watts(125 + 40 + 30));
}

TEST_CASE("excursions: peaks of all cards against the table of ATX 3.x") {
  Gpu card = rtx5090();
  card.excursion = per_mille(1570);
  Psu supply = psu("atx31-1600", 1600, 6, 2);
  supply.atx_version = std::string("3.1");
  const PowerFacts power = Rig().add(card, 2).add(supply).power();
  CHECK(*power.excursion == Power::from_smallest(2 * 902'750 + 30'000));
  CHECK(*power.psus.at(0).excursion == *power.excursion);
  CHECK(*power.psus.at(0).excursion_capacity == watts(2880));
  CHECK_FALSE(Rig().add(rtx4090()).add(supply).power().excursion.known());
  supply.hpwr_connectors = 0;
  CHECK(*psu_excursion_capacity(supply, watts(1600)) == watts(2320));
  supply.atx_version = std::string("2.x");
  CHECK_FALSE(psu_excursion_capacity(supply, watts(1600)).known());
}

TEST_CASE("output by input voltage") {
  Psu p = psu("x", 1600, 4, 1);
  CHECK(*psu_output_at(p, {}) == watts(1600));
  CHECK(*psu_output_at(p, volts(120)) == watts(1600));
  CHECK(*psu_output_at(p, volts(90)) == Power{});
  p.outputs = {{volts(100), volts(120), watts(1000)},
               {volts(120), volts(127), watts(1200)},
               {volts(200), volts(240), watts(1600)}};
  CHECK_FALSE(psu_output_at(p, {}).known());
  CHECK(*psu_output_at(p, volts(100)) == watts(1000));
  CHECK_MESSAGE(*psu_output_at(p, volts(120)) == watts(1000), "where bands meet the lower output holds");
  CHECK(*psu_output_at(p, volts(127)) == watts(1200));
  CHECK(*psu_output_at(p, volts(150)) == watts(1200));
  CHECK(*psu_output_at(p, volts(208)) == watts(1600));
  CHECK(*psu_output_at(p, volts(250)) == watts(1600));
  CHECK(*psu_output_at(p, volts(277)) == Power{});
  p.outputs = {{volts(200), volts(240), watts(1600)}};
  CHECK_MESSAGE(!psu_output_at(p, {}).known(), "nothing recorded for low line");
  p.outputs = {{volts(100), volts(127), watts(1600)}, {volts(200), volts(240), watts(1600)}};
  CHECK(*psu_output_at(p, {}) == watts(1600));
  Psu high_only = psu("y", 2700, 4, 1);
  high_only.input_min = volts(200);
  CHECK(*psu_output_at(high_only, volts(120)) == Power{});
  Psu vague = named<Psu>("z");
  vague.rated_output = watts(1000);
  CHECK(*psu_output_at(vague, volts(230)) == watts(1000));
  CHECK_MESSAGE(!psu_output_at(vague, volts(120)).known(), "no input range recorded");
}

TEST_CASE("efficiency between the points of 80 PLUS") {
  Psu p = psu("x", 1000, 4, 1);
  CHECK(*psu_efficiency(p, per_mille(500), volts(120)) == per_mille(900));
  CHECK(*psu_efficiency(p, per_mille(1000), volts(120)) == per_mille(870));
  CHECK(*psu_efficiency(p, per_mille(750), volts(120)) == per_mille(885));
  CHECK(*psu_efficiency(p, per_mille(350), volts(120)) == per_mille(885));
  CHECK(*psu_efficiency(p, per_mille(100), volts(120)) == per_mille(870));
  CHECK(*psu_efficiency(p, per_mille(1500), volts(230)) == per_mille(890));
  p.redundant = true;
  CHECK(*psu_efficiency(p, per_mille(1000), volts(230)) == per_mille(880));
  p.efficiency_full = per_mille(925);
  CHECK(*psu_efficiency(p, per_mille(1000), volts(230)) == per_mille(925));
  p.efficiency = {};
  CHECK_FALSE(psu_efficiency(p, per_mille(1000), volts(230)).known());
  p.efficiency_half = per_mille(940);
  CHECK(*psu_efficiency(p, per_mille(500), volts(230)) == per_mille(940));
}

TEST_CASE("adding a card never lowers the load, adding a supply never raises the fullest one's") {
  Ratio before;
  Power sustained;
  for (int cards = 1; cards <= 12; ++cards) {
    Rig rig;
    rig.add(rtx4090(), cards).add(cpu("epyc", "SP3", 280)).add(psu("a", 1600, 9, 0), 2).add(psu("b", 1000, 6, 1));
    const PowerFacts power = rig.power();
    Ratio fullest;
    for (const PsuLoad& p : power.psus) fullest = std::max(fullest, *p.load);
    CHECK(*power.sustained > sustained);
    CHECK(*power.load > before);
    sustained = *power.sustained;
    before = *power.load;

    Rig larger;
    larger.add(rtx4090(), cards)
        .add(cpu("epyc", "SP3", 280))
        .add(psu("a", 1600, 99, 99), 3)
        .add(psu("b", 1000, 99, 99));
    Ratio relieved;
    for (const PsuLoad& p : larger.power().psus) relieved = std::max(relieved, *p.load);
    CHECK(relieved <= fullest);
  }
}
