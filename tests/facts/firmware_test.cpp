#include <doctest/doctest.h>

#include "facts/rig.h"

using namespace planner;
using namespace planner::test;

namespace {

DataSize gibibytes(std::int64_t n) {
  return DataSize::from_smallest((n * 1'073'741'824 + 500'000) / 1'000'000);
}

}  // namespace

TEST_CASE("BAR1 apertures are rounded up to powers of two before they are summed") {
  Gpu card = rtx3090();
  card.bar1 = gibibytes(32);
  CHECK(*Rig().add(card, 4).firmware().bar_total == gibibytes(32) * 4);
  card.bar1 = gibibytes(24);
  CHECK(*Rig().add(card).firmware().bar_total == gibibytes(32));
  card.bar1 = gibibytes(96);
  CHECK(*Rig().add(card, 8).firmware().bar_total == gibibytes(128) * 8);
  card.bar1 = DataSize::from_smallest(268);
  CHECK(*Rig().add(card).firmware().bar_total == DataSize::from_smallest(268));
  card.bar1 = {};
  CHECK_FALSE(Rig().add(card).firmware().bar_total.known());
  card.bar1 = DataSize::from_smallest(9'000'000'000'000);
  CHECK_FALSE(Rig().add(card).firmware().bar_total.known());
}

TEST_CASE("board switches and slots split in the BIOS") {
  Board b = board("b", "SP3", 2);
  b.above_4g = true;
  Placement placement;
  CHECK_FALSE(Rig().firmware(placement).bifurcated_slots.known());
  placement.slots_known = true;
  placement.slots.resize(3);
  placement.slots[1].split = 2;
  const FirmwareFacts firmware = Rig().add(b).firmware(placement);
  CHECK(*firmware.bifurcated_slots == 1);
  CHECK(*firmware.above_4g);
  CHECK_FALSE(firmware.rebar.known());
  CHECK_FALSE(Rig().firmware().above_4g.known());
}
