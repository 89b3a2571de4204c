// Truths about matrices, lspci and topology files.
#include <algorithm>
#include <map>
#include <set>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "truth.h"

namespace planner::machine {
namespace {

Number gpu_number(const std::string& name) {
  return starts_with(name, "GPU") ? whole_at(std::string_view(name).substr(3)) : std::nullopt;
}

/// "PIX" -> "0-1 2-3 ...", of the upper triangle.
std::map<std::string, std::vector<std::string>> pairs_of(const WordMatrix& matrix) {
  std::map<std::string, std::vector<std::string>> pairs;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const auto from = gpu_number(matrix.rows[r]);
    for (std::size_t c = 0; from && c < matrix.columns.size(); ++c) {
      const auto to = gpu_number(matrix.columns[c]);
      if (to && *from < *to && matrix.cells[r][c])
        pairs[*matrix.cells[r][c]].push_back(std::to_string(*from) + "-" + std::to_string(*to));
    }
  }
  return pairs;
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

void compare_matrix(const Node& truth, const WordMatrix& matrix, Truth& to) {
  const auto gpus =
      std::count_if(matrix.rows.begin(), matrix.rows.end(), [](const std::string& n) { return starts_with(n, "GPU"); });
  to.same("gpus", stated(truth, "gpus"), std::to_string(gpus));
  std::vector<std::string> columns;
  for (const Node& column : truth.find("columns")->items) columns.push_back(column.text);
  to.same("columns", joined(columns), joined(matrix.columns));
  auto pairs = pairs_of(matrix);
  const Node* wanted = truth.find("pairs");
  to.same("kinds of pairs", wanted->entries.size(), pairs.size());
  for (const auto& entry : wanted->entries) {
    const auto& read = pairs[entry.key];
    if (entry.value.is_list()) {
      std::vector<std::string> list;
      for (const Node& pair : entry.value.items) list.push_back(pair.text);
      to.same(entry.key, joined(list), joined(read));
    } else {
      to.same(entry.key, std::to_string(whole_at(entry.value.text).value_or(-1)), std::to_string(read.size()));
    }
  }
}

/// "32GT/s x16"
std::string link_text(const Real& speed, const Number& width) {
  char text[40];
  std::snprintf(text, sizeof text, "%gGT/s x%lld", speed.value_or(0), static_cast<long long>(width.value_or(0)));
  return text;
}

std::string without_marks(std::string text) {
  for (const std::string_view mark : {" (ok)", " (downgraded)"}) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) text.erase(at, mark.size());
  }
  return text;
}

void compare_device(const Node& truth, const Machine& machine, Truth& to) {
  const std::string bdf = stated(truth, "bdf");
  const auto address = parse_pci_address(bdf);
  const PciDevice* device = address ? find_device(machine, *address) : nullptr;
  to.same(bdf, "found", device ? "found" : "missing");
  if (!device) return;
  const std::string about = stated(truth, "desc");
  to.same(bdf + " class", about.substr(0, about.find(": ")), shown(device->class_name));
  if (truth.find("numa")) to.same(bdf + " numa", stated(truth, "numa"), shown(device->numa_node));
  if (truth.find("cap"))
    to.same(bdf + " cap", stated(truth, "cap"), link_text(device->link.max_speed_gts, device->link.max_width));
  if (truth.find("sta"))
    to.same(bdf + " sta", without_marks(stated(truth, "sta")), link_text(device->link.speed_gts, device->link.width));
  const Node* bars = truth.find("bars");
  for (std::size_t i = 0; bars && i < bars->items.size(); ++i) {
    const auto parts = split(bars->items[i].text, ':');
    const auto same = [&](const PciBar& b) {
      return b.index == whole_at(parts[0]) && b.size_bytes == bytes_of(parts[1]);
    };
    to.same(bdf + " bar " + bars->items[i].text, "found",
            std::any_of(device->bars.begin(), device->bars.end(), same) ? "found" : "missing");
  }
}

std::size_t gpu_count(const Machine& machine) {
  return gpu_devices(machine).size();
}

}  // namespace

void compare_topology(const Node& truth, const Machine& machine, Truth& to) {
  const Topology& topology = machine.topology;
  compare_matrix(truth, topology.levels, to);
  for (const auto& entry : truth.find("gpu_tail")->entries) {
    const auto at = std::find_if(topology.endpoints.begin(), topology.endpoints.end(),
                                 [&](const TopologyEndpoint& e) { return e.name == entry.key; });
    if (at == topology.endpoints.end()) {
      to.same(entry.key, "found", "missing");
      continue;
    }
    std::string tail;
    for (const Text& part : {at->cpu_affinity, at->numa_affinity, at->gpu_numa_id}) tail += part ? " " + *part : "";
    std::string wanted;
    for (const std::string_view word : words_of(entry.value.text))
      wanted += word == "N/A" ? "" : " " + std::string(word);
    to.same(entry.key, wanted, tail);
  }
  for (const auto& entry : truth.find("gpu_nic")->entries) {
    const auto row = std::find(topology.levels.rows.begin(), topology.levels.rows.end(), entry.key);
    std::string cells;
    for (std::size_t c = 0; row != topology.levels.rows.end() && c < topology.levels.columns.size(); ++c) {
      const Text& cell = topology.levels.cells[static_cast<std::size_t>(row - topology.levels.rows.begin())][c];
      if (!starts_with(topology.levels.columns[c], "GPU")) cells += (cells.empty() ? "" : " ") + cell.value_or("?");
    }
    to.same(entry.key + " to NICs", entry.value.text, cells);
  }
}

