// The one-line language of simulated machines.
#include "gpu_probe/sim_spec.h"

#include <charconv>
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

bool set_fault(SimFaults& faults, std::string_view fault) {
  const std::size_t colon = fault.find(':');
  const std::string_view name = fault.substr(0, colon);
  const auto value = colon == std::string_view::npos ? std::nullopt : real(fault.substr(colon + 1));
  const auto set = [&value](double& to) {
    if (value) to = *value;
    return value.has_value();
  };
  if (name == "numa") return faults.wrong_numa = true;
  if (name == "rebar-off") return faults.rebar_off = true;
  if (name == "bit-error") return faults.bit_error = true;
  if (name == "mig") return faults.mig = true;
  if (name == "lost") return faults.lost = true;
  if (name == "hot") return faults.hot = true;
  if (name == "compute") return set(faults.compute);
  if (name == "memory") return set(faults.memory);
  if (name == "power") return set(faults.power);
  if (name == "noise") return set(faults.noise);
  if (name == "replays" && value) return (faults.replays = static_cast<int>(*value)) > 0;
  if (name.starts_with("gen")) {
    const auto gen = whole(name.substr(3));
    if (gen && *gen >= 1 && *gen <= 6) return (faults.gen = *gen) > 0;
    return false;
  }
  if (name.starts_with("x")) {
    const auto width = whole(name.substr(1));
    if (width && *width >= 1 && *width <= 16) return (faults.width = *width) > 0;
  }
  return false;
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
  if (word == "2s") return machine.dual_socket = true;
  if (word == "p2p") return machine.peer = true;
  if (word == "no-nvml") return machine.no_nvml = true;
  if (word.starts_with("missing:")) {
    machine.missing_symbol = word.substr(8);
    return !machine.missing_symbol.empty();
  }
  if (word.starts_with("switch:")) {
    const auto per_switch = whole(word.substr(7));
    if (!per_switch || *per_switch < 1) return false;
    machine.per_switch = *per_switch;
    return true;
  }
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
      problem =
          "cannot read '" + word +
          "'; options are nvswitch, switch:N, 2s, p2p, no-nvml, missing:SYMBOL, and "
          "gpuK: with x8, gen3, numa, compute:SHARE, memory:SHARE, power:SHARE, noise:SHARE, rebar-off, bit-error, "
          "mig, lost, hot or replays:N";
      return std::nullopt;
    }
  }
  if (machine.model != nullptr) return machine;
  problem = "names no GPU; known are " + model_keys();
  return std::nullopt;
}

}  // namespace planner::probe
