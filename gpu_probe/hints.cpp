// Cause hints, one function per family of symptoms.
#include "gpu_probe/hints.h"

namespace planner::probe {
namespace {

using Hints = std::vector<std::string>;

bool seen(const LoadSummary& load, std::uint64_t events) {
  return (load.clock_events & events) != 0;
}

void data_error_hints(const Result& result, Hints& hints) {
  if (result.task.metric == Metric::peer_copy || result.task.metric == Metric::peer_bidirectional ||
      result.task.metric == Metric::all_reduce_ring) {
    hints.emplace_back(
        "the path between the GPUs corrupts data: check IOMMU and ACS settings, NVLink bridges and risers");
  } else if (is_host_link(result.task.metric)) {
    hints.emplace_back("the host link corrupts data: reseat the card, try it without riser, look at AER counters");
  } else {
    hints.emplace_back("stop using this GPU: repeat at default clocks; if errors remain, return it");
  }
}

void clock_hints(const LoadSummary& load, Hints& hints) {
  if (seen(load, clock_event::power_brake))
    hints.emplace_back("power brake: PSU, power cables (12VHPWR or 8-pin) or the server's power cap");
  if (seen(load, clock_event::hardware_thermal | clock_event::software_thermal)) {
    hints.emplace_back("thermal limit: airflow, a passive card in an open case, paste or pads");
  }
  if (seen(load, clock_event::user_clocks)) hints.emplace_back("clocks are set by the user; reset them and repeat");
}

void host_link_hints(const HintContext& c, Hints& hints) {
  if (!c.result.judgement.value || !c.link) return;
  const int found = link_class(*c.result.judgement.value);
  if (found < link_class(*c.link)) {
    hints.push_back("the speed is that of " + links_of_class(found) + ", not of " + name_of(*c.link));
    const LoadSummary& load = c.result.load;
    if (load.link_width && *load.link_width < c.link->width) {
      hints.push_back("the link runs at x" + std::to_string(*load.link_width) +
                      ": wrong slot, lanes shared with another slot or M.2, a dirty or unseated card, or the riser");
    } else if (load.link_gen && *load.link_gen < c.link->gen) {
      hints.push_back("the link runs at Gen" + std::to_string(*load.link_gen) +
                      ": slot speed in the BIOS, or a riser not rated for Gen" + std::to_string(c.link->gen));
    } else {
      hints.emplace_back(
          "link state is as planned: host memory on the wrong NUMA node, IOMMU, or an uplink shared with others");
    }
  } else {
    hints.emplace_back(
        "right link, slow path: NUMA node of the process, IOMMU, small PCIe payload, few memory channels, other load");
  }
}

void memory_hints(const HintContext& c, Hints& hints) {
  const LoadSummary& load = c.result.load;
  if (c.gpu != nullptr && load.memory_clock_mhz && c.gpu->memory_clock_mhz &&
      *load.memory_clock_mhz < 0.95 * *c.gpu->memory_clock_mhz) {
    hints.emplace_back("the memory clock is below its maximum: locked clocks, or the P2 state of GeForce under CUDA");
  }
  if (c.gpu != nullptr && c.gpu->ecc.value_or(false)) hints.emplace_back("ECC is on; on GDDR it costs 5 to 10 %");
  if (c.gpu != nullptr && c.gpu->other_processes.value_or(0) > 0) hints.emplace_back("another process uses this GPU");
}

void arithmetic_hints(const HintContext& c, Hints& hints) {
  clock_hints(c.result.load, hints);
  if (c.gpu != nullptr && c.gpu->other_processes.value_or(0) > 0) hints.emplace_back("another process uses this GPU");
  if (c.result.task.metric == Metric::sustained_load) {
    if (seen(c.result.load, clock_event::software_power_cap)) {
      hints.emplace_back("the power limit holds the clocks down: compare enforced and default limit, and cooling");
    }
  } else {
    hints.emplace_back(
        "slow for its own clock: another model than the name says, disabled units, a virtual GPU, or a defect");
  }
}

void peer_hints(const HintContext& c, Hints& hints) {
  if (c.pair == nullptr) return;
  if (!c.pair->peer_access) {
    hints.push_back("no peer access" + (c.pair->reason.empty() ? std::string() : " (" + c.pair->reason + ")") +
                    ": copies go through host memory");
    return;
  }
  if (c.pair->level.starts_with("NV")) {
    hints.emplace_back("NVLink is slow: links that are down, bridge not seated, fabric manager");
    return;
  }
  if (c.gpu != nullptr && c.gpu->bar1_bytes && *c.gpu->bar1_bytes < c.gpu->memory_bytes) {
    hints.emplace_back("Resizable BAR is off (BAR1 is smaller than memory): switch it on in the BIOS");
  }
  hints.emplace_back("peer traffic is redirected: ACS or IOMMU on; switch them off for these ports");
}

}  // namespace

std::vector<std::string> hints_for(const HintContext& c) {
  Hints hints;
  const Verdict verdict = c.result.judgement.verdict;
  if (verdict == Verdict::pass || verdict == Verdict::skip) return hints;
  if (c.result.reading.errors != 0) {
    data_error_hints(c.result, hints);
    return hints;
  }
  if (c.result.reading.status == ReadingStatus::gpu_lost) {
    hints.emplace_back("look for Xid messages in the kernel log; power cable, riser and PSU first, then the card");
    return hints;
  }
  if (c.result.reading.status != ReadingStatus::measured) return hints;
  const Metric metric = c.result.task.metric;
  if (is_host_link(metric) || metric == Metric::host_bidirectional)
    host_link_hints(c, hints);
  else if (is_memory_bandwidth(metric))
    memory_hints(c, hints);
  else if (metric == Metric::all_host_to_device || metric == Metric::all_device_to_host) {
    hints.emplace_back(
        "an uplink that GPUs share is narrower than it should be (switch, root port), or host memory limits");
  } else if (info(metric).scope == Scope::pair || metric == Metric::all_reduce_ring ||
             metric == Metric::all_reduce_nccl)
    peer_hints(c, hints);
  else
    arithmetic_hints(c, hints);
  return hints;
}

}  // namespace planner::probe
