// Results of test tools: DCGM, burn-in runs, the probe's checks. A skipped test is no pass, and a failure that only
// names what the plan leaves out is no fault.
#include <algorithm>
#include <cctype>

#include "gpu_probe/conform/compare_parts.h"

namespace planner::conform {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

bool says_link_down(const std::string& message) {
  return message.find("nvlink") != std::string::npos && message.find("down") != std::string::npos;
}

bool says_busy(const std::string& message) {
  return message.find("mcutil") != std::string::npos || message.find("is busy") != std::string::npos ||
         message.find("other processes") != std::string::npos ||
         message.find("utilization is too high") != std::string::npos;
}

/// Whether absent NVLinks are as they should be: by the plan, or for a card without bridges and none of its links up.
Truth links_may_be_absent(const Comparison& c, std::int64_t index) {
  Truth all = Truth::unknown("whether NVLinks should be up is known from a plan alone (--plan)");
  for (const GpuState& g : c.gpus) {
    const bool meant = index < 0 || (g.driver != nullptr && g.driver->index == index) || g.index == index;
    if (!meant) continue;
    Truth one = Truth::unknown(all.reason());
    if (g.nvlinks_expected)
      one = *g.nvlinks_expected == 0;
    else if (g.sxm && !*g.sxm)
      one = g.nvlinks_active.value_or(0) == 0;
    if (!one) return one;
    all = all.value_or(true) && *one;
  }
  return all;
}

std::string joined(const std::vector<std::string>& messages) {
  std::string text;
  for (const std::string& m : messages) text += (text.empty() ? "" : "; ") + m.substr(0, 200);
  return text.substr(0, 600);
}

std::string outcome_of(const std::string& status) {
  if (status == "pass") return "passed";
  if (status == "fail") return "failed";
  if (status == "warn") return "warned";
  return status == "skip" ? "skipped" : "incomplete";
}

ToolResult result_of(const Comparison& c, const machine::DiagResult& d) {
  ToolResult r{d.tool, d.test, d.gpu ? "GPU " + std::to_string(*d.gpu) : "", outcome_of(d.status), joined(d.messages),
               false};
  if (r.outcome != "failed" && r.outcome != "warned") return r;
  bool links = !d.messages.empty(), busy = !d.messages.empty();
  for (const std::string& message : d.messages) {
    links = links && says_link_down(lower(message));
    busy = busy && says_busy(lower(message));
  }
  if (busy) r.outcome = "busy";
  if (links) r.excused = links_may_be_absent(c, d.gpu.value_or(-1));
  return r;
}

ToolResult result_of(const probe::Check& check) {
  std::string outcome = std::string(probe::name_of(check.verdict));
  if (outcome == "pass" || outcome == "fail") outcome += "ed";
  if (outcome == "warn") outcome = "warned";
  if (outcome == "skip") outcome = "skipped";
  if (outcome == "inconclusive") outcome = "incomplete";
  std::string message = check.message;
  if (!check.hints.empty()) message += " (" + check.hints.front() + ")";
  return {"probe", check.id, check.gpu >= 0 ? "GPU " + std::to_string(check.gpu) : "", outcome, message, false};
}

}  // namespace

void compare_results(Comparison& c) {
  for (const machine::DiagResult& d : c.input.machine->diagnostics) c.results.push_back(result_of(c, d));
  for (const machine::Measurement& t : c.input.machine->measurements) {
    const std::string status = t.status.value_or("");
    if (status == "failed" || status == "error")
      c.results.push_back({t.tool, t.test, "", says_busy(lower(t.message.value_or(""))) ? "busy" : "failed",
                           t.message.value_or(status), false});
    if (status == "waived") c.results.push_back({t.tool, t.test, "", "skipped", t.message.value_or("waived"), false});
  }
  if (c.input.observed != nullptr) {
    for (const TestRun& r : c.input.observed->runs)
      c.results.push_back(
          {r.tool, r.name, r.gpu < 0 ? "" : "GPU " + std::to_string(r.gpu), r.outcome, r.detail, false});
  }
  // What the snapshot's own rules judge from the same evidence is left out here.
  if (c.input.probe != nullptr)
    for (const probe::Check& check : c.input.probe->checks)
      if (check.id != "power_limit" && check.id != "row_remapping" && check.id != "memory_identity" &&
          check.id != "link" && check.id != "nvlinks")
        c.results.push_back(result_of(check));
}

}  // namespace planner::conform
