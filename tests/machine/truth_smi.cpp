// Truths about nvidia-smi's outputs.
#include <cmath>
#include <set>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "truth.h"

namespace planner::machine {
namespace {

std::string mib(const Number& bytes) {
  return bytes ? std::to_string(*bytes >> 20) + " MiB" : "-";
}

std::string lanes(const Number& width) {
  return width ? std::to_string(*width) + "x" : "-";
}

std::string on(const Flag& flag) {
  return flag ? (*flag ? "Enabled" : "Disabled") : "-";
}

std::string yes(const Flag& flag) {
  return flag ? (*flag ? "Yes" : "No") : "-";
}

std::string watts(const Real& watts) {
  if (!watts) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f W", *watts);
  return text;
}

/// A GPU of -q or -q -x. Generation 0 means that the host's is not known.
void compare_gpu(const Node& truth, const Gpu& gpu, Truth& to) {
  const std::string at = gpu.address ? to_text(*gpu.address) : "?";
  const auto field = [&](const char* key, const std::string& read) {
    if (!truth.find(key)) return;
    const std::string text = stated(truth, key);
    to.same(at + " " + key, text == "0" && std::string_view(key).substr(0, 3) == "pci" ? "-" : or_dash(text), read);
  };
  const auto id = parse_pci_address(stated(truth, "id"));
  to.same("id", id ? to_text(*id) : "?", at);
  field("name", shown(gpu.name));
  field("arch", shown(gpu.architecture));
  field("mig", on(gpu.mig_enabled));
  for (const char* key : {"gen_max", "pcie_gen_max"}) field(key, shown(gpu.pcie.max_gen));
  for (const char* key : {"gen_cur", "pcie_gen_cur"}) field(key, shown(gpu.pcie.gen));
  for (const char* key : {"gen_dev", "pcie_gen_dev_max"}) field(key, shown(gpu.pcie.device_gen));
  for (const char* key : {"gen_host", "pcie_gen_host_max"}) field(key, shown(gpu.pcie.host_gen));
  field("width_max", lanes(gpu.pcie.max_width));
  field("width_cur", lanes(gpu.pcie.width));
  field("fb_total", mib(gpu.memory_total_bytes));
  for (const char* key : {"bar1", "bar1_total"}) field(key, mib(gpu.bar1_total_bytes));
  field("ecc", on(gpu.ecc.enabled));
  field("sbe", shown(gpu.ecc.retired_single_bit));
  field("dbe", shown(gpu.ecc.retired_double_bit));
  field("pending", yes(gpu.ecc.retirement_pending));
  field("power_limit", watts(gpu.power.limit_w));
  field("power_max", watts(gpu.power.max_limit_w));
  field("vbios", shown(gpu.vbios));
  field("replays", shown(gpu.pcie.replays));
  field("mig_devices", std::to_string(gpu.mig_devices.size()));
  const Node* power = truth.find("power");
  const Node* readings = power ? power->find("gpu_power_readings") : nullptr;
  if (power && !readings) readings = power->find("power_readings");
  if (!readings) return;
  const auto reading = [&](const char* key, const Real& read) {
    if (readings->find(key)) to.same(at + " " + key, or_dash(stated(*readings, key)), watts(read));
  };
  reading("current_power_limit", gpu.power.limit_w);
  reading("power_limit", gpu.power.limit_w);
  reading("default_power_limit", gpu.power.default_limit_w);
  reading("max_power_limit", gpu.power.max_limit_w);
  if (readings->find("instant_power_draw"))
    reading("instant_power_draw", gpu.power.draw_w);
  else
    reading("power_draw", gpu.power.draw_w);
}

}  // namespace

void compare_smi_log(const Node& truth, const Machine& machine, Truth& to) {
  const auto header = [&](std::initializer_list<const char*> keys, const std::string& read) {
    for (const char* key : keys) {
      if (truth.find(key)) to.same(key, or_dash(stated(truth, key)), read);
    }
  };
  header({"driver"}, shown(machine.software.driver_version));
  header({"cuda"}, shown(machine.software.driver_cuda_version));
  header({"attached", "attached_gpus"}, shown(machine.gpus_attached));
  const Node* gpus = truth.find("gpus");
  if (!gpus) return;
  to.same("gpus", gpus->items.size(), machine.gpus.size());
  for (std::size_t i = 0; i < gpus->items.size() && i < machine.gpus.size(); ++i)
    compare_gpu(gpus->items[i], machine.gpus[i], to);
}

void compare_smi_table(const Node& truth, const Machine& machine, Truth& to) {
  to.same("gpus", stated(truth, "gpus"), std::to_string(machine.gpus.size()));
  to.same("driver", stated(truth, "driver"), shown(machine.software.driver_version));
  to.same("cuda", stated(truth, "cuda"), shown(machine.software.driver_cuda_version));
  std::size_t mig = 0;
  for (const Gpu& gpu : machine.gpus) mig += gpu.mig_devices.size();
  to.same("mig_devices", stated(truth, "mig_devices"), std::to_string(mig));
  const Node* rows = truth.find("rows");
  for (std::size_t i = 0; rows && i < rows->items.size() && i < machine.gpus.size(); ++i) {
    const Gpu& gpu = machine.gpus[i];
    std::string address = gpu.address ? to_text(*gpu.address) : "?";
    for (char& c : address) c = static_cast<char>(c >= 'a' && c <= 'f' ? c - 32 : c);
    const std::string ecc = gpu.ecc.volatile_uncorrected ? std::to_string(*gpu.ecc.volatile_uncorrected)
                            : gpu.ecc.enabled            ? (*gpu.ecc.enabled ? "On" : "Off")
                                                         : "N/A";
    const auto whole = [](const Real& w) { return w ? std::to_string(std::lround(*w)) + "W" : "N/A"; };
    to.same("row", rows->items[i].text,
            shown(gpu.index) + " " + shown(gpu.name) + " 0000" + address + " " + whole(gpu.power.draw_w) + " / " +
                whole(gpu.power.limit_w) + " " +
                (gpu.memory_total_bytes ? std::to_string(*gpu.memory_total_bytes >> 20) : "?") + "MiB ecc " + ecc);
  }
}

void compare_smi_list(const Node& truth, const Machine& machine, Truth& to) {
  std::size_t lines = machine.gpus.size();
  for (const Gpu& gpu : machine.gpus) lines += gpu.mig_devices.size();
  to.same("lines", stated(truth, "lines"), std::to_string(lines));
}

void compare_smi_csv(const Node& truth, const Machine& machine, Truth& to) {
  to.same("rows", stated(truth, "rows"), std::to_string(machine.gpus.size()));
  for (const Gpu& gpu : machine.gpus) {
    const bool whole = gpu.name && gpu.address && gpu.index && gpu.memory_total_bytes && gpu.power.limit_w &&
                       gpu.pcie.max_gen && gpu.pcie.width;
    to.same("columns", "read", whole ? "read" : "missing");
  }
  to.same("driver", "read", machine.software.driver_version ? "read" : "missing");
}

void compare_nvlink(const Node& truth, const Machine& machine, Truth& to) {
  to.same("gpus", stated(truth, "gpus"), std::to_string(machine.gpus.size()));
  std::size_t links = 0;
  std::set<std::string> rates;
  for (const Gpu& gpu : machine.gpus) {
    for (const NvLink& link : gpu.nvlinks) {
      ++links;
      char text[32];
      std::snprintf(text, sizeof text, "%g GB/s", link.speed_gbs.value_or(0));
      rates.insert(text);
    }
  }
  to.same("links", stated(truth, "links"), std::to_string(links));
  std::string all, wanted;
  for (const std::string& rate : rates) {
    const auto number = number_at(rate);
    all += number ? std::to_string(*number) + " " : "? ";
  }
  if (const Node* stated_rates = truth.find("rates")) {
    for (const Node& rate : stated_rates->items) wanted += std::to_string(number_at(rate.text).value_or(-1)) + " ";
  }
  to.same("rates", wanted, all);
  const Node* other = truth.find("other");
  if (other && !other->items.empty())
    to.same("remark", other->items[0].text, machine.gpus.empty() ? "-" : shown(machine.gpus[0].nvlink_note));
}

}  // namespace planner::machine
