// Object types of parts: every field of the field table becomes a member, and units get the facts about themselves.
#include <algorithm>

#include "check/footprints.h"
#include "check/member.h"
#include "model/field.h"

namespace planner {
namespace {

using expr::Direction;
using expr::Footprint;

expr::Type to_type(const ScalarType& t) {
  switch (t.kind) {
    case ScalarType::Kind::boolean:
      return expr::Type::boolean();
    case ScalarType::Kind::number:
      return expr::Type::number(t.dimension);
    case ScalarType::Kind::text:
      return expr::Type::text();
    case ScalarType::Kind::enumeration:
      return expr::Type::enumeration(t.names);
  }
  return expr::Type::text();
}

expr::Value to_value(const Known<Scalar>& scalar) {
  if (!scalar.known()) return expr::Unknown{scalar.reason()};
  if (const auto* b = std::get_if<bool>(&*scalar)) return *b;
  if (const auto* r = std::get_if<Rational>(&*scalar)) return expr::number(*r);
  return std::get<std::string>(*scalar);
}

expr::Origin to_origin(const PartInfo& info, std::string_view field) {
  const Provenance p = provenance_of(info, field);
  return {std::string(p.file), p.at, std::string(p.source), std::string(p.as_of), p.confidence == Confidence::low};
}

/// Adds all fields of `kind`; `part` and `info` find the struct and its header from the object pointer.
template <class Object, class PartOf, class InfoOf>
void add_fields(expr::ObjectType& type, PartKind kind, Footprint reads, PartOf part, InfoOf info) {
  for (const Field& field : fields_of(kind)) {
    expr::Member m;
    m.name = std::string(field.name);
    m.doc = std::string(field.doc);
    m.type = to_type(field.type);
    m.reads = reads;
    m.producer = "catalog field";
    m.get = [&field, part](const void* object) -> expr::Value {
      const void* p = part(*static_cast<const Object*>(object));
      if (p == nullptr) return expr::Unknown{"no such part in the build"};
      return to_value(field.get(p));
    };
    m.origin = [&field, info](const void* object) -> std::optional<expr::Origin> {
      const PartInfo* i = info(*static_cast<const Object*>(object));
      if (i == nullptr) return std::nullopt;
      return to_origin(*i, field.name);
    };
    type.members.push_back(std::move(m));
  }
}

std::string unit_label(std::string_view what, int index, const PartInfo* info) {
  return std::string(what) + " " + std::to_string(index) + (info ? " (" + info->name + ")" : "");
}

template <class T>
expr::ObjectType& add_unit_type(expr::Schema& schema, PartKind kind, std::string name, std::string label,
                                std::string doc, Footprint reads) {
  using Object = Fitted<T>;
  expr::ObjectType& type = schema.add(std::move(name), std::move(doc));
  add_fields<Object>(
      type, kind, reads, [](const Object& u) -> const void* { return u.part; }, [](const Object& u) { return u.info; });
  add_fact<Object>(type, "index", "number of the unit, from 0 in build order", reads, Direction::any, "inventory",
                   [](const Object& u) { return u.index; });
  add_fact<Object>(type, "id", "catalog id", reads, Direction::any, "inventory",
                   [](const Object& u) { return u.info->id; });
  add_fact<Object>(type, "generic", "the catalog part stands for any part of its kind", reads, Direction::any,
                   "inventory", [](const Object& u) { return u.info->generic; });
  add_fact<Object>(type, "discontinued", "no longer sold new", reads, Direction::any, "inventory",
                   [](const Object& u) { return u.info->discontinued; });
  type.label = [label](const void* object) {
    const auto& u = *static_cast<const Object*>(object);
    return unit_label(label, u.index, u.info);
  };
  return type;
}

const CardPlacement& placed(const Fitted<Gpu>& g) {
  return g.facts->placement().gpus[static_cast<std::size_t>(g.index)];
}
const GpuBandwidth& loaded(const Fitted<Gpu>& g) {
  return g.facts->bandwidth().gpus[static_cast<std::size_t>(g.index)];
}
const CardFit& fitted(const Fitted<Gpu>& g) {
  return g.facts->fit().gpus[static_cast<std::size_t>(g.index)];
}
const PsuLoad& load(const Fitted<Psu>& p) {
  return p.facts->power().psus[static_cast<std::size_t>(p.index)];
}
const CircuitLoad& load(const Fitted<Circuit>& c) {
  return c.facts->power().circuits[static_cast<std::size_t>(c.index)];
}

/// A figure of the riser that a card hangs on.
template <class T>
Known<T> of_riser(const Fitted<Gpu>& g, Known<T> Riser::*figure) {
  const int riser = placed(g).riser;
  if (riser < 0) return Known<T>::unknown("no riser");
  return g.facts->inventory().risers[static_cast<std::size_t>(riser)].part->*figure;
}

using footprints::kPlacement;
using footprints::kPower;

constexpr Footprint kOutput = footprint_of(PartKind::psu) | footprint_of(PartKind::circuit);

constexpr std::string_view kMounts[] = {"direct", "riser", "assumed", "onboard", "none"};

void add_gpu_placement(expr::ObjectType& t) {
  using G = Fitted<Gpu>;
  expr::Member mount;
  mount.name = "mount";
  mount.doc =
      "how the card is connected: direct in a slot, on a riser of the build, on an assumed riser, onboard, none";
  mount.type = expr::Type::enumeration(kMounts);
  mount.reads = kPlacement;
  mount.producer = "place_cards";
  mount.get = [](const void* o) -> expr::Value {
    return std::string(kMounts[static_cast<std::size_t>(placed(*static_cast<const G*>(o)).mount)]);
  };
  t.members.push_back(std::move(mount));
  const auto fact = [&t](std::string name, std::string doc, auto get) {
    add_fact<G>(t, std::move(name), std::move(doc), kPlacement, Direction::any, "place_cards", get);
  };
  fact("link_width", "planned link width in lanes", [](const G& g) { return placed(g).lanes; });
  fact("link_gen", "planned PCIe generation of the link", [](const G& g) { return placed(g).gen; });
  fact("gap", "free slot pitches to the next card on its fan side", [](const G& g) { return placed(g).gap; });
  fact("socket", "CPU socket its lanes come from", [](const G& g) { return placed(g).socket; });
  fact("behind_chipset", "its lanes come from the chipset", [](const G& g) { return placed(g).behind_chipset; });
  fact("behind_switch", "a PCIe switch is above it", [](const G& g) { return !placed(g).switch_id.empty(); });
  fact("slot_label", "label of its slot", [](const G& g) -> Known<std::string> {
    const auto& p = placed(g);
    if (p.slot < 0) return Known<std::string>::unknown("not in a slot");
    return g.facts->placement().slots[static_cast<std::size_t>(p.slot)].slot->label;
  });
  fact("slot_gen", "PCIe generation of its slot", [](const G& g) -> Known<std::int64_t> {
    const auto& p = placed(g);
    if (p.slot < 0) return Known<std::int64_t>::unknown("not in a slot");
    return g.facts->placement().slots[static_cast<std::size_t>(p.slot)].slot->gen;
  });
  fact("riser_gen", "PCIe generation its riser is rated for",
       [](const G& g) -> Known<std::int64_t> { return of_riser(g, &Riser::gen); });
  fact("riser_length", "length of its riser", [](const G& g) -> Known<Length> { return of_riser(g, &Riser::length); });
  fact("riser_active", "its riser has a redriver or retimer",
       [](const G& g) -> Known<bool> { return of_riser(g, &Riser::active); });
  fact("link_bandwidth", "bandwidth of its link, one direction", [](const G& g) { return link_bandwidth(placed(g)); });
  fact("host_bandwidth", "narrowest link on the way to its CPU", [](const G& g) { return loaded(g).host; });
  fact("fair_share", "max-min fair share when all GPUs load at once", [](const G& g) { return loaded(g).fair_share; });
  fact("length_margin", "chassis clearance minus card length", [](const G& g) { return fitted(g).length_margin; });
  fact("height_margin", "chassis clearance minus card height and connector bend",
       [](const G& g) { return fitted(g).height_margin; });
  fact("connector_bend", "room above the card for its power plug", [](const G& g) { return fitted(g).connector_bend; });
  fact("overhang", "slot pitches by which it passes the last expansion slot",
       [](const G& g) { return fitted(g).overhang; });
}

void add_gpu_power(expr::ObjectType& t) {
  using G = Fitted<Gpu>;
  constexpr Footprint reads = footprint_of(PartKind::gpu);
  add_fact<G>(t, "limit", "planned power limit", reads, Direction::any, "build",
              [](const G& g) -> Known<Power> { return g.item ? g.item->power_limit : Known<Power>{}; });
  add_fact<G>(t, "draw", "planned power limit, else board power", reads, Direction::any, "build", [](const G& g) {
    return g.item != nullptr && g.item->power_limit ? g.item->power_limit : g.part->board_power;
  });
  add_fact<G>(t, "slot_planned", "the build says which slot it goes into", reads, Direction::any, "build",
              [](const G& g) { return g.item != nullptr && !g.item->slots.empty(); });
  add_fact<G>(t, "support_ended", "a last supported CUDA toolkit is recorded", reads, Direction::any, "catalog field",
              [](const G& g) { return g.part->max_cuda.known(); });
  add_fact<G>(t, "power_plugs", "auxiliary power inputs of the card", reads, Direction::any, "catalog field",
              [](const G& g) -> Known<std::int64_t> {
                if (!g.part->power_connectors_known)
                  return Known<std::int64_t>::unknown("power connectors not recorded");
                std::int64_t n = 0;
                for (const auto& c : g.part->power_connectors) n += c.count;
                return n;
              });
  const auto plugs = [&t](std::string name, PowerConnector type, std::string doc) {
    add_fact<G>(t, std::move(name), std::move(doc), reads, Direction::any, "catalog field",
                [type](const G& g) -> Known<std::int64_t> {
                  if (!g.part->power_connectors_known)
                    return Known<std::int64_t>::unknown("power connectors not recorded");
                  std::int64_t n = 0;
                  for (const auto& c : g.part->power_connectors)
                    if (c.type == type) n += c.count;
                  return n;
                });
  };
  plugs("hpwr_plugs", PowerConnector::hpwr_12v2x6, "12VHPWR / 12V-2x6 inputs");
  plugs("pcie_8pin_plugs", PowerConnector::pcie_8pin, "8-pin PCIe inputs");
  plugs("eps_plugs", PowerConnector::eps_8pin, "EPS 8-pin inputs");
}

void add_psu_load(expr::ObjectType& t) {
  using P = Fitted<Psu>;
  const auto fact = [&t](std::string name, std::string doc, auto get) {
    add_fact<P>(t, std::move(name), std::move(doc), footprints::kSupply, Direction::any, "budget_power", get);
  };
  const auto at_voltage = [&t](std::string name, std::string doc, Footprint reads, Moves moves, auto get) {
    add_fact<P>(t, std::move(name), std::move(doc), reads, moves, "budget_power", get);
  };
  at_voltage("capacity", "output at the input voltage", kOutput, Moves(Direction::shrinks, footprint_of(PartKind::psu)),
             [](const P& p) { return load(p).capacity; });
  add_fact<P>(t, "built_in", "it is one of the barebone server's own", footprint_of(PartKind::psu), Direction::any,
              "inventory", [](const P& p) {
                const Platform* platform = p.facts->inventory().platform;
                return platform != nullptr && p.part == &platform->psu;
              });
  fact("sustained", "sustained load on it", [](const P& p) { return load(p).sustained; });
  at_voltage("load", "sustained load / capacity", kPower, Moves(Direction::grows, footprints::kSupply),
             [](const P& p) { return load(p).load; });
  fact("excursion", "load with short peaks of its GPUs", [](const P& p) { return load(p).excursion; });
  at_voltage("excursion_capacity", "what its ATX version allows for 1 ms", kOutput, Direction::any,
             [](const P& p) { return load(p).excursion_capacity; });
  at_voltage("wall", "input power at this load", kPower, Direction::any, [](const P& p) { return load(p).wall; });
  fact("gpu_count", "GPUs it feeds", [](const P& p) { return static_cast<std::int64_t>(load(p).gpus.size()); });
  fact("feeds_board", "it feeds board and CPUs", [](const P& p) { return load(p).feeds_board; });
  fact("hpwr_needed", "12VHPWR / 12V-2x6 inputs of its cards", [](const P& p) { return load(p).hpwr_needed; });
  fact("pcie8_needed", "8-pin inputs of its cards", [](const P& p) { return load(p).pcie8_needed; });
  fact("eps_needed", "EPS inputs of board and cards on it", [](const P& p) { return load(p).eps_needed; });
  fact("plugs_short", "inputs that get no plug even with adapters", [](const P& p) { return load(p).plugs_short; });
  fact("adapters_needed", "12V-2x6 inputs served by 8-pin adapters",
       [](const P& p) { return load(p).adapters_needed; });
  fact("native_sense", "rating advertised by its native 12V-2x6 cable", [](const P& p) { return load(p).hpwr_sense; });
}

void add_circuit_load(expr::ObjectType& t) {
  using C = Fitted<Circuit>;
  const auto fact = [&t](std::string name, std::string doc, auto get) {
    add_fact<C>(t, std::move(name), std::move(doc), kPower, Direction::any, "budget_power", get);
  };
  fact("capacity", "continuous power: voltage x breaker x continuous share",
       [](const C& c) { return load(c).capacity; });
  fact("wall", "power drawn from it", [](const C& c) { return load(c).wall; });
  fact("current", "current drawn from it", [](const C& c) { return load(c).current; });
  fact("load", "wall / capacity", [](const C& c) { return load(c).load; });
}

Known<bool> family_listed(const Fitted<Cpu>& c) {
  const Board* board = c.facts->inventory().board;
  if (board == nullptr) return Known<bool>::unknown("no board in the build");
  if (!c.part->family) return Known<bool>::unknown("CPU family not recorded");
  const auto& families = board->cpu_families;
  return std::find(families.begin(), families.end(), *c.part->family) != families.end();
}

/// Board and chassis are reached through the inventory, because a platform brings its own.
template <class PartOf, class InfoOf>
expr::ObjectType& add_single_type(expr::Schema& schema, PartKind kind, std::string name, std::string doc, PartOf part,
                                  InfoOf info) {
  expr::ObjectType& type = schema.add(name, std::move(doc));
  add_fields<Inventory>(type, kind, footprint_of(kind), part, info);
  add_fact<Inventory>(type, "id", "catalog id", footprint_of(kind), Direction::any, "inventory",
                      [info](const Inventory& i) -> Known<std::string> {
                        const PartInfo* part_info = info(i);
                        return part_info ? Known<std::string>(part_info->id)
                                         : Known<std::string>::unknown("not in the build");
                      });
  type.label = [name, info](const void* object) {
    const PartInfo* i = info(*static_cast<const Inventory*>(object));
    return i ? name + " " + i->name : name;
  };
  return type;
}

}  // namespace

void register_parts(expr::Schema& schema) {
  auto& gpu =
      add_unit_type<Gpu>(schema, PartKind::gpu, "gpu", "GPU", "one GPU of the build", footprint_of(PartKind::gpu));
  add_gpu_placement(gpu);
  add_gpu_power(gpu);
  auto& cpu = add_unit_type<Cpu>(schema, PartKind::cpu, "cpu", "CPU", "one CPU", footprint_of(PartKind::cpu));
  add_fact<Fitted<Cpu>>(cpu, "family_listed", "the board's list of CPU families names its family",
                        footprint_of(PartKind::cpu) | footprint_of(PartKind::board), Direction::any, "inventory",
                        family_listed);
  add_unit_type<Memory>(schema, PartKind::memory, "memory_kit", "memory kit", "one memory kit",
                        footprint_of(PartKind::memory));
  add_psu_load(
      add_unit_type<Psu>(schema, PartKind::psu, "psu", "PSU", "one power supply", footprint_of(PartKind::psu)));
  add_unit_type<Cooler>(schema, PartKind::cooler, "cooler", "cooler", "one CPU cooler", footprint_of(PartKind::cooler));
  add_unit_type<Riser>(schema, PartKind::riser, "riser", "riser", "one riser, cable, adapter or bridge",
                       footprint_of(PartKind::riser));
  add_unit_type<Storage>(schema, PartKind::storage, "drive", "drive", "one drive", footprint_of(PartKind::storage));
  add_unit_type<Nic>(schema, PartKind::nic, "nic", "NIC", "one network card", footprint_of(PartKind::nic));
  add_circuit_load(add_unit_type<Circuit>(schema, PartKind::circuit, "circuit", "circuit",
                                          "one wall circuit or PDU outlet", footprint_of(PartKind::circuit)));
  auto& board = add_single_type(
      schema, PartKind::board, "board", "the board, also a platform's",
      [](const Inventory& i) -> const void* { return i.board; }, [](const Inventory& i) { return i.board_info; });
  add_fact<Inventory>(board, "names_cpu_families", "the board's CPU families are recorded",
                      footprint_of(PartKind::board), Direction::any, "catalog field",
                      [](const Inventory& i) { return i.board && !i.board->cpu_families.empty(); });
  auto& chassis = add_single_type(
      schema, PartKind::chassis, "chassis", "the chassis, also a platform's",
      [](const Inventory& i) -> const void* { return i.chassis; }, [](const Inventory& i) { return i.chassis_info; });
  add_fact<Inventory>(chassis, "built_in", "it is the barebone server's own", footprint_of(PartKind::chassis),
                      Direction::any, "inventory",
                      [](const Inventory& i) { return i.platform != nullptr && i.chassis == &i.platform->chassis; });
  auto& platform = add_single_type(
      schema, PartKind::platform, "platform", "the barebone server",
      [](const Inventory& i) -> const void* { return i.platform; },
      [](const Inventory& i) { return i.platform ? &i.platform->info : nullptr; });
  for (auto& m : platform.members) m.reads = footprint_of(PartKind::board);
}

}  // namespace planner
