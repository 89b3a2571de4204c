// Checks of one GPU.
#include "gpu_probe/checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace planner::probe {
namespace {

std::string text(const char* format, double a, double b = 0) {
  std::array<char, 160> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, a, b);
  return buffer.data();
}

class Checker {
 public:
  explicit Checker(const GpuCheckInput& input) : in_(input) {}

  std::vector<Check> run() {
    if (!in_.facts.unusable.empty()) {
      add("usable", Verdict::inconclusive, in_.facts.unusable, {"nothing was measured on this GPU"});
      return std::move(checks_);
    }
    link();
    power_limit();
    memory_identity();
    nvlinks();
    health();
    counters();
    clock_events();
    slope();
    return std::move(checks_);
  }

 private:
  void add(std::string id, Verdict verdict, std::string message, std::vector<std::string> hints = {}) {
    checks_.push_back({std::move(id), in_.facts.index, verdict, std::move(message), std::move(hints)});
  }

  /// Speed and width under load: at rest they mean nothing.
  void link() {
    LoadSummary busiest;
    for (const Result* result : in_.results) {
      if (!is_host_link(result->task.metric)) continue;
      if (result->load.link_gen) busiest.link_gen = std::max(busiest.link_gen.value_or(0), *result->load.link_gen);
      if (result->load.link_width)
        busiest.link_width = std::min(busiest.link_width.value_or(64), *result->load.link_width);
    }
    if (!in_.link || !busiest.link_gen || !busiest.link_width) {
      add("link", Verdict::skip, "link state under load or its planned value is not known");
      return;
    }
    const PcieLink found{*busiest.link_gen, *busiest.link_width};
    const std::string words = name_of(found) + " under load, " +
                              (in_.link_planned ? "planned " : "card and slot allow ") + name_of(*in_.link);
    const bool low = found.gen < in_.link->gen || found.width < in_.link->width;
    if (!low) return add("link", Verdict::pass, words);
    const bool narrow = found.width < in_.link->width;
    add("link", in_.link_planned ? Verdict::fail : Verdict::warn, words,
        {narrow ? "wrong slot, lanes shared with another slot or M.2, unseated card, or the riser"
                : "slot speed in the BIOS, or a riser not rated for this generation"});
  }

  void power_limit() {
    if (!in_.facts.power_limit_w || !in_.facts.default_power_limit_w) return;
    const double limit = *in_.facts.power_limit_w, standard = *in_.facts.default_power_limit_w;
    if (limit >= 0.95 * standard) return add("power_limit", Verdict::pass, text("%.0f W, the default", limit));
    add("power_limit", Verdict::warn, text("%.0f W of %.0f W by default", limit, standard),
        {"a lowered power limit slows sustained work; expected values are scaled by its square root"});
  }

  void memory_identity() {
    if (in_.reference == nullptr || !in_.reference->memory_gb_per_s || !in_.facts.memory_clock_mhz ||
        in_.facts.memory_bus_bits == 0)
      return;
    const double found = *in_.facts.memory_clock_mhz * 2e6 * in_.facts.memory_bus_bits / 8 * 1e-9;
    const double share = found / *in_.reference->memory_gb_per_s;
    const std::string words = text("memory clock and bus width give %.0f GB/s, the datasheet says %.0f GB/s", found,
                                   *in_.reference->memory_gb_per_s);
    if (std::abs(share - 1) <= 0.04) return add("memory_identity", Verdict::pass, words);
    add("memory_identity", Verdict::warn, words, {"another model than its name says, or changed memory clocks"});
  }

  /// Of a module's links some are down. None at all may be by design, in a partition of one GPU; cards with bridges
  /// may have fewer bridges than fit.
  void nvlinks() {
    if (in_.reference == nullptr || !in_.reference->nvlink_switched || !in_.reference->nvlink_links) return;
    if (in_.facts.nvlink_links.value_or(0) == 0) return;
    const int up = *in_.facts.nvlink_links, all = *in_.reference->nvlink_links;
    const std::string words = text("%.0f of %.0f NVLinks are up", up, all);
    if (up >= all) return add("nvlinks", Verdict::pass, words);
    add("nvlinks", Verdict::fail, words,
        {"reset the GPU or power cycle; if the same links stay down, reseat the module, then return it"});
  }

