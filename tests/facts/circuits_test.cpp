#include "facts/circuits.h"

#include <doctest/doctest.h>

#include "facts/rig.h"

using namespace planner;
using namespace planner::test;

TEST_CASE("continuous power of circuits") {
  CHECK(*circuit_capacity(circuit(120, 15)) == watts(1440));
  CHECK(*circuit_capacity(circuit(120, 20)) == watts(1920));
  CHECK(*circuit_capacity(circuit(208, 30)) == watts(4992));
  CHECK(*circuit_capacity(circuit(240, 30)) == watts(5760));
  CHECK(*circuit_capacity(circuit(230, 16, per_mille(1000))) == watts(3680));
  CHECK_FALSE_MESSAGE(circuit_capacity(circuit(230, 16)).known(), "no continuous share recorded");
  CHECK_FALSE(circuit_capacity(named<Circuit>("outlet")).known());
  Circuit three_phase = circuit(208, 30);
  three_phase.phases = 3;
  // 208 V x 30 A x 1.732 x 80 %, as in the table of PDUs (8646 W with the root not rounded).
  CHECK(circuit_capacity(three_phase)->smallest() == 8'646'144);
}

TEST_CASE("supplies spread over the circuits so that the fullest is least loaded") {
  Rig rig;
  rig.add(rtx4090(), 6).add(cpu("epyc", "SP3", 280)).add(psu("rm1000x", 1000, 6, 0), 3);
  rig.add(circuit(120, 20)).add(circuit(120, 15));
  const PowerFacts power = rig.power();
  CHECK(*power.input_voltage == volts(120));
  REQUIRE(power.circuits.size() == 2);
  // 1210 W, 900 W and 900 W of DC: the one beside the CPU alone on one circuit, the other two on the larger one.
  CHECK(power.circuits[0].psus == std::vector<int>{1, 2});
  CHECK(power.circuits[1].psus == std::vector<int>{0});
  CHECK(power.psus.at(0).circuit == 1);
  CHECK(*power.circuits[0].load > per_mille(1000));
  const Power wall = power.circuits[0].wall;
  CHECK(power.circuits[0].current->smallest() == (wall.smallest() * 1000 + 119'999) / 120'000);
  CHECK(*power.wall == power.circuits[0].wall + power.circuits[1].wall);
}

TEST_CASE("the lowest voltage of mixed circuits counts, and unknown voltages stay unknown") {
  Rig rig;
  rig.add(rtx3090()).add(psu("x", 850, 4, 0)).add(circuit(240, 20)).add(circuit(120, 15));
  CHECK(*rig.power().input_voltage == volts(120));
  rig.add(named<Circuit>("vague"));
  CHECK_FALSE(rig.power().input_voltage.known());
  CHECK_FALSE(Rig().add(rtx3090()).power().input_voltage_stated);
}

TEST_CASE("a supply without efficiency class leaves the circuit's load unknown") {
  Psu vague = psu("vague", 1000, 4, 0);
  vague.efficiency = {};
  Rig rig;
  rig.add(rtx3090()).add(vague).add(circuit(120, 15));
  const PowerFacts power = rig.power();
  CHECK_FALSE(power.wall.known());
  CHECK_FALSE(power.circuits.at(0).load.known());
  CHECK_FALSE(power.circuits.at(0).current.known());
  CHECK(power.smallest_circuit.empty());
}

TEST_CASE("the smallest circuit is one on which the supplies deliver the load") {
  Psu derated = psu("derated", 1600, 8, 2);
  derated.outputs = {{volts(100), volts(127), watts(900)}, {volts(200), volts(240), watts(1600)}};
  CHECK(Rig().add(rtx5090(), 2).add(derated).power().smallest_circuit == "240 V 20 A or 230 V 10 A");
  CHECK(Rig().add(rtx5090(), 1).add(derated).power().smallest_circuit == "120 V 15 A or 230 V 10 A");
  Rig huge;
  huge.add(rtx5090(), 20).add(psu("huge", 3000, 30, 30), 5);
  CHECK(huge.power().smallest_circuit == "two or more circuits");
}
