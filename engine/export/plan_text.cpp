#include "export/plan_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "model/field.h"

namespace planner::plan_text {
namespace {

std::string gpu_names(const std::vector<int>& gpus) {
  std::string text = gpus.size() == 1 ? "GPU " : "GPUs ";
  for (std::size_t i = 0; i < gpus.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(gpus[i]);
  return text;
}

/// Cards of different makers with one chip have the same device id, and no tool tells them apart.
bool same_to_driver(const Gpu& a, const Gpu& b) {
  return &a == &b || std::ranges::any_of(a.pci_ids, [&](const std::string& id) {
    return std::ranges::find(b.pci_ids, id) != b.pci_ids.end();
  });
}

template <class Get>
Figure least(const Facts& facts, const std::vector<int>& gpus, std::string_view what, Get get) {
  Figure figure;
  std::set<std::int64_t> seen;
  for (const int i : gpus) {
    const CardPlacement& card = facts.placement().gpus[static_cast<std::size_t>(i)];
    const Known<std::int64_t> value = get(card);
    if (!value) {
      std::string why = value.reason().empty() ? card.why : value.reason();
      if (why.empty()) why = "not recorded";
      return {std::nullopt, std::string(what) + " of GPU " + std::to_string(i) + " is unknown: " + why};
    }
    seen.insert(*value);
  }
  if (seen.empty()) return {std::nullopt, "the plan lists no GPU"};
  figure.value = *seen.begin();
  figure.origin = std::string(what) + " by the plan's placement of " + gpu_names(gpus);
  if (seen.size() > 1) figure.origin += ", the least of several (up to " + std::to_string(*seen.rbegin()) + ")";
  return figure;
}

}  // namespace

std::vector<Model> models_of(const Facts& facts) {
  std::vector<Model> models;
  for (const auto& gpu : facts.inventory().gpus) {
    auto found = std::ranges::find_if(models, [&](const Model& m) { return same_to_driver(*m.part, *gpu.part); });
    if (found == models.end()) found = models.insert(models.end(), Model{gpu.part, {}});
    found->gpus.push_back(gpu.index);
  }
  return models;
}

Maker maker_of(const Gpu& gpu) {
  if (gpu.info.vendor == "NVIDIA" || gpu.compute_capability || !device_ids(gpu).empty()) return Maker::nvidia;
  const std::string architecture = gpu.architecture.value_or("");
  const bool amd =
      architecture.starts_with("RDNA") || architecture.starts_with("CDNA") || architecture.starts_with("Vega");
  return amd || gpu.info.vendor == "AMD" ? Maker::amd : Maker::other;
}

bool all_by(const std::vector<Model>& models, Maker maker) {
  return std::ranges::all_of(models, [&](const Model& m) { return maker_of(*m.part) == maker; });
}

Figure least_lanes(const Facts& facts, const std::vector<int>& gpus) {
  return least(facts, gpus, "link width", [](const CardPlacement& card) -> Known<std::int64_t> {
    if (!card.lanes) return Known<std::int64_t>::unknown(card.lanes.reason());
    return card.lanes->smallest();
  });
}

Figure least_gen(const Facts& facts, const std::vector<int>& gpus) {
  return least(facts, gpus, "link generation", [](const CardPlacement& card) { return card.gen; });
}

PowerFigure power_limit(const Facts& facts, const Model& model) {
  std::set<std::int64_t> limits;
  bool planned = false;
  for (const int i : model.gpus) {
    const BuildItem* item = facts.inventory().gpus[static_cast<std::size_t>(i)].item;
    const bool own = item != nullptr && item->power_limit.known();
    planned = planned || own;
    const Gpu& part = *facts.inventory().gpus[static_cast<std::size_t>(i)].part;
    const Known<Power> limit = own ? item->power_limit : part.board_power;
    if (!limit) return {{std::nullopt, "board power of " + part.info.name + " is not recorded"}, planned};
    limits.insert(limit->smallest());
  }
  if (limits.size() > 1) return {{std::nullopt, "the cards of this model have different power limits"}, planned};
  const std::string origin =
      planned ? "power_limit of the plan, " + facts.build().file : place_of(model.part->info, "board_power");
  return {{*limits.begin(), origin}, planned};
}

std::string place_of(const PartInfo& info, std::string_view field) {
  const Provenance p = provenance_of(info, field);
  std::string text = std::string(field) + ", " + std::string(p.file);
  if (p.at.line > 0) text += ":" + std::to_string(p.at.line);
  if (p.confidence == Confidence::low) text += ", low confidence";
  return text;
}

std::string comment(std::string_view text) {
  std::string line = "# ";
  for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  return line + "\n";
}

std::string heading(const Facts& facts, std::string_view what) {
  const Build& build = facts.build();
  std::string text = comment(std::string(what) + ", written by planner export");
  text += comment("plan: " + (build.name.empty() ? std::string("(no name)") : build.name) + ", " + build.file);
  for (const Model& m : models_of(facts))
    text += comment("GPUs: " + std::to_string(m.gpus.size()) + " x " + m.part->info.name);
  if (facts.inventory().gpus.empty()) text += comment("GPUs: none in the plan");
  return text + "\n";
}

std::string decimal(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.3f", value);
  std::string text = buffer.data();
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::vector<std::string> device_ids(const Gpu& gpu) {
  std::vector<std::string> ids;
  for (const std::string& id : gpu.pci_ids)
    if (id.starts_with("10de:") && id.size() == 9) ids.push_back(id.substr(5));
  return ids;
}

}  // namespace planner::plan_text
