#include <doctest/doctest.h>

#include "facts/form_factors.h"
#include "facts/rig.h"

using namespace planner;
using namespace planner::test;

namespace {

Chassis tower() {
  Chassis c = named<Chassis>("tower");
  c.type = ChassisType::tower;
  c.board_form_factors = {"E-ATX", "ATX"};
  c.psu_form_factors = {"ATX"};
  c.expansion_slots = 7;
  c.gpu_clearance = mm(400);
  c.gpu_height_clearance = mm(180);
  c.psu_capacity = 1;
  c.psu_clearance = mm(200);
  c.cooler_clearance = mm(165);
  return c;
}

Gpu strix() {
  Gpu g = rtx4090();
  g.length = mm(358);
  g.height = mm(149);
  g.slot_width = SlotWidth::from_smallest(14);
  g.cooling = GpuCooling::open_air;
  return g;
}

Board board_of(std::string form) {
  Board b = board("board", "sTR5", 2);
  b.form_factor = std::move(form);
  return b;
}

/// One card in the slot at `position`.
struct OneCard {
  explicit OneCard(int position, Mount mount = Mount::direct) {
    slot.position = position;
    placement.slots_known = true;
    placement.slots.resize(1);
    placement.slots[0].slot = &slot;
    placement.gpus.resize(1);
    placement.gpus[0].mount = mount;
    placement.gpus[0].slot = 0;
  }
  Slot slot;
  Placement placement;
};

}  // namespace

TEST_CASE("card against the chassis: length, height with the plug's bend, last slot") {
  Rig rig;
  rig.add(strix()).add(tower());
  const OneCard last(5);
  const CardFit fit = rig.fit(last.placement).gpus.at(0);
  CHECK(*fit.length_margin == mm(42));
  CHECK(*fit.connector_bend == mm(35));
  CHECK(*fit.height_margin == mm(180 - 149 - 35));
  // Slots 5 to 8.5 of 7.
  CHECK(*fit.overhang == SlotWidth::from_smallest(2));
  CHECK(*rig.fit(OneCard(1).placement).gpus.at(0).overhang == SlotWidth::from_smallest(-14));
}

TEST_CASE("front fans shorten the room where the chassis says by how much") {
  Chassis c = tower();
  c.gpu_clearance_front_fans = mm(350);
  CHECK(*Rig().add(strix()).add(c).fit().gpus.at(0).length_margin == mm(-8));
}

TEST_CASE("connector bend by card") {
  const auto bend = [](Gpu g, Known<GpuCooling> cooling) {
    g.cooling = cooling;
    return Rig().add(g).add(tower()).fit().gpus.at(0).connector_bend;
  };
  CHECK(*bend(rtx3090(), GpuCooling::open_air) == mm(25));
  CHECK(*bend(gpu("a100", 300, {{PowerConnector::eps_8pin, 1}}), GpuCooling::passive) == Length{});
  CHECK_FALSE(bend(rtx3090(), GpuCooling::blower).known());
  CHECK_FALSE(bend(rtx3090(), {}).known());
  CHECK(*bend(gpu("t4", 70), GpuCooling::blower) == Length{});
  CHECK_FALSE(bend(named<Gpu>("unrecorded"), GpuCooling::open_air).known());
}

TEST_CASE("cards on risers and modules on the board are not bounded by slots") {
  Rig rig;
  rig.add(strix()).add(tower());
  for (const Mount mount : {Mount::riser, Mount::assumed, Mount::onboard}) {
    const CardFit fit = rig.fit(OneCard(1, mount).placement).gpus.at(0);
    CHECK_FALSE(fit.length_margin.known());
    CHECK_FALSE(fit.overhang.known());
  }
  CHECK(Rig().add(strix()).fit().gpus.at(0).length_margin.reason() == "no chassis in the build");
}

