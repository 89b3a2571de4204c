// The one-line language of simulated machines.
#include "gpu_probe/sim_spec.h"

#include <charconv>
#include <numeric>
#include <sstream>

namespace planner::probe {
namespace {

constexpr int kMostGpus = 16;

std::optional<int> whole(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value > 0) || value > 1e9) return std::nullopt;
  return value;
}

/// "8x" is 8.
std::optional<int> count_of(std::string_view word) {
  if (!word.ends_with('x')) return std::nullopt;
  word.remove_suffix(1);
  return whole(word);
}

/// "x8" is 8, "gen3" is 3; nothing for another word or a number beyond `most`.
std::optional<int> after(std::string_view word, std::string_view prefix, int most) {
  if (!word.starts_with(prefix)) return std::nullopt;
  const auto value = whole(word.substr(prefix.size()));
  return value && *value >= 1 && *value <= most ? value : std::nullopt;
}

bool set_flag(SimFaults& faults, std::string_view name) {
  if (name == "numa") return faults.wrong_numa = true;
  if (name == "rebar-off") return faults.rebar_off = true;
  if (name == "bit-error") return faults.bit_error = true;
  if (name == "mig") return faults.mig = true;
  if (name == "lost") return faults.lost = true;
  if (name == "hot") return faults.hot = true;
  return false;
}

bool set_fault(SimFaults& faults, std::string_view fault) {
  const std::size_t colon = fault.find(':');
  const std::string_view name = fault.substr(0, colon);
  const auto value = colon == std::string_view::npos ? std::nullopt : real(fault.substr(colon + 1));
  const auto set = [&value](double& to) {
    if (value) to = *value;
    return value.has_value();
  };
  if (colon == std::string_view::npos && set_flag(faults, name)) return true;
  if (name == "compute") return set(faults.compute);
  if (name == "memory") return set(faults.memory);
  if (name == "power") return set(faults.power);
  if (name == "noise") return set(faults.noise);
  if (name == "replays" && value) return (faults.replays = static_cast<int>(*value)) > 0;
  if (const auto links = after(fault, "nvlinks-down:", 36)) return (faults.nvlinks_down = *links) > 0;
  if (const auto socket = fault == "socket:0" ? std::optional(0) : after(fault, "socket:", kMostGpus - 1))
    return (faults.socket = *socket) >= 0;
  if (name == "model") return (faults.model = find_sim_model(fault.substr(colon + 1))) != nullptr;
  if (const auto gen = after(fault, "gen", 6)) return (faults.gen = *gen) > 0;
  if (const auto width = after(fault, "x", 16)) return (faults.width = *width) > 0;
  return false;
}

/// "6+2": GPUs on each socket, all of them.
bool set_sockets(SimMachine& machine, std::string_view text) {
  std::vector<int>& sockets = machine.topology.sockets;
  sockets.clear();
  while (!text.empty()) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    const auto gpus = whole(text.substr(0, plus));
    if (!gpus || *gpus < 0 || *gpus > kMostGpus) return false;
    sockets.push_back(*gpus);
    text.remove_prefix(std::min(plus + 1, text.size()));
  }
  return !sockets.empty() && std::accumulate(sockets.begin(), sockets.end(), 0) == machine.gpus;
}

/// "switch:2" puts two GPUs behind each switch; "switch1:x8" narrows the uplink of one.
bool set_switch(SimMachine& machine, std::string_view word) {
  SimTopology& topology = machine.topology;
  if (const auto per_switch = after(word, "switch:", kMostGpus)) {
    topology.per_switch = *per_switch;
    const auto count = static_cast<std::size_t>((machine.gpus + *per_switch - 1) / *per_switch);
    topology.uplink_widths.assign(count, machine.model->pcie_width);
    return true;
  }
  const std::size_t colon = word.find(':');
  if (!word.starts_with("switch") || colon == std::string_view::npos) return false;
  const auto which = whole(word.substr(6, colon - 6));
  const auto width = after(word.substr(colon + 1), "x", 32);
  if (!which || *which < 0 || static_cast<std::size_t>(*which) >= topology.uplink_widths.size() || !width) return false;
  topology.uplink_widths[static_cast<std::size_t>(*which)] = *width;
  return true;
}

bool set_gpu_fault(SimMachine& machine, std::string_view word) {
  const std::size_t colon = word.find(':');
  if (!word.starts_with("gpu") || colon == std::string_view::npos) return false;
  const auto gpu = whole(word.substr(3, colon - 3));
  if (!gpu || *gpu < 0 || *gpu >= machine.gpus) return false;
  return set_fault(machine.faults[static_cast<std::size_t>(*gpu)], word.substr(colon + 1));
}

bool set_option(SimMachine& machine, std::string_view word) {
  if (word == "nvswitch") return machine.nvswitch = true;
  if (word == "fabric-down") return machine.fabric_down = true;
  if (word == "nccl") return machine.nccl = true;
  if (word == "2s") {
    machine.topology.sockets = {machine.gpus - machine.gpus / 2, machine.gpus / 2};
    return true;
  }
  if (word.starts_with("sockets:")) return set_sockets(machine, word.substr(8));
  if (word == "p2p") return machine.peer = true;
  if (word == "no-nvml") return machine.no_nvml = true;
  if (word.starts_with("missing:")) {
    machine.missing_symbol = word.substr(8);
    return !machine.missing_symbol.empty();
  }
  if (word.starts_with("switch")) return set_switch(machine, word);
  if (const auto gen = after(word, "uplinks:gen", 6)) return (machine.topology.uplink_gen = *gen) > 0;
  return set_gpu_fault(machine, word);
}

std::string model_keys() {
  std::string keys;
  for (const SimModel& model : sim_models()) keys += (keys.empty() ? "" : ", ") + std::string(model.key);
  return keys;
}

}  // namespace

std::optional<SimMachine> parse_sim_spec(std::string_view text, std::string& problem) {
  SimMachine machine;
  std::istringstream words{std::string(text)};
  std::string word;
  while (words >> word) {
    if (machine.model == nullptr) {
      if (const auto count = count_of(word)) {
        machine.gpus = *count;
      } else if (const SimModel* model = find_sim_model(word)) {
        machine.model = model;
        if (machine.gpus < 1 || machine.gpus > kMostGpus) {
          problem = "1 to 16 GPUs can be simulated";
          return std::nullopt;
        }
        machine.peer = model->pcie_peer;
        machine.faults.resize(static_cast<std::size_t>(machine.gpus));
      } else {
        problem = "unknown GPU '" + word + "'; known are " + model_keys();
        return std::nullopt;
      }
    } else if (!set_option(machine, word)) {
      problem = "cannot read '" + word +
                "'; options are nvswitch, fabric-down, switch:N, switchK:x8, uplinks:gen5, 2s, sockets:6+2, p2p, nccl, "
                "no-nvml, "
                "missing:SYMBOL, and "
                "gpuK: with x8, gen3, numa, socket:K, model:MODEL, nvlinks-down:N, compute:SHARE, memory:SHARE, "
                "power:SHARE, noise:SHARE, rebar-off, bit-error, mig, lost, hot or replays:N";
      return std::nullopt;
    }
  }
  if (machine.model != nullptr) return machine;
  problem = "names no GPU; known are " + model_keys();
  return std::nullopt;
}

}  // namespace planner::probe
