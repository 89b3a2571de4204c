// Groups of facts about the build as a whole: placement, bandwidth, power, fit, thermal, memory, firmware, cost, quote.
#include <algorithm>

#include "check/footprints.h"
#include "check/member.h"

namespace planner {
namespace {

using expr::Direction;
using expr::Footprint;

constexpr Footprint bit(PartKind kind) {
  return footprint_of(kind);
}

/// Cards, board and risers: once these are chosen, CPU, chassis, drives and network cards can only take connections
/// away.
constexpr Footprint kHost = footprint_of(PartKind::gpu) | footprint_of(PartKind::board) | footprint_of(PartKind::riser);
/// A circuit can only lower what the supplies give, whose figure for 200-240 V stands until one is chosen.
constexpr Footprint kSupplies = footprint_of(PartKind::psu);

/// Adds facts read from one group; `group` finds it from Facts.
template <class Group>
class GroupType {
 public:
  GroupType(expr::Schema& schema, std::string name, std::string doc, std::string producer,
            const Group& (Facts::*group)() const)
      : type_(schema.add(name, std::move(doc))), producer_(std::move(producer)), group_(group) {
    type_.label = [name](const void*) { return name; };
  }
  template <class Get>
  GroupType& fact(std::string name, std::string doc, Footprint reads, Get get, Moves moves = Direction::any) {
    add_fact<Facts>(type_, std::move(name), std::move(doc), reads, moves, producer_,
                    [get, group = group_](const Facts& f) { return get((f.*group)()); });
    return *this;
  }

