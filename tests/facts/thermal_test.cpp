#include <doctest/doctest.h>

#include "facts/rig.h"

using namespace planner;
using namespace planner::test;

TEST_CASE("airflow for the heat at 15 degC rise") {
  Rig rig;
  rig.add(rtx3090(), 4).add(cpu("epyc", "SP3", 120)).add(board("b", "SP3", 2));
  const ThermalFacts thermal = rig.thermal();
  CHECK(*thermal.heat == watts(1400 + 120 + 60 + 30));
  // 1.75 x 1610 / 15 = 187.83 CFM.
  CHECK(thermal.airflow_needed->smallest() == 18'783);
  CHECK_FALSE(thermal.airflow.known());
  Rig unknown;
  unknown.add(named<Gpu>("nameless"));
  CHECK_FALSE(unknown.thermal().airflow_needed.known());
}

TEST_CASE("cooler rating against the CPU it stands on") {
  Cooler rated = named<Cooler>("u14s");
  rated.rated_power = watts(220);
  CHECK(*Rig().add(rated).add(cpu("9975wx", "sTR5", 350)).thermal().cooler_margin == watts(-130));
  Rig two;
  two.add(rated, 2).add(cpu("small", "SP3", 120)).add(cpu("large", "SP3", 200));
  CHECK(*two.thermal().cooler_margin == watts(20));
  CHECK_FALSE(Rig().add(named<Cooler>("unrated")).add(cpu("x", "SP3", 120)).thermal().cooler_margin.known());
  CHECK_FALSE(Rig().add(cpu("x", "SP3", 120)).thermal().cooler_margin.known());
}

TEST_CASE("gaps count on the fan side of open-air cards only") {
  Gpu open_air = rtx3090();
  open_air.cooling = GpuCooling::open_air;
  Gpu blower = rtx3090();
  blower.cooling = GpuCooling::blower;
  Gpu passive = rtx3090();
  passive.cooling = GpuCooling::passive;
  Rig rig;
  rig.add(open_air, 3).add(blower).add(passive, 2);
  Placement placement;
  placement.gpus.resize(6);
  placement.gpus[0].gap = SlotWidth::from_base(1);
  placement.gpus[1].gap = SlotWidth::from_smallest(2);
  placement.gpus[3].gap = SlotWidth{};
  const ThermalFacts thermal = rig.thermal(placement);
  CHECK(*thermal.smallest_open_air_gap == SlotWidth::from_smallest(2));
  CHECK(thermal.open_air_gpus == 3);
  CHECK(thermal.passive_gpus == 2);
  CHECK_FALSE(rig.thermal().smallest_open_air_gap.known());
}
