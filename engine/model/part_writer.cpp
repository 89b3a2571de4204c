#include "model/part_writer.h"

#include "model/exact_text.h"
#include "model/field.h"
#include "model/price_reader.h"
#include "model/structured_field.h"
#include "source/node_builder.h"

namespace planner {
namespace {

std::string scalar_text(const Scalar& value, const ScalarType& type) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* number = std::get_if<Rational>(&value)) return exact_text(Amount{*number, type.dimension});
  return std::get<std::string>(value);
}

/// A figure with its origin, short where that is the part's own.
Node figure(const PartInfo& info, const std::string& field, Node value) {
  const Provenance origin = provenance_of(info, field);
  if (origin.source == info.source_text && origin.confidence == info.confidence) return value;
  Node map = map_node();
  put(map, "value", std::move(value));
  if (origin.source != info.source_text) put(map, "source", std::string(origin.source));
  put(map, "confidence", std::string(enum_name(origin.confidence)));
  return map;
}

Node unknown(std::string why) {
  Node map = map_node();
  put(map, "unknown", std::move(why));
  return map;
}

void write_fields(Node& map, PartKind kind, const void* raw_part, const PartInfo& info, const std::string& prefix) {
  // Read back as a variant, a field that is left out would be inherited.
  const std::string silent = info.variant_of.empty() ? "" : "not recorded";
  for (const Field& f : fields_of(kind)) {
    const std::string name(f.name);
    const Known<Scalar> value = f.get(raw_part);
    const std::string& why = value.reason().empty() ? silent : value.reason();
    if (value) {
      put(map, name, figure(info, prefix + name, scalar_node(scalar_text(*value, f.type))));
    } else if (!why.empty()) {
      put(map, name, unknown(why));
    }
  }
  for (const StructuredField& f : structured_fields_of(kind)) {
    const std::string name(f.name);
    auto value = f.write(raw_part);
    if (value) {
      put(map, name, figure(info, prefix + name, std::move(*value)));
    } else if (!silent.empty()) {
      put(map, name, unknown(silent));
    }
  }
}

void write_header(Node& map, const Part& part) {
  const PartInfo& info = info_of(part);
  const auto texts = [&](std::string key, const std::vector<std::string>& all) {
    if (!all.empty()) put(map, std::move(key), text_list_node(all));
  };
  put(map, "kind", std::string(name_of(kind_of(part))));
  put(map, "id", info.id);
  put(map, "name", info.name);
  if (!info.vendor.empty()) put(map, "vendor", info.vendor);
  if (!info.variant_of.empty()) put(map, "variant_of", info.variant_of);
  texts("aliases", info.aliases);
  texts("part_numbers", info.part_numbers);
  put(map, "confidence", std::string(enum_name(info.confidence)));
  texts("sources", info.sources);
  if (!info.as_of.empty()) put(map, "as_of", info.as_of);
  if (info.generic) put(map, "generic", "true");
  if (info.discontinued) put(map, "discontinued", "true");
  texts("notes", info.notes);
  if (info.prices.empty()) return;
  Node prices = list_node();
  for (const Price& p : info.prices) prices.items.push_back(write_price(p));
  put(map, "prices", std::move(prices));
}

}  // namespace

Node write_part(const Part& part) {
  Node map = map_node();
  const PartInfo& info = info_of(part);
  write_header(map, part);
  write_fields(map, kind_of(part), raw(part), info, "");
  if (const auto* platform = std::get_if<Platform>(&part)) {
    const auto section = [&](std::string name, PartKind kind, const void* raw_part) {
      Node fields = map_node();
      write_fields(fields, kind, raw_part, info, name + ".");
      if (!fields.entries.empty()) put(map, std::move(name), std::move(fields));
    };
    section("board", PartKind::board, &platform->board);
    section("chassis", PartKind::chassis, &platform->chassis);
    section("psu", PartKind::psu, &platform->psu);
  }
  return map;
}

}  // namespace planner
