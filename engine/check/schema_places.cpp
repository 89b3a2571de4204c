// Where a build or quote names the objects of the schema, so that findings can point into the user's file.
#include "check/schema.h"

namespace planner {
namespace {

template <class T>
void place_unit(expr::Schema& schema, std::string_view name) {
  for (expr::ObjectType& type : schema.types) {
    if (type.name != name) continue;
    type.place = [](const void* object) {
      const auto& unit = *static_cast<const Fitted<T>*>(object);
      return unit.item != nullptr ? unit.item->at : Location{};
    };
  }
}

void place_line(expr::Schema& schema) {
  for (expr::ObjectType& type : schema.types) {
    if (type.name != "line") continue;
    type.place = [](const void* object) { return Location{static_cast<const QuoteLine*>(object)->line, 0}; };
  }
}

}  // namespace

void register_places(expr::Schema& schema) {
  place_unit<Gpu>(schema, "gpu");
  place_unit<Cpu>(schema, "cpu");
  place_unit<Memory>(schema, "memory_kit");
  place_unit<Psu>(schema, "psu");
  place_unit<Cooler>(schema, "cooler");
  place_unit<Riser>(schema, "riser");
  place_unit<Storage>(schema, "drive");
  place_unit<Nic>(schema, "nic");
  place_unit<Circuit>(schema, "circuit");
  place_line(schema);
}

}  // namespace planner
