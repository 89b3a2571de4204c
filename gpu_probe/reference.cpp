// Matching a GPU with its catalog entry.
#include "gpu_probe/reference.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace planner::probe {
namespace {

/// Lower case letters and digits without the words that only some spell out.
std::string plain(std::string_view name) {
  std::string text;
  for (const unsigned char c : name) {
    if (std::isalnum(c) != 0) text += static_cast<char>(std::tolower(c));
  }
  constexpr std::array<std::string_view, 4> noise{"nvidia", "geforce", "tesla", "graphics"};
  for (const std::string_view word : noise) {
    if (const std::size_t at = text.find(word); at != std::string::npos) text.erase(at, word.size());
  }
  return text;
}

bool is_named(const GpuReference& reference, const std::string& wanted) {
  if (plain(reference.name) == wanted || plain(reference.id) == wanted) return true;
  return std::ranges::any_of(reference.aliases, [&](const std::string& alias) { return plain(alias) == wanted; });
}

}  // namespace

const GpuReference* find_reference(const std::vector<GpuReference>& references, const GpuFacts& facts) {
  const std::string wanted = plain(facts.name);
  const GpuReference* by_id = nullptr;
  const GpuReference* by_name = nullptr;
  for (const GpuReference& reference : references) {
    const bool id_fits =
        !facts.pci_id.empty() && std::ranges::find(reference.pci_ids, facts.pci_id) != reference.pci_ids.end();
    const bool name_fits = is_named(reference, wanted);
    if (id_fits && name_fits) return &reference;
    if (id_fits && by_id == nullptr) by_id = &reference;
    if (name_fits && by_name == nullptr) by_name = &reference;
  }
  return by_id != nullptr ? by_id : by_name;
}

}  // namespace planner::probe
