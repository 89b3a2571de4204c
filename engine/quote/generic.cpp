#include <algorithm>

#include "quote/context.h"
#include "quote/memory_phrase.h"
#include "quote/stated.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

bool is_generic(const Part& part) {
  const PartInfo& info = info_of(part);
  return info.generic || info.vendor.empty() || fold(info.vendor) == "generic";
}

/// A stated figure fits if the part's figure is known and equal.
template <class T, class U>
bool fits(const Known<T>& have, const std::optional<U>& stated) {
  return !stated || (have.known() && *have == T(*stated));
}
template <class T>
bool fits(const Known<T>& have, const Known<T>& stated) {
  return !stated.known() || have == stated;
}

bool allows(const Memory& part, const MemoryPhrase& phrase, bool registered_only) {
  if (!phrase.module_gb || !part.modules || *part.modules != 1) return false;
  if (part.memory_type != Known<std::string>(phrase.memory_type)) return false;
  if (part.module_capacity != Known<DataSize>(DataSize::from_base(*phrase.module_gb))) return false;
  const bool registered = part.module_type == Known<ModuleType>(ModuleType::rdimm) ||
                          part.module_type == Known<ModuleType>(ModuleType::lrdimm);
  if (registered_only && !phrase.module_type && !registered) return false;
  if (phrase.speed_mts && part.speed != Known<Frequency>(Frequency::from_base(*phrase.speed_mts * 1'000'000)))
    return false;
  return fits(part.module_type, phrase.module_type) && fits(part.ecc, phrase.ecc);
}

std::vector<const Part*> generic_memory(const std::string& text, const Resolver& resolver) {
  const MemoryPhrase phrase = read_memory(text);
  // Unbuffered modules end at 32 GB (DDR4) and 64 GB (DDR5), so a larger one is registered even where the line does not
  // say so.
  const bool registered_only = phrase.module_gb && ((phrase.memory_type == "DDR4" && *phrase.module_gb > 32) ||
                                                    (phrase.memory_type == "DDR5" && *phrase.module_gb > 64));
  std::vector<const Part*> found;
  for (const auto* part : resolver.parts())
    if (const auto* memory = std::get_if<Memory>(part);
        memory != nullptr && is_generic(*part) && allows(*memory, phrase, registered_only))
      found.push_back(part);
  return found;
}

/// Generic parts whose known figures equal all those that `wanted` states.
template <class T, class Allows>
std::vector<const Part*> generics(const Resolver& resolver, Allows allowed) {
  std::vector<const Part*> found;
  for (const auto* part : resolver.parts())
    if (const auto* candidate = std::get_if<T>(part); candidate != nullptr && is_generic(*part) && allowed(*candidate))
      found.push_back(part);
  return found;
}

std::vector<const Part*> circuits(const std::string& text, const Resolver& resolver) {
  const auto stated = find_circuit(text);
  if (!stated) return {};
  std::vector<const Part*> found, of_region;
  for (const auto* part : resolver.parts()) {
    const auto* circuit = std::get_if<Circuit>(part);
    if (circuit == nullptr || circuit->voltage != Known<Voltage>(Voltage::from_base(stated->volts)) ||
        circuit->breaker != Known<Current>(Current::from_base(stated->amperes)))
      continue;
    found.push_back(part);
    if (circuit->region && !stated->region.empty() && circuit->region->find(stated->region) != std::string::npos)
      of_region.push_back(part);
  }
  return of_region.empty() ? found : of_region;
}

}  // namespace

std::vector<const Part*> generic_parts(PartKind kind, const std::string& text, const Resolver& resolver) {
  if (kind == PartKind::memory) return generic_memory(text, resolver);
  if (kind == PartKind::circuit) return circuits(text, resolver);
  const auto wanted = part_as_stated(kind, text, {}, {});
  if (wanted == nullptr) return {};
  if (const auto* chassis = std::get_if<Chassis>(wanted.get())) {
    if (!chassis->type) return {};
    return generics<Chassis>(resolver, [&](const Chassis& c) { return c.type == chassis->type; });
  }
  if (const auto* riser = std::get_if<Riser>(wanted.get())) {
    // A USB riser is made in one generation only; all others have to name theirs. Lanes left out mean the usual ones.
    if (!riser->type) return {};
    return generics<Riser>(resolver, [&](const Riser& r) {
      const bool usb = *riser->type == RiserType::usb_x1;
      return r.type == riser->type && (usb || fits(r.gen, riser->gen)) && fits(r.lanes, riser->lanes) &&
             (!riser->bridge_span || r.bridge_span == riser->bridge_span);
    });
  }
  if (const auto* storage = std::get_if<Storage>(wanted.get())) {
    if (!storage->capacity) return {};
    return generics<Storage>(resolver, [&](const Storage& s) {
      return s.capacity == storage->capacity && fits(s.pcie_gen, storage->pcie_gen) && fits(s.lanes, storage->lanes);
    });
  }
  return {};
}

}  // namespace planner::quote
