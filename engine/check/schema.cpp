#include "check/schema.h"

#include "check/footprints.h"
#include "check/member.h"

namespace planner {
namespace {

using expr::Direction;
using expr::Footprint;

/// Adds a list of objects that live in a vector found from Facts.
template <class Find>
void add_list(expr::Schema& schema, expr::ObjectType& root, std::string name, std::string_view element, std::string doc,
              Footprint reads, Direction direction, Find find) {
  const expr::ObjectType* type = schema.find(element);
  expr::Member m;
  m.name = std::move(name);
  m.doc = std::move(doc);
  m.type = expr::Type::list_of(type);
  m.reads = reads;
  m.direction = direction;
  m.producer = "inventory";
  m.get = [find, type](const void* object) -> expr::Value {
    expr::List list;
    for (const auto& element_of : find(*static_cast<const Facts*>(object))) list.push_back({type, &element_of});
    return list;
  };
  root.members.push_back(std::move(m));
}

void add_object(expr::Schema& schema, expr::ObjectType& root, std::string name, std::string doc, Footprint reads,
                std::function<expr::Value(const Facts&, const expr::ObjectType*)> find) {
  const expr::ObjectType* type = schema.find(name);
  expr::Member m;
  m.name = std::move(name);
  m.doc = std::move(doc);
  m.type = expr::Type::object_of(type);
  m.reads = reads;
  m.producer = "inventory";
  m.get = [find, type](const void* object) { return find(*static_cast<const Facts*>(object), type); };
  root.members.push_back(std::move(m));
}

void add_lists(expr::Schema& schema, expr::ObjectType& root) {
  const auto units = [&](std::string name, std::string_view type, PartKind kind, std::string doc, auto find) {
    add_list(schema, root, std::move(name), type, std::move(doc), footprint_of(kind), Direction::grows, find);
  };
  units(
      "gpus", "gpu", PartKind::gpu, "all GPUs", [](const Facts& f) -> const auto& { return f.inventory().gpus; });
  units(
      "cpus", "cpu", PartKind::cpu, "all CPUs", [](const Facts& f) -> const auto& { return f.inventory().cpus; });
  units(
      "memory_kits", "memory_kit", PartKind::memory, "all memory kits",
      [](const Facts& f) -> const auto& { return f.inventory().memory; });
  units(
      "psus", "psu", PartKind::psu, "all power supplies",
      [](const Facts& f) -> const auto& { return f.inventory().psus; });
  units(
      "coolers", "cooler", PartKind::cooler, "all CPU coolers",
      [](const Facts& f) -> const auto& { return f.inventory().coolers; });
  units(
      "risers", "riser", PartKind::riser, "risers, cables, adapters and bridges",
      [](const Facts& f) -> const auto& { return f.inventory().risers; });
  units(
      "drives", "drive", PartKind::storage, "all drives",
      [](const Facts& f) -> const auto& { return f.inventory().storage; });
  units(
      "nics", "nic", PartKind::nic, "all network cards",
      [](const Facts& f) -> const auto& { return f.inventory().nics; });
  units(
      "circuits", "circuit", PartKind::circuit, "wall circuits and PDU outlets",
      [](const Facts& f) -> const auto& { return f.inventory().circuits; });
  add_list(
      schema, root, "slots", "slot", "expansion slots of the board", footprints::kPlacement, Direction::any,
      [](const Facts& f) -> const auto& { return f.placement().slots; });
  add_list(
      schema, root, "lane_budgets", "lane_budget", "lanes of each socket and the chipset", footprints::kPlacement,
      Direction::any, [](const Facts& f) -> const auto& { return f.placement().roots; });
  add_list(
      schema, root, "pairs", "pair", "every pair of GPUs", footprints::kPlacement, Direction::any,
      [](const Facts& f) -> const auto& { return f.bandwidth().pairs; });
  add_list(
      schema, root, "lines", "line", "lines of the quote", 0, Direction::any, [](const Facts& f) -> const auto& {
        static const std::vector<QuoteLine> none;
        return f.build().quote ? f.build().quote->lines : none;
      });
}

void add_objects(expr::Schema& schema, expr::ObjectType& root) {
  add_object(schema, root, "board", "the board", footprint_of(PartKind::board),
             [](const Facts& f, const auto* type) -> expr::Value {
               if (f.inventory().board == nullptr) return expr::Unknown{"no board in the build"};
               return expr::ObjectRef{type, &f.inventory()};
             });
  add_object(schema, root, "chassis", "the chassis", footprint_of(PartKind::chassis),
             [](const Facts& f, const auto* type) -> expr::Value {
               if (f.inventory().chassis == nullptr) return expr::Unknown{"no chassis in the build"};
               return expr::ObjectRef{type, &f.inventory()};
             });
  add_object(schema, root, "platform", "the barebone server", footprint_of(PartKind::board),
             [](const Facts& f, const auto* type) -> expr::Value {
               if (f.inventory().platform == nullptr) return expr::Unknown{"no barebone server in the build"};
               return expr::ObjectRef{type, &f.inventory()};
             });
  for (const char* group :
       {"placement", "bandwidth", "power", "fit", "thermal", "memory", "firmware", "cost", "quote", "quote_names"}) {
    add_object(schema, root, group, schema.find(group)->doc, 0, [](const Facts& f, const auto* type) -> expr::Value {
      return expr::ObjectRef{type, &f};
    });
  }
}

void add_counts(expr::ObjectType& root) {
  const auto count = [&](std::string name, std::string doc, Footprint reads, auto get) {
    add_fact<Facts>(root, std::move(name), std::move(doc), reads, Direction::any, "inventory", get);
  };
  count("board_count", "boards and barebone servers in the build", footprint_of(PartKind::board),
        [](const Facts& f) { return f.inventory().boards; });
  count("has_board", "a board or barebone server is in the build", footprint_of(PartKind::board),
        [](const Facts& f) { return f.inventory().board != nullptr; });
  count("has_chassis", "a chassis or barebone server is in the build", footprint_of(PartKind::chassis),
        [](const Facts& f) { return f.inventory().chassis != nullptr; });
  count("has_platform", "a barebone server is in the build", footprint_of(PartKind::board),
        [](const Facts& f) { return f.inventory().platform != nullptr; });
  count("is_quote", "the build was read from a quote or list", 0,
        [](const Facts& f) { return f.build().quote.has_value(); });
  count("inlet_temperature", "planned temperature of the air at the inlet", 0,
        [](const Facts& f) { return f.build().inlet_temperature; });
}

}  // namespace

void register_root(expr::Schema& schema) {
  expr::ObjectType& root = schema.add("build", "the build as a whole");
  root.label = [](const void*) { return std::string("build"); };
  add_lists(schema, root);
  add_objects(schema, root);
  add_counts(root);
  schema.root = &root;
}

const expr::Schema& rule_schema() {
  static const expr::Schema schema = [] {
    expr::Schema s;
    register_parts(s);
    register_elements(s);
    register_groups(s);
    register_root(s);
    register_places(s);
    return s;
  }();
  return schema;
}

expr::ObjectRef root_object(const Facts& facts) {
  return {rule_schema().root, &facts};
}

}  // namespace planner