  void health() {
    if (in_.facts.row_remap_problem)
      add("row_remapping", Verdict::fail, *in_.facts.row_remap_problem, {"reset the GPU; if it remains, return it"});
    if (in_.facts.other_processes.value_or(0) > 0) {
      add("other_processes", Verdict::warn,
          std::to_string(*in_.facts.other_processes) + " other compute process(es) on this GPU",
          {"figures are not comparable; stop them and repeat"});
    }
  }

  std::uint64_t increase(const char* name) const {
    const auto found = in_.increase.find(name);
    return found == in_.increase.end() ? 0 : found->second;
  }

  void counters() {
    if (in_.increase.empty()) return add("counters", Verdict::skip, "the driver reports no error counters");
    const std::size_t before = checks_.size();
    if (const auto n = increase("ecc_uncorrected"))
      add("ecc_uncorrected", Verdict::fail, std::to_string(n) + " uncorrected memory errors during the run",
          {"return the GPU"});
    if (const auto n = increase("ecc_corrected"))
      add("ecc_corrected", Verdict::warn, std::to_string(n) + " corrected memory errors during the run");
    if (const auto n = increase("nvlink_errors"))
      add("nvlink_errors", Verdict::warn, std::to_string(n) + " NVLink errors during the run",
          {"reseat bridge or module"});
    if (const auto n = increase("aer_fatal") + increase("aer_nonfatal"))
      add("pcie_errors", Verdict::fail, std::to_string(n) + " uncorrected PCIe errors during the run",
          {"riser, cable or slot"});
    replays();
    if (checks_.size() == before) add("counters", Verdict::pass, "no error counter rose");
  }

  void replays() {
    const auto n = static_cast<double>(increase("pcie_replays"));
    if (n <= 2) return;
    const double allowed = in_.link ? allowed_replays_per_minute(*in_.link) * std::max(1.0, in_.minutes) : 8;
    const std::string words = text("%.0f PCIe replays during the run, %.0f are allowed", n, allowed);
    add("pcie_replays", n > allowed ? Verdict::fail : Verdict::warn, words,
        {"riser, cable or slot; repeat at a lower generation to confirm"});
  }

  void clock_events() {
    std::uint64_t persistent = 0, any = 0;
    for (const Result* result : in_.results) {
      persistent |= result->load.persistent_clock_events;
      any |= result->load.clock_events;
    }
    const std::uint64_t bad = (persistent & (clock_event::hardware_slowdown | clock_event::software_thermal)) |
                              (any & (clock_event::hardware_thermal | clock_event::power_brake));
    if (bad == 0) return;
    const bool only_soft = bad == clock_event::software_thermal;
    add("clock_events", only_soft ? Verdict::warn : Verdict::fail,
        "clocks were held down: " + describe_clock_events(bad),
        {(bad & clock_event::power_brake) != 0 ? "PSU, power cables (12VHPWR or 8-pin), or the server's power brake"
                                               : "airflow, a passive card in an open case, paste or pads"});
  }

  /// A load that slows down over time has not found its balance.
  void slope() {
    for (const Result* result : in_.results) {
      const std::vector<double>& samples = result->reading.samples;
      if (result->task.metric != Metric::sustained_load || samples.size() < 9) continue;
      const auto third = static_cast<std::ptrdiff_t>(samples.size() / 3);
      const double middle = median({samples.begin() + third, samples.begin() + 2 * third});
      const double last = median({samples.end() - third, samples.end()});
      const std::string words = text("sustained load ended at %.1f %% of its middle third", last / middle * 100);
      if (last >= 0.97 * middle)
        add("sustained_slope", Verdict::pass, words);
      else
        add("sustained_slope", Verdict::warn, words, {"the GPU still heats up: cooling of card or case"});
    }
  }

  const GpuCheckInput& in_;
  std::vector<Check> checks_;
};

}  // namespace

std::vector<Check> check_gpu(const GpuCheckInput& input) {
  return Checker(input).run();
}

double allowed_replays_per_minute(PcieLink link) {
  constexpr std::array<double, 7> rates{0, 2.5, 5, 8, 16, 32, 64};
  const double rate = link.gen >= 1 && link.gen <= 6 ? rates[static_cast<std::size_t>(link.gen)] : 0;
  return std::ceil(rate * 1e-3 * 60 * link.width);
}

}  // namespace planner::probe
