// Grouping GPUs by what they share.
#include "gpu_probe/contention.h"

#include <algorithm>
#include <map>

namespace planner::probe {
namespace {

/// Groups GPUs of which a chain of `joined` pairs leads from one to the other.
template <typename Joined>
std::vector<std::vector<int>> groups(const Inventory& inventory, Joined joined) {
  std::vector<std::vector<int>> all;
  for (const GpuFacts& gpu : inventory.gpus) {
    const auto home = std::ranges::find_if(all, [&](const std::vector<int>& group) {
      return std::ranges::any_of(group, [&](int member) {
        const PairFacts* pair = inventory.pair(member, gpu.index);
        return pair != nullptr && joined(*pair);
      });
    });
    if (home == all.end())
      all.push_back({gpu.index});
    else
      home->push_back(gpu.index);
  }
  return all;
}

const std::string& pcie_level(const PairFacts& pair) {
  return pair.pcie_level.empty() ? pair.level : pair.pcie_level;
}

bool behind_one_switch(const PairFacts& pair) {
  return pcie_level(pair) == "PIX" || pcie_level(pair) == "PXB";
}

std::vector<SharedPath> named(const char* name, const std::vector<std::vector<int>>& groups) {
  std::vector<SharedPath> paths;
  for (const std::vector<int>& gpus : groups)
    paths.push_back({std::string(name) + " " + std::to_string(paths.size()), gpus});
  return paths;
}

}  // namespace

std::vector<SharedPath> switches_of(const Inventory& inventory) {
  auto found = groups(inventory, behind_one_switch);
  std::erase_if(found, [](const std::vector<int>& group) { return group.size() < 2; });
  return named("switch", found);
}

std::vector<SharedPath> sockets_of(const Inventory& inventory) {
  std::map<int, std::vector<int>> by_node;
  for (const GpuFacts& gpu : inventory.gpus) {
    if (!gpu.link.numa_node) break;
    by_node[*gpu.link.numa_node].push_back(gpu.index);
  }
  std::size_t known = 0;
  std::vector<SharedPath> paths;
  for (auto& [node, gpus] : by_node) {
    known += gpus.size();
    paths.push_back({"NUMA node " + std::to_string(node), std::move(gpus)});
  }
  if (known == inventory.gpus.size()) return paths;
  return named("socket", groups(inventory, [](const PairFacts& pair) {
                 return !pcie_level(pair).empty() && pcie_level(pair) != "SYS" && !pcie_level(pair).starts_with("NV");
               }));
}

double share_behind_switch(const Inventory& inventory, int gpu, const std::vector<int>& gpus) {
  const auto together = 1 + std::ranges::count_if(gpus, [&](int other) {
                          const PairFacts* pair = inventory.pair(gpu, other);
                          return other != gpu && pair != nullptr && behind_one_switch(*pair);
                        });
  return 1.0 / static_cast<double>(together);
}

std::vector<HostShare> host_shares(const Report& report, Metric all_at_once) {
  std::vector<HostShare> shares;
  const auto all = std::ranges::find(report.results, all_at_once, [](const Result& r) { return r.task.metric; });
  if (all == report.results.end()) return shares;
  const Metric alone = all_at_once == Metric::all_host_to_device ? Metric::host_to_device : Metric::device_to_host;
  for (const int gpu : all->task.gpus) {
    const auto detail = all->reading.details.find(detail_of_gpu(gpu));
    if (detail == all->reading.details.end()) continue;
    HostShare share{gpu, 0, detail->second};
    for (const Result& result : report.results) {
      if (result.task.metric == alone && result.task.gpu == gpu && !result.reading.samples.empty())
        share.alone = std::max(share.alone, figure_of(alone, summarize(result.reading.samples)));
    }
    if (share.alone > 0) shares.push_back(share);
  }
  return shares;
}

}  // namespace planner::probe