void compare_peer_matrix(const Node& truth, const Machine& machine, Truth& to) {
  to.same("peer matrices", "one", machine.topology.peer.empty() ? "none" : "one");
  to.same("level matrix", std::size_t{0}, machine.topology.levels.rows.size());
  if (!machine.topology.peer.empty()) compare_matrix(truth, machine.topology.peer[0].matrix, to);
}

void compare_lspci(const Node& truth, const Machine& machine, Truth& to) {
  if (truth.find("devices")) to.same("devices", stated(truth, "devices"), std::to_string(machine.pci.size()));
  if (truth.find("nvidia_gpus"))
    to.same("nvidia_gpus", stated(truth, "nvidia_gpus"), std::to_string(gpu_count(machine)));
  if (const Node* lines = truth.find("nvidia_lines"); lines && lines->is_list())
    to.same("nvidia_lines", lines->items.size(), gpu_count(machine));
  if (const Node* devices = truth.find("nvidia")) {
    for (const Node& device : devices->items) compare_device(device, machine, to);
  }
  if (const Node* roots = truth.find("roots")) {
    std::set<std::string> buses;
    for (const PciDevice& device : machine.pci) {
      if (!device.parent) buses.insert(to_text(device.address).substr(0, 7));
    }
    for (const Node& root : roots->items)
      to.same("root " + root.text, "found", buses.count(root.text) ? "found" : "missing");
    to.same("roots", roots->items.size(), buses.size());
  }
  if (!truth.find("downgraded_count")) return;
  const auto marked = [](const PciDevice& d) {
    return d.link.speed_downgraded == true || d.link.width_downgraded == true;
  };
  to.same("downgraded", stated(truth, "downgraded_count"),
          std::to_string(std::count_if(machine.pci.begin(), machine.pci.end(), marked)));
}

void compare_nccl(const Node& truth, const Machine& machine, Truth& to) {
  if (stated(truth, "root") == "graphs") {
    to.same("devices of a graph", std::size_t{0}, machine.pci.size() + machine.gpus.size());
    return;
  }
  to.same("pci_nodes", stated(truth, "pci_nodes"), std::to_string(machine.pci.size()));
  const auto of_class = [&](const char* start) {
    return std::count_if(machine.pci.begin(), machine.pci.end(),
                         [&](const PciDevice& d) { return d.class_id && starts_with(*d.class_id, start); });
  };
  to.same("gpu_class_pci", stated(truth, "gpu_class_pci"), std::to_string(of_class("03")));
  to.same("nic_class_pci", stated(truth, "nic_class_pci"), std::to_string(of_class("02")));
  to.same("nets", stated(truth, "nets"), std::to_string(machine.nics.size()));
  const auto marked = std::count_if(machine.gpus.begin(), machine.gpus.end(),
                                    [](const Gpu& g) { return g.compute_capability.has_value(); });
  to.same("gpus", truth.find("gpus")->items.size(), static_cast<std::size_t>(marked));
  std::set<std::string> nodes;
  for (const Node& cpu : truth.find("cpus")->items) nodes.insert(stated(cpu, "numaid"));
  to.same("cpus", nodes.size(), machine.numa_nodes.size());
  for (const NumaNode& node : machine.numa_nodes)
    to.same("numaid", "stated", nodes.count(std::to_string(node.id)) ? "stated" : std::to_string(node.id));
}

void compare_hwloc(const Node& truth, const Machine& machine, Truth& to) {
  to.same("packages", stated(truth, "packages"), shown(machine.host.sockets));
  to.same("numanodes", stated(truth, "numanodes"), std::to_string(machine.numa_nodes.size()));
  to.same("pus", stated(truth, "pus"), shown(machine.host.threads));
  const auto devices =
      std::count_if(machine.pci.begin(), machine.pci.end(), [](const PciDevice& d) { return d.class_id != "0604"; });
  to.same("pcidevs", stated(truth, "pcidevs"), std::to_string(devices));
  std::size_t nvidia = 0;
  for (const PciDevice& device : machine.pci) nvidia += device.vendor_id == "10de" ? 1 : 0;
  to.same("nvidia", truth.find("nvidia_pcidevs")->items.size(), nvidia);
  for (const Node& line : truth.find("nvidia_pcidevs")->items) {
    const auto words = words_of(line.text);
    const PciDevice* device = find_device(machine, *parse_pci_address(words[0]));
    to.same(std::string(words[0]), std::string(words[1]), device ? shown(device->class_id) : "missing");
    if (!device) continue;
    to.same(std::string(words[0]) + " ids", std::string(words[2].substr(1, 9)),
            *device->vendor_id + ":" + *device->device_id);
    const double speed = number_at(words.back()).value_or(-1);
    to.same(std::string(words[0]) + " link", speed > 0 ? std::to_string(speed) : "-",
            device->link.bandwidth_gbs ? std::to_string(*device->link.bandwidth_gbs) : "-");
    to.same(std::string(words[0]) + " is a GPU", words[1] == "0302" ? "yes" : "no", is_gpu(*device) ? "yes" : "no");
  }
}

}  // namespace planner::machine
