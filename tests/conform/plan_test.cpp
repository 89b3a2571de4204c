// A machine beside its plan: the right plan passes, each wrong plan gives its deviation and nothing else; fleets.
#include "conform/conform_rig.h"
#include "gpu_probe/conform/conform_answer.h"
#include "gpu_probe/conform/fleet.h"
#include "report/page.h"

using namespace planner;
using namespace planner::testing;

namespace {

std::string gpu(int index, const std::string& name, int watts) {
  return R"({"index": )" + std::to_string(index) + R"(, "address": "0000:0)" + std::to_string(index + 1) +
         R"(:00.0", "name": ")" + name +
         R"(", "performance_state": "P0", "utilization_percent": 0, "memory_total_bytes": 150754820096, "power": {"limit_w": )" +
         std::to_string(watts) +
         R"(, "default_limit_w": 700}, "pcie": {"gen": 5, "max_gen": 5, "width": 16, "max_width": 16}, "ecc": {"enabled": true, "remap_pending": false, "remap_failed": false, "volatile_uncorrected": 0}})";
}

std::string two_modules(const std::string& name = "NVIDIA H200", int watts = 700, const std::string& more = {}) {
  return R"({"planner_machine": true, "format_version": 1, "host": {"virtual_machine": "kvm"}, "gpus_attached": 2, "kernel_log_read": true, "gpus": [)" +
         gpu(0, name, watts) + ", " + gpu(1, name, watts) + "]" + more + "}";
}

std::string plan_of(const std::string& part, int count, const std::string& more = {}) {
  return "planner_build: 1\nname: two modules\nparts:\n  - {part: " + part + ", count: " + std::to_string(count) +
         more + "}\n";
}

std::unique_ptr<Judged> beside(const std::string& machine, const std::string& plan) {
  return judge_text(embedded_world().catalog, {{"machine.json", machine}}, {}, plan);
}

}  // namespace

TEST_CASE("the right plan passes and says what was not looked at") {
  const auto j = beside(two_modules(), plan_of("nvidia-h200-sxm-141gb", 2));
  CHECK(j->failed().empty());
  CHECK(j->report.verdict == Verdict::pass);
  CHECK(j->report.counts.not_evaluated > 0);
}

TEST_CASE("three wrong plans: each deviation is found, nothing else") {
  CHECK(beside(two_modules(), plan_of("nvidia-h200-sxm-141gb", 4))->failed() == std::vector<std::string>{"IDN-901"});
  CHECK(beside(two_modules(), plan_of("nvidia-h200-sxm-141gb", 2, ", power_limit: 500 W"))->failed() ==
        std::vector<std::string>{"POW-971"});
  const auto model = beside(two_modules(), plan_of("nvidia-h100-sxm5-80gb", 2));
  CHECK(model->failed() == std::vector<std::string>{"IDN-903"});
  CHECK(model->report.findings.front().subjects.size() == 1);
}

TEST_CASE("a waiver of the plan silences its rule and shows its reason") {
  const std::string plan =
      plan_of("nvidia-h200-sxm-141gb", 4) + "waivers:\n  - {rule: IDN-901, reason: two follow next week}\n";
  const auto j = beside(two_modules(), plan);
  JudgeOptions options;
  REQUIRE(j->build);
  options.waivers = j->build->waivers;
  const Report report = judge(conform::root_object(j->comparison), machine_rules(), options);
  CHECK(report.counts.waived == 1);
  CHECK(report.verdict == Verdict::pass);
}

TEST_CASE("the acceptance page has plan, machine, deviations and lines to sign") {
  const auto j = beside(two_modules(), plan_of("nvidia-h200-sxm-141gb", 4));
  const std::string page = markdown_of(conform::acceptance_page(j->comparison, j->report, "2026-12-01"));
  for (const char* part :
       {"Acceptance report", "## Plan", "## Machine", "## Measurements", "## Deviations", "## Signatures", "IDN-901"}) {
    INFO(part);
    CHECK(page.find(part) != std::string::npos);
  }
}

TEST_CASE("doctor says what it looked at, what it found and the next check") {
  const auto j = beside(two_modules(), plan_of("nvidia-h200-sxm-141gb", 4));
  const conform::Symptom* symptom = conform::find_symptom("fewer-gpus");
  REQUIRE(symptom != nullptr);
  const std::string text = conform::doctor_text(*symptom, j->comparison, j->report, machine_rules(), {});
  for (const char* part : {"Symptom: fewer GPUs", "IDN-901", "Not looked at", "next check: "}) {
    INFO(part);
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(conform::next_step(Report{}) == "none");
}

TEST_CASE("a fleet: nodes that differ from most others, and slow ones") {
  const auto bench = [](double rate) {
    return R"(, "software": {"driver_version": "580.1"}, "measurements": [{"tool": "nvbandwidth", "test": "host_to_device_memcpy_ce", "rows": ["0"], "columns": ["0", "1"], "cells": [[)" +
           std::to_string(rate) + ", " + std::to_string(rate) + "]]}]";
  };
  std::vector<std::unique_ptr<Judged>> judged;
  std::vector<conform::FleetNode> nodes;
  for (const std::string& machine :
       {two_modules("NVIDIA H200", 700, bench(55)), two_modules("NVIDIA H200", 700, bench(55.2)),
        two_modules("NVIDIA H200", 600, bench(30))}) {
    judged.push_back(beside(machine, plan_of("nvidia-h200-sxm-141gb", 2)));
    nodes.push_back(
        {"node" + std::to_string(judged.size()), std::move(judged.back()->comparison), judged.back()->report});
  }
  const auto rows = conform::compare_fleet(nodes);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].deviations.empty());
  CHECK(rows[1].deviations.empty());
  CHECK(rows[2].deviations.size() == 4);  // two power limits, two copies
  CHECK(conform::fleet_verdict(rows) == Verdict::pass_with_warnings);
  const std::string text = conform::fleet_text(rows, {});
  CHECK(text.find("3 nodes, 1 deviate") != std::string::npos);
}
