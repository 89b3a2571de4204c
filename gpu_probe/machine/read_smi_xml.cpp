// nvidia-smi -q -x: elements as paths, in any order and however many are missing.
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/smi_log.h"
#include "gpu_probe/machine/xml_reader.h"

namespace planner::machine {
namespace {

constexpr int kDeepest = 16;

void collect(const pugi::xml_node& node, const std::string& prefix, int depth, SmiValues& to) {
  if (depth > kDeepest) return;
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() != pugi::node_element) continue;
    const std::string path = prefix + snake_case(child.name());
    const bool leaf = child.first_child().type() != pugi::node_element;
    if (leaf) to.push_back({path, shorten(trim(child.child_value()), 2048)});
    collect(child, path + "/", depth + 1, to);
  }
}

/// Lists of clocks are long and of no use here.
bool is_bulk(std::string_view name) {
  return name == "supported_clocks" || name == "accounted_processes";
}

SmiGpu read_gpu(const pugi::xml_node& node) {
  SmiGpu gpu;
  gpu.id = node.attribute("id").value();
  for (const pugi::xml_node& child : node.children()) {
    const std::string_view name = child.name();
    if (child.type() != pugi::node_element || is_bulk(name)) continue;
    if (name == "mig_devices") {
      for (const pugi::xml_node& device : child.children("mig_device"))
        collect(device, "", 0, gpu.mig_devices.emplace_back());
    } else if (name == "processes") {
      for (const pugi::xml_node& one : child.children("process_info"))
        collect(one, "", 0, gpu.processes.emplace_back());
    } else {
      const std::string path = snake_case(name);
      if (child.first_child().type() != pugi::node_element)
        gpu.values.push_back({path, shorten(trim(child.child_value()), 2048)});
      collect(child, path + "/", 0, gpu.values);
    }
  }
  return gpu;
}

}  // namespace

void read_smi_xml(const pugi::xml_node& root, Machine& machine, Source& source) {
  SmiLog log;
  for (const pugi::xml_node& child : root.children()) {
    if (child.type() != pugi::node_element) continue;
    if (std::string_view(child.name()) == "gpu") {
      log.gpus.push_back(read_gpu(child));
    } else {
      log.header.push_back({snake_case(child.name()), shorten(trim(child.child_value()), 256)});
    }
  }
  add_log(log, machine);
  if (machine.gpus_attached && *machine.gpus_attached > static_cast<std::int64_t>(machine.gpus.size())) {
    source.complete = false;
    source.warnings.push_back("shows " + std::to_string(machine.gpus.size()) + " of " +
                              std::to_string(*machine.gpus_attached) + " attached GPUs");
  }
}

}  // namespace planner::machine