TEST_CASE("board forms: the larger of the ATX family takes the smaller, EEB has its own holes") {
  const auto listed = [](std::string form, std::vector<std::string> chassis_forms) {
    Chassis c = tower();
    c.board_form_factors = std::move(chassis_forms);
    return Rig().add(board_of(std::move(form))).add(c).fit().board_listed;
  };
  CHECK(*listed("ATX", {"EATX"}));
  CHECK(*listed("Micro-ATX", {"ATX"}));
  CHECK(*listed("SSI CEB", {"E-ATX"}));
  CHECK(*listed("E-ATX", {"SSI-EEB"}));
  CHECK_FALSE(*listed("SSI-EEB", {"E-ATX", "ATX"}));
  CHECK_FALSE(*listed("ATX", {"mATX"}));
  CHECK_FALSE(*listed("E-ATX", {"ATX"}));
  CHECK_FALSE(listed("proprietary", {"ATX"}).known());
  CHECK_FALSE(listed("ATX", {}).known());
  CHECK(*listed("SSI-EEB", {"ssi eeb"}));
}

TEST_CASE("board against the largest outline the chassis names") {
  Chassis atx = tower();
  atx.board_form_factors = {"ATX", "mATX"};
  CHECK(*Rig().add(board_of("SSI-EEB")).add(atx).fit().board_excess == mm(86));
  CHECK(*Rig().add(board_of("ATX")).add(atx).fit().board_excess == mm(0));
  Board deep = board_of("E-ATX");
  CHECK_FALSE_MESSAGE(Rig().add(deep).add(atx).fit().board_excess.known(), "E-ATX is a label, not a measure");
  deep.length = mm(305);
  deep.width = mm(277);
  CHECK(*Rig().add(deep).add(atx).fit().board_excess == mm(33));
  CHECK(*Rig().add(deep).add(tower()).fit().board_excess == mm(-53 + 53));
}

TEST_CASE("supplies: bays, form, length") {
  Psu long_one = psu("ax1600i", 1600, 9, 0);
  long_one.length = mm(205);
  const FitFacts fit = Rig().add(long_one, 2).add(tower()).fit();
  CHECK(*fit.psu_bays_short == 1);
  CHECK(*fit.psu_form_listed);
  CHECK(*fit.psu_margin == mm(-5));
  Psu module = psu("crps", 2000, 0, 0);
  module.form_factor = std::string("CRPS");
  CHECK_FALSE(*Rig().add(module).add(tower()).fit().psu_form_listed);
  module.form_factor = {};
  CHECK_FALSE(Rig().add(module).add(tower()).fit().psu_form_listed.known());
  CHECK_FALSE(Rig().add(tower()).fit().psu_bays_short.known());
}

TEST_CASE("coolers: height and socket, by the names people write") {
  Cooler u14s = named<Cooler>("nh-u14s-tr5");
  u14s.type = CoolerType::air;
  u14s.height = mm(167);
  u14s.sockets = {"TR5", "SP6"};
  Rig rig;
  rig.add(u14s).add(cpu("7960x", "sTR5", 350)).add(tower());
  const FitFacts fit = rig.fit();
  CHECK(*fit.cooler_margin == mm(-2));
  CHECK(*fit.cooler_socket_listed);
  CHECK(*fit.coolers_needed == 1);
  CHECK_FALSE(*Rig().add(u14s).add(cpu("epyc", "SP3", 280)).fit().cooler_socket_listed);
  CHECK_FALSE(Rig().add(u14s).fit().cooler_socket_listed.known());
  Cooler aio = u14s;
  aio.type = CoolerType::aio;
  CHECK_FALSE(Rig().add(aio).add(tower()).fit().cooler_margin.known());
  CHECK(socket_name("LGA 1700") == socket_name("Socket LGA1700"));
  CHECK(socket_name("FCLGA4677") == socket_name("LGA-4677"));
  CHECK(socket_name("sTRX4") != socket_name("sTR5"));
}

TEST_CASE("a platform brings board, chassis, supplies and perhaps coolers") {
  Platform server = named<Platform>("server");
  server.psu_count = 4;
  const auto fit_of = [&server] {
    Rig rig;
    rig.add(server).add(cpu("epyc", "SP5", 400), 2);
    return rig.fit();
  };
  CHECK_FALSE(fit_of().coolers_needed.known());
  server.includes_cpu_cooler = true;
  CHECK(*fit_of().coolers_needed == 0);
  server.includes_cpu_cooler = false;
  CHECK(*fit_of().coolers_needed == 2);
  CHECK(*fit_of().board_listed);
  CHECK(*fit_of().psu_bays_short == 0);
}
