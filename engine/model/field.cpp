#include "model/field.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "model/field_access.h"

namespace planner {
namespace {

using FieldIndex = std::unordered_map<std::string_view, const Field*>;

const FieldIndex& index_of(PartKind kind) {
  static const auto kIndices = [] {
    std::array<FieldIndex, kPartKinds> indices;
    for (std::size_t k = 0; k < kPartKinds; ++k) {
      for (const Field& f : fields_of(static_cast<PartKind>(k))) indices[k].emplace(f.name, &f);
    }
    return indices;
  }();
  return kIndices[static_cast<std::size_t>(kind)];
}

const FieldOrigin* find_origin(const PartInfo& info, std::string_view field) {
  const auto it =
      std::find_if(info.origins.begin(), info.origins.end(), [&](const FieldOrigin& o) { return o.field == field; });
  return it == info.origins.end() ? nullptr : &*it;
}

}  // namespace

std::span<const Field> fields_of(PartKind kind) {
  switch (kind) {
    case PartKind::gpu:
      return field_access::gpu_fields();
    case PartKind::board:
      return field_access::board_fields();
    case PartKind::cpu:
      return field_access::cpu_fields();
    case PartKind::memory:
      return field_access::memory_fields();
    case PartKind::psu:
      return field_access::psu_fields();
    case PartKind::chassis:
      return field_access::chassis_fields();
    case PartKind::cooler:
      return field_access::cooler_fields();
    case PartKind::riser:
      return field_access::riser_fields();
    case PartKind::storage:
      return field_access::storage_fields();
    case PartKind::nic:
      return field_access::nic_fields();
    case PartKind::circuit:
      return field_access::circuit_fields();
    case PartKind::platform:
      return field_access::platform_fields();
    case PartKind::count_:
      break;
  }
  return {};
}

const Field* find_field(PartKind kind, std::string_view name) {
  const FieldIndex& index = index_of(kind);
  const auto it = index.find(name);
  return it == index.end() ? nullptr : it->second;
}

const void* raw(const Part& part) {
  return std::visit([](const auto& p) -> const void* { return &p; }, part);
}

void* raw(Part& part) {
  return std::visit([](auto& p) -> void* { return &p; }, part);
}

Provenance provenance_of(const PartInfo& info, std::string_view field) {
  const FieldOrigin* origin = find_origin(info, field);
  for (const std::string_view section : {"board.", "chassis.", "psu."}) {
    if (origin == nullptr) origin = find_origin(info, std::string(section) + std::string(field));
  }
  Provenance p{info.file, info.at, info.source_text, info.as_of, info.confidence};
  if (origin == nullptr) return p;
  p.at = origin->at;
  p.confidence = origin->confidence;
  if (!origin->file.empty()) p.file = origin->file;
  if (!origin->source.empty()) p.source = origin->source;
  if (!origin->as_of.empty()) p.as_of = origin->as_of;
  return p;
}

}  // namespace planner
