#include "model/skeleton.h"

#include <algorithm>

#include "model/field.h"
#include "model/structured_field.h"

namespace planner {
namespace {

/// An example of what the field holds, in the form that the loader reads.
std::string example(const ScalarType& type) {
  switch (type.kind) {
    case ScalarType::Kind::boolean:
      return "true";
    case ScalarType::Kind::text:
      return "\"\"";
    case ScalarType::Kind::enumeration:
      return type.names.empty() ? std::string() : std::string(type.names.front());
    case ScalarType::Kind::number:
      break;
  }
  return format_amount({Rational(1), type.dimension});
}

std::string choices(const ScalarType& type) {
  std::string out;
  if (type.kind != ScalarType::Kind::enumeration) return out;
  for (const auto name : type.names) out += (out.empty() ? " One of: " : ", ") + std::string(name);
  return out + ".";
}

/// Structured fields are lists but for these two.
std::string example(const StructuredField& field) {
  if (field.name == "includes_gpu") return "gpu-id";
  return field.name == "includes_gpu_count" ? "8" : "[]";
}

std::string fields(PartKind kind, const std::string& indent) {
  std::string out;
  for (const Field& f : fields_of(kind))
    out += indent + "# " + std::string(f.name) + ": " + example(f.type) + "  # " + std::string(f.doc) +
           choices(f.type) + "\n";
  for (const StructuredField& f : structured_fields_of(kind))
    out += indent + "# " + std::string(f.name) + ": " + example(f) + "  # " + std::string(f.doc) +
           " docs/catalog-format.md shows the entries.\n";
  return out;
}

}  // namespace

std::string part_skeleton(PartKind kind) {
  const std::string name(name_of(kind));
  std::string out =
      "# A " + name +
      " of your own, for `--catalog`. Remove the # of each field you know and fill it in; leave the\n"
      "# others out: what is not known is never 0. Required: id and name. `planner catalog lint` checks the file.\n"
      "kind: " +
      name +
      "\nparts:\n"
      "  - id: my-" +
      name +
      "  # required: lower-case letters, digits, dashes and dots\n"
      "    name: My " +
      name +
      "  # required: as people write it\n"
      "    sources: [where the figures come from]\n"
      "    # vendor: Maker\n"
      "    # aliases: [other names in quotes]\n"
      "    # part_numbers: [\"MPN-1\"]\n"
      "    # as_of: 2026-12-01  # when the figures were read\n"
      "    # confidence: medium  # high, medium or low\n"
      "    # prices: [{amount: $100, basis: street, condition: new, as_of: 2026-12-01, source: shop}]\n"
      "    # notes: [what people should know]\n";
  out += fields(kind, "    ");
  if (kind != PartKind::platform) return out;
  for (const PartKind section : {PartKind::board, PartKind::chassis, PartKind::psu})
    out += "    # " + std::string(name_of(section)) + ":\n" + fields(section, "    #   ");
  return out;
}

}  // namespace planner
