// The report as JSON, the format that recordings are replayed from.
#include <nlohmann/json.hpp>

#include "gpu_probe/report.h"

namespace planner::probe {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json link_json(const LinkFacts& link) {
  return {{"gen", value_or_null(link.gen)},           {"width", value_or_null(link.width)},
          {"max_gen", value_or_null(link.max_gen)},   {"max_width", value_or_null(link.max_width)},
          {"card_gen", value_or_null(link.card_gen)}, {"numa_node", value_or_null(link.numa_node)}};
}

Json gpu_json(const GpuFacts& gpu) {
  return {{"index", gpu.index},
          {"name", gpu.name},
          {"bus_id", gpu.bus_id},
          {"pci_id", gpu.pci_id},
          {"compute_capability", std::to_string(gpu.major) + "." + std::to_string(gpu.minor)},
          {"sm_count", gpu.sm_count},
          {"memory_bytes", gpu.memory_bytes},
          {"l2_bytes", gpu.l2_bytes},
          {"memory_bus_bits", gpu.memory_bus_bits},
          {"memory_clock_mhz", value_or_null(gpu.memory_clock_mhz)},
          {"max_sm_clock_mhz", value_or_null(gpu.max_sm_clock_mhz)},
          {"power_limit_w", value_or_null(gpu.power_limit_w)},
          {"default_power_limit_w", value_or_null(gpu.default_power_limit_w)},
          {"bar1_bytes", value_or_null(gpu.bar1_bytes)},
          {"ecc", value_or_null(gpu.ecc)},
          {"mig", value_or_null(gpu.mig)},
          {"persistence", value_or_null(gpu.persistence)},
          {"nvlink_links", value_or_null(gpu.nvlink_links)},
          {"other_processes", value_or_null(gpu.other_processes)},
          {"row_remap_problem", value_or_null(gpu.row_remap_problem)},
          {"unusable", gpu.unusable},
          {"link", link_json(gpu.link)}};
}

Json load_json(const LoadSummary& load) {
  return {{"samples", load.samples},
          {"sm_clock_mhz", value_or_null(load.sm_clock_mhz)},
          {"memory_clock_mhz", value_or_null(load.memory_clock_mhz)},
          {"power_w", value_or_null(load.power_w)},
          {"max_power_w", value_or_null(load.max_power_w)},
          {"max_temperature_c", value_or_null(load.max_temperature_c)},
          {"max_memory_temperature_c", value_or_null(load.max_memory_temperature_c)},
          {"clock_events", load.clock_events},
          {"persistent_clock_events", load.persistent_clock_events},
          {"link_gen", value_or_null(load.link_gen)},
          {"link_width", value_or_null(load.link_width)}};
}

std::string_view name_of(ReadingStatus status) {
  switch (status) {
    case ReadingStatus::measured:
      return "measured";
    case ReadingStatus::skipped:
      return "skipped";
    case ReadingStatus::failed:
      return "failed";
    case ReadingStatus::gpu_lost:
      return "gpu_lost";
    case ReadingStatus::interrupted:
      return "interrupted";
  }
  return "failed";
}

Json expected_json(const Judgement& judgement) {
  if (!judgement.expected) return nullptr;
  const Expected& expected = *judgement.expected;
  return {{"value", expected.value},
          {"warn_below", expected.warn_below},
          {"fail_below", expected.fail_below},
          {"implausible_above", value_or_null(expected.implausible_above)},
          {"basis_value", expected.basis_value},
          {"basis", expected.basis}};
}

Json result_json(const Result& result) {
  const MetricInfo& metric = info(result.task.metric);
  const Summary summary = summarize(result.reading.samples);
  Json json{{"metric", metric.name}, {"unit", metric.unit}};
  if (result.task.gpu >= 0) json["gpu"] = result.task.gpu;
  if (result.task.peer >= 0) json["peer"] = result.task.peer;
  if (!result.task.gpus.empty()) json["gpus"] = result.task.gpus;
  json["status"] = name_of(result.reading.status);
  json["verdict"] = name_of(result.judgement.verdict);
  json["reason"] = result.judgement.reason;
  json["value"] = value_or_null(result.judgement.value);
  json["expected"] = expected_json(result.judgement);
  json["peers"] = value_or_null(result.judgement.peers);
  json["hints"] = result.judgement.hints;
  json["n"] = summary.n;
  json["median"] = summary.median;
  json["min"] = summary.min;
  json["max"] = summary.max;
  json["mad"] = summary.mad;
  json["samples"] = result.reading.samples;
  json["errors"] = result.reading.errors;
  json["verified"] = result.reading.verified;
  json["method"] = result.reading.method;
  json["status_reason"] = result.reading.reason;
  json["details"] = result.reading.details;
  if (!result.reading.lost.empty()) json["lost"] = result.reading.lost;
  json["load"] = load_json(result.load);
  json["seconds"] = result.seconds;
  return json;
}

Json inventory_json(const Inventory& inventory) {
  Json gpus = Json::array(), pairs = Json::array();
  for (const GpuFacts& gpu : inventory.gpus) gpus.push_back(gpu_json(gpu));
  for (const PairFacts& pair : inventory.pairs) {
    pairs.push_back({{"from", pair.from},
                     {"to", pair.to},
                     {"peer_access", pair.peer_access},
                     {"level", pair.level},
                     {"pcie_level", pair.pcie_level},
                     {"nvlinks", pair.nvlinks},
                     {"reason", pair.reason}});
  }
  return {{"device", inventory.device},
          {"available", inventory.available},
          {"driver", inventory.driver_version},
          {"cuda", inventory.runtime_version},
          {"gpus", gpus},
          {"pairs", pairs},
          {"notes", inventory.notes}};
}

/// Puts arrays of numbers on one line: samples are most of a report.
std::string with_short_arrays(const std::string& json) {
  constexpr std::string_view in_numbers = "0123456789+-.eE, \n";
  std::string out;
  out.reserve(json.size());
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') in_string = !in_string;
    if (in_string && c == '\\') {
      out += c;
      out += json[++i];
      continue;
    }
    const std::size_t end = c == '[' && !in_string ? json.find_first_not_of(in_numbers, i + 1) : std::string::npos;
    if (end == std::string::npos || json[end] != ']') {
      out += c;
      continue;
    }
    for (; i < end; ++i) {
      if (json[i] == ' ' || json[i] == '\n') continue;
      out += json[i];
      if (json[i] == ',') out += ' ';
    }
    out += ']';
  }
  return out;
}

}  // namespace

void write_json(const Report& report, std::ostream& out) {
  Json results = Json::array(), checks = Json::array();
  for (const Result& result : report.results) results.push_back(result_json(result));
  for (const Check& check : report.checks) {
    checks.push_back({{"id", check.id},
                      {"gpu", check.gpu},
                      {"verdict", name_of(check.verdict)},
                      {"message", check.message},
                      {"hints", check.hints}});
  }
  const Json json{{"format_version", "1.0"},
                  {"command", "probe"},
                  {"verdict", name_of(report.outcome)},
                  {"level", name_of(report.level)},
                  {"interrupted", report.interrupted},
                  {"seconds", report.seconds},
                  {"inventory", inventory_json(report.inventory)},
                  {"results", results},
                  {"checks", checks},
                  {"counter_increase", report.counter_increase}};
  out << with_short_arrays(json.dump(1, ' ', false, Json::error_handler_t::replace)) << "\n";
}

}  // namespace planner::probe
