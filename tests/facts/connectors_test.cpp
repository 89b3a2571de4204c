#include "facts/connectors.h"

#include <doctest/doctest.h>

#include "facts/rig.h"

using namespace planner;
using namespace planner::test;

namespace {

PlugNeeds needs_of(const Gpu& card, int times) {
  PlugNeeds needs;
  needs.add(plug_needs(card), times);
  return needs;
}

PlugSupply supply(std::int64_t hpwr, std::int64_t pcie8, std::int64_t eps = 2) {
  return {hpwr, pcie8, 0, eps};
}

}  // namespace

TEST_CASE("a 12V-2x6 card takes as many 8-pin plugs as its power beyond the slot needs") {
  CHECK(plug_needs(rtx4090()).hpwr[3] == 1);
  CHECK(plug_needs(rtx5090()).hpwr[4] == 1);
  CHECK(plug_needs(gpu("600-w", 600, {{PowerConnector::hpwr_12v2x6, 1}})).hpwr[4] == 1);
  CHECK(plug_needs(gpu("300-w", 300, {{PowerConnector::hpwr_12v2x6, 1}})).hpwr[2] == 1);
  CHECK(plug_needs(gpu("two-inputs", 600, {{PowerConnector::hpwr_12v2x6, 2}})).hpwr[2] == 2);
  CHECK(plug_needs(gpu("3090-fe", 350, {{PowerConnector::nvidia_12pin, 1}})).hpwr[2] == 1);
}

TEST_CASE("native cables go to the largest cards, the rest to adapters") {
  PlugNeeds needs = needs_of(rtx5090(), 1);
  needs.add(plug_needs(rtx4090()), 1);
  const PlugMatch match = match_plugs(needs, supply(1, 3));
  CHECK(*match.shortage == 0);
  CHECK(match.hpwr_adapters == 1);
  CHECK(*match_plugs(needs, supply(1, 2)).shortage == 1);
  CHECK(*match_plugs(needs, supply(0, 6)).shortage == 1);
  CHECK(*match_plugs(needs, supply(0, 7)).shortage == 0);
}

TEST_CASE("8-pin inputs come before adapters, since each takes one plug only") {
  PlugNeeds needs = needs_of(rtx3090(), 2);
  needs.add(plug_needs(rtx4090()), 1);
  const PlugMatch match = match_plugs(needs, supply(0, 6));
  CHECK(*match.shortage == 1);
  CHECK(match.hpwr_adapters == 0);
  CHECK(*match_plugs(needs, supply(0, 3)).shortage == 2);
}

TEST_CASE("EPS cards take EPS plugs after the board, then two 8-pin plugs each") {
  PlugNeeds needs = needs_of(gpu("passive", 300, {{PowerConnector::eps_8pin, 1}}), 2);
  needs.add(plug_needs(board("b", "SP3", 2), 1), 1);
  const PlugMatch match = match_plugs(needs, supply(0, 2, 3));
  CHECK(*match.shortage == 0);
  CHECK(match.eps_adapters == 1);
  CHECK(*match_plugs(needs, supply(0, 1, 3)).shortage == 1);
  CHECK_MESSAGE(*match_plugs(needs, supply(0, 4, 1)).shortage == 1, "a board's EPS input has no adapter");
}

TEST_CASE("unknown counts leave the shortage unknown unless the known ones prove one") {
  const PlugNeeds two_3090 = needs_of(rtx3090(), 2);
  CHECK_FALSE(match_plugs(two_3090, {0, {}, 0, 2}).shortage.known());
  CHECK_MESSAGE(*match_plugs(two_3090, {{}, 4, 0, {}}).shortage == 0, "counts that nobody needs may be unknown");
  PlugNeeds with_board = two_3090;
  with_board.add(plug_needs(board("b", "SP3", 2), 1), 1);
  CHECK_FALSE(match_plugs(with_board, {0, 4, 0, {}}).shortage.known());
  CHECK(*match_plugs(with_board, {0, 3, 0, {}}).shortage == 1);
  Gpu unrecorded = named<Gpu>("unrecorded");
  CHECK_FALSE(match_plugs(needs_of(unrecorded, 1), supply(4, 4)).shortage.known());
  CHECK_FALSE(plug_needs(named<Board>("b"), 2).known);
  CHECK(plug_needs(named<Board>("b"), 2).eps_board == 2);
}

TEST_CASE("breakout boards on server supplies give 6-pin plugs and nothing else") {
  Psu server = named<Psu>("dps-1600ab");
  server.rated_output = watts(1600);
  server.form_factor = std::string("server module");
  Riser breakout = named<Riser>("x11");
  breakout.type = RiserType::power_adapter;
  breakout.outputs = 10;
  Rig rig;
  rig.add(rtx3090(), 4).add(rtx5090()).add(server, 2).add(breakout, 2);
  const PowerFacts power = rig.power();
  std::int64_t short_inputs = 0;
  for (const PsuLoad& p : power.psus) {
    CHECK(*p.pcie8_available == 0);
    short_inputs += *p.plugs_short;
  }
  CHECK_MESSAGE(short_inputs == 4 * 2 + 1, "neither 8-pin nor 12V-2x6 inputs may hang on 6-pin plugs");

  Rig six_pin;
  six_pin.add(gpu("gtx", 120, {{PowerConnector::pcie_6pin, 1}}), 4).add(server).add(breakout);
  CHECK(*six_pin.power().psus.at(0).plugs_short == 0);
  CHECK_FALSE(Rig().add(rtx3090()).add(server).power().psus.at(0).plugs_short.known());
}

TEST_CASE("cards go where plugs are, even if another supply would be less loaded") {
  Rig rig;
  rig.add(rtx3090(), 3).add(psu("plugs", 1200, 6, 0)).add(psu("no-plugs", 2000, 0, 0, 0));
  const PowerFacts power = rig.power();
  CHECK(power.psus.at(0).gpus == std::vector<int>{0, 1, 2});
  CHECK(*power.psus.at(0).plugs_short == 0);
}