 private:
  expr::ObjectType& type_;
  std::string producer_;
  const Group& (Facts::*group_)() const;
};

void register_placement(expr::Schema& schema) {
  using P = Placement;
  const Footprint r = footprints::kPlacement;
  GroupType<P> g(schema, "placement", "cards in slots", "place_cards", &Facts::placement);
  g.fact("direct_capacity", "GPUs of the build that can sit directly in slots at once", r,
         [](const P& p) { return p.direct_capacity; })
      .fact(
          "unplaced", "GPUs with no connection at all", r, [](const P& p) { return p.unplaced; },
          Moves(Direction::grows, kHost))
      .fact(
          "risers_missing", "GPUs that need a riser the build does not list", r,
          [](const P& p) { return p.risers_missing; }, Moves(Direction::grows, kHost))
      .fact("splitters_missing", "bifurcated slots without a listed splitter", r,
            [](const P& p) { return p.splitters_missing; })
      .fact("cables_missing", "cables needed for the listed device adapters", r,
            [](const P& p) { return p.cables_missing; })
      .fact("device_adapters_missing", "device adapters needed for the listed cables", r,
            [](const P& p) { return p.device_adapters_missing; })
      .fact("slots_known", "the board's slots are recorded", bit(PartKind::board),
            [](const P& p) { return p.slots_known; })
      .fact("nics_unplaced", "network cards without a slot", r,
            [](const P& p) {
              std::int64_t n = 0;
              for (const auto& c : p.nics) n += c.mount == Mount::none ? 1 : 0;
              return n;
            })
      .fact("shortfall", "the cut that proves a shortfall of lanes, in words", r,
            [](const P& p) { return p.shortfall; });
}

void register_bandwidth(expr::Schema& schema) {
  using B = Bandwidths;
  const Footprint r = footprints::kPlacement;
  GroupType<B> g(schema, "bandwidth", "bandwidth between GPUs and hosts", "measure_bandwidth", &Facts::bandwidth);
  g.fact("bisection", "smallest cut over balanced halves of the GPUs, one direction", r,
         [](const B& b) { return b.bisection; })
      .fact("bridged_pairs", "GPU pairs joined by an NVLink bridge of the build", r,
            [](const B& b) { return b.bridged_pairs; })
      .fact("bottleneck", "link that limits the smallest fair share", r, [](const B& b) { return b.bottleneck; });
}

void register_power(expr::Schema& schema) {
  using P = PowerFacts;
  const Footprint consumers = footprints::kConsumers;
  const Footprint all = footprints::kPower;
  GroupType<P> g(schema, "power", "power from the cards to the wall", "budget_power", &Facts::power);
  g.fact("gpus", "sustained power of the GPUs, planned limits applied", bit(PartKind::gpu),
         [](const P& p) { return p.gpus; })
      .fact("gpus_default", "power of the GPUs at their default limit", bit(PartKind::gpu),
            [](const P& p) { return p.gpus_default; })
      .fact("cpus", "sustained power of the CPUs", bit(PartKind::cpu), [](const P& p) { return p.cpus; })
      .fact(
          "rest", "board, memory, drives, NICs and fans", consumers, [](const P& p) { return p.rest; },
          Direction::grows)
      .fact(
          "sustained", "DC power of everything", consumers, [](const P& p) { return p.sustained; }, Direction::grows)
      .fact("excursion", "DC power with short peaks of the GPUs", consumers, [](const P& p) { return p.excursion; })
      .fact(
          "capacity", "output of all supplies at the input voltage", bit(PartKind::psu) | bit(PartKind::circuit),
          [](const P& p) { return p.capacity; }, Moves(Direction::shrinks, kSupplies))
      .fact("capacity_redundant", "output with the redundant supplies gone",
            bit(PartKind::psu) | bit(PartKind::circuit), [](const P& p) { return p.capacity_redundant; })
      .fact(
          "load", "sustained / capacity", all, [](const P& p) { return p.load; }, Moves(Direction::grows, kSupplies))
      .fact("wall", "AC input power of all supplies", all, [](const P& p) { return p.wall; })
      .fact("btu_per_hour", "heat in BTU per hour", consumers, [](const P& p) { return p.btu_per_hour; })
      .fact("input_voltage", "voltage of the stated circuits", bit(PartKind::circuit),
            [](const P& p) { return p.input_voltage; })
      .fact("input_voltage_stated", "the build names its circuits", bit(PartKind::circuit),
            [](const P& p) { return p.input_voltage_stated; })
      .fact("assumes_high_line", "capacity is the figure for 200-240 V because no circuit is stated",
            bit(PartKind::psu) | bit(PartKind::circuit), [](const P& p) { return p.capacity_assumes_high_line; })
      .fact("capacity_low_line", "output of all supplies at 100-127 V", bit(PartKind::psu),
            [](const P& p) { return p.capacity_low_line; })
      .fact("smallest_circuit", "smallest common circuit that carries the wall power", all,
            [](const P& p) { return p.smallest_circuit; });
}

void register_fit(expr::Schema& schema) {
  using F = FitFacts;
  GroupType<F> g(schema, "fit", "bodies against boxes", "measure_fit", &Facts::fit);
  const Footprint board = bit(PartKind::board) | bit(PartKind::chassis);
  const Footprint psu = bit(PartKind::psu) | bit(PartKind::chassis);
  g.fact("board_listed", "the chassis names the board's form factor", board, [](const F& f) { return f.board_listed; })
      .fact("board_excess", "by how much the board exceeds the largest form the chassis names", board,
            [](const F& f) { return f.board_excess; })
      .fact("psu_bays_short", "supplies minus bays", psu, [](const F& f) { return f.psu_bays_short; })
      .fact("psu_form_listed", "the chassis names the supplies' form factor", psu,
            [](const F& f) { return f.psu_form_listed; })
      .fact("psu_margin", "room for the longest supply", psu, [](const F& f) { return f.psu_margin; })
      .fact("cooler_margin", "room above the tallest CPU cooler", bit(PartKind::cooler) | bit(PartKind::chassis),
            [](const F& f) { return f.cooler_margin; })
      .fact("cooler_socket_listed", "the cooler names the CPU's socket",
            bit(PartKind::cooler) | bit(PartKind::cpu) | bit(PartKind::board),
            [](const F& f) { return f.cooler_socket_listed; })
      .fact("coolers_needed", "CPUs without a cooler of the platform",
            bit(PartKind::cooler) | bit(PartKind::cpu) | bit(PartKind::board),
            [](const F& f) { return f.coolers_needed; });
}

void register_thermal(expr::Schema& schema) {
  using T = ThermalFacts;
  GroupType<T> g(schema, "thermal", "heat and airflow", "measure_heat", &Facts::thermal);
  g.fact("heat", "heat to carry away", footprints::kConsumers, [](const T& t) { return t.heat; })
      .fact("airflow_needed", "CFM for 15 degC rise at sea level", footprints::kConsumers,
            [](const T& t) { return t.airflow_needed; })
      .fact("airflow", "CFM of the chassis", bit(PartKind::chassis), [](const T& t) { return t.airflow; })
      .fact("cooler_margin", "cooler rating minus CPU power, smallest",
            bit(PartKind::cooler) | bit(PartKind::cpu) | bit(PartKind::board),
            [](const T& t) { return t.cooler_margin; })
      .fact("smallest_open_air_gap", "smallest gap on the fan side of an open-air card", footprints::kPlacement,
            [](const T& t) { return t.smallest_open_air_gap; })
      .fact("passive_gpus", "cards without fans", bit(PartKind::gpu), [](const T& t) { return t.passive_gpus; })
      .fact("open_air_gpus", "cards that blow into the case", bit(PartKind::gpu),
            [](const T& t) { return t.open_air_gpus; });
}

void register_memory(expr::Schema& schema) {
  using M = MemoryFacts;
  const Footprint r = footprints::kMemory;
  GroupType<M> g(schema, "memory", "host memory", "count_memory", &Facts::memory);
  g.fact("modules", "DIMMs", bit(PartKind::memory), [](const M& m) { return m.modules; })
      .fact("capacity", "host memory", bit(PartKind::memory), [](const M& m) { return m.capacity; })
      .fact("channels", "memory channels of the fitted sockets", r, [](const M& m) { return m.channels; })
      .fact("channels_filled", "channels with a DIMM", r, [](const M& m) { return m.channels_filled; })
      .fact("balanced", "every channel holds the same number of DIMMs, or a population the vendors list", r,
            [](const M& m) { return m.balanced; })
      .fact("modules_per_channel", "DIMMs per channel", r, [](const M& m) { return m.modules_per_channel; })
      .fact("slots", "DIMM slots of the fitted sockets", footprints::kMemory, [](const M& m) { return m.slots; })
      .fact("type_listed", "DDR generation equals the board's", r, [](const M& m) { return m.type_listed; })
      .fact("module_type_listed", "UDIMM/RDIMM accepted by board and CPU", r,
            [](const M& m) { return m.module_type_listed; })
      .fact("mixed_types", "RDIMM, LRDIMM and UDIMM mixed", bit(PartKind::memory),
            [](const M& m) { return m.mixed_types; })
      .fact("to_vram", "host memory / total VRAM", bit(PartKind::memory) | bit(PartKind::gpu),
            [](const M& m) { return m.to_vram; })
      .fact("vram_total", "VRAM of all GPUs", bit(PartKind::gpu), [](const M& m) { return m.vram_total; });
}

void register_rest(expr::Schema& schema) {
  using F = FirmwareFacts;
  GroupType<F>(schema, "firmware", "firmware and address windows", "read_firmware", &Facts::firmware)
      .fact("bar_total", "sum of BAR1 apertures, each rounded up to a power of two", bit(PartKind::gpu),
            [](const F& f) { return f.bar_total; })
      .fact("above_4g", "the board offers Above 4G decoding", bit(PartKind::board),
            [](const F& f) { return f.above_4g; })
      .fact("rebar", "the board offers Resizable BAR", bit(PartKind::board), [](const F& f) { return f.rebar; })
      .fact("bifurcated_slots", "slots that must be split in the BIOS", footprints::kPlacement,
            [](const F& f) { return f.bifurcated_slots; });
  using C = CostFacts;
  GroupType<C>(schema, "cost", "catalog prices", "sum_cost", &Facts::cost)
      .fact("total", "sum of catalog prices", footprints::kAll, [](const C& c) { return c.total; })
      .fact(
          "priced", "sum of the parts that have a price", footprints::kAll, [](const C& c) { return c.priced; },
          Direction::grows)
      .fact("unpriced", "parts without a catalog price", footprints::kAll,
            [](const C& c) { return static_cast<std::int64_t>(c.unpriced.size()); });
  using Q = QuoteFacts;
  GroupType<Q> quote(schema, "quote", "what the quote states", "sum_quote", &Facts::quote);
  quote.fact("lines_sum", "sum of stated line prices", 0, [](const Q& q) { return q.lines_sum; })
      .fact("stated_total", "stated total", 0, [](const Q& q) { return q.stated_total; })
      .fact("difference", "stated total minus sum of lines", 0, [](const Q& q) { return q.difference; })
      .fact("unpriced_lines", "part lines without a price", 0, [](const Q& q) { return q.unpriced_lines; })
      .fact("unresolved_lines", "lines that match no catalog part", 0, [](const Q& q) { return q.unresolved_lines; })
      .fact("ambiguous_lines", "lines that match several parts", 0, [](const Q& q) { return q.ambiguous_lines; })
      .fact("duplicate_lines", "lines for a part of which one is enough", 0,
            [](const Q& q) { return q.duplicate_lines; })
      .fact("line_mismatches", "lines whose total is not quantity x unit price", 0,
            [](const Q& q) { return q.line_mismatches; })
      .fact("currency", "currency of the quote", 0, [](const Q& q) { return q.currency; });
}

void register_open_points(expr::ObjectType& quote) {
  add_fact<Facts>(quote, "open_points", "alternatives or requirements left open", 0, Direction::any, "quote reader",
                  [](const Facts& f) {
                    return static_cast<std::int64_t>(f.build().quote ? f.build().quote->open_points.size() : 0);
                  });
  add_fact<Facts>(quote, "open_points_text", "the first of them", 0, Direction::any, "quote reader",
                  [](const Facts& f) -> Known<std::string> {
                    if (!f.build().quote || f.build().quote->open_points.empty())
                      return Known<std::string>::unknown("none");
                    return f.build().quote->open_points.front();
                  });
}

/// Which kinds the quote has lines for, even where no product is recognized.
void register_names(expr::Schema& schema) {
  auto& t = schema.add("quote_names", "kinds of parts that lines of the quote speak of, recognized or not");
  t.label = [](const void*) { return std::string("quote"); };
  for (const PartKind kind :
       {PartKind::cpu, PartKind::memory, PartKind::cooler, PartKind::storage, PartKind::psu, PartKind::chassis}) {
    const std::string name(kind == PartKind::storage ? std::string_view("drive") : name_of(kind));
    add_fact<Facts>(
        t, name, "some line speaks of a " + name, 0, Direction::any, "quote reader", [kind](const Facts& f) {
          if (!f.build().quote) return false;
          const auto& lines = f.build().quote->lines;
          return std::any_of(lines.begin(), lines.end(), [kind](const QuoteLine& l) { return l.kind == kind; });
        });
  }
}

}  // namespace

void register_groups(expr::Schema& schema) {
  register_placement(schema);
  register_bandwidth(schema);
  register_power(schema);
  register_fit(schema);
  register_thermal(schema);
  register_memory(schema);
  register_rest(schema);
  register_names(schema);
  for (expr::ObjectType& type : schema.types)
    if (type.name == "quote") register_open_points(type);
}

}  // namespace planner
