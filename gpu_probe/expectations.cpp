// From rows of data and facts of a GPU to thresholds.
#include "gpu_probe/expectations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace planner::probe {
namespace {

/// The figure that a fraction is taken of, with its origin in words.
struct Basis {
  double value = 0;
  std::string words;
};

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), std::abs(value) >= 1000 ? "%.0f" : "%.4g", value);
  return text.data();
}

std::string capability_of(const GpuFacts& gpu) {
  return std::to_string(gpu.major) + "." + std::to_string(gpu.minor);
}

std::string family_of(const GpuFacts& gpu) {
  return gpu.name.find("GeForce") != std::string::npos || gpu.name.find("TITAN") != std::string::npos ? "geforce"
                                                                                                      : "professional";
}

std::string_view rate_name(Metric metric) {
  switch (metric) {
    case Metric::fp32_fma:
      return "fp32";
    case Metric::fp64_fma:
      return "fp64";
    case Metric::tensor_fp16:
      return "fp16";
    case Metric::tensor_bf16:
    case Metric::sustained_load:
    case Metric::pulsed_load:
      return "bf16";
    case Metric::tensor_tf32:
      return "tf32";
    case Metric::tensor_fp8:
      return "fp8";
    case Metric::tensor_int8:
      return "int8";
    case Metric::tensor_fp64:
      return "fp64_tensor";
    default:
      return "";
  }
}

std::optional<Basis> memory_basis(const Subject& s) {
  if (s.reference != nullptr && s.reference->memory_gb_per_s) {
    return Basis{*s.reference->memory_gb_per_s, number(*s.reference->memory_gb_per_s) + " GB/s datasheet"};
  }
  if (s.gpu == nullptr || !s.gpu->memory_clock_mhz || s.gpu->memory_bus_bits == 0) return std::nullopt;
  const double value = *s.gpu->memory_clock_mhz * 2e6 * s.gpu->memory_bus_bits / 8 * 1e-9;
  return Basis{value, number(value) + " GB/s from memory clock and bus width"};
}

std::optional<Basis> rate_basis(const Expectations& data, const Subject& s) {
  const auto clock = s.reading.details.find("sm_clock_mhz");
  if (s.gpu == nullptr || clock == s.reading.details.end()) return std::nullopt;
  const auto rate = rate_per_clock(data, *s.gpu, s.task.metric);
  if (!rate) return std::nullopt;
  return Basis{
      *rate * s.gpu->sm_count * clock->second * 1e-6,
      number(*rate) + " per clock x " + std::to_string(s.gpu->sm_count) + " SMs x " + number(clock->second) + " MHz"};
}

/// Power-limited loads scale with about the square root of the power limit.
std::optional<Basis> datasheet_tensor_basis(const Subject& s) {
  if (s.reference == nullptr) return std::nullopt;
  const auto& figure = s.reference->bf16 ? s.reference->bf16 : s.reference->fp16;
  if (!figure) return std::nullopt;
  Basis basis{*figure, number(*figure) + " TFLOPS datasheet"};
  if (s.gpu != nullptr && s.gpu->power_limit_w && s.gpu->default_power_limit_w) {
    const double share = *s.gpu->power_limit_w / *s.gpu->default_power_limit_w;
    if (share < 0.95) {
      basis.value *= std::sqrt(share);
      basis.words += " at a power limit of " + number(*s.gpu->power_limit_w) + " of " +
                     number(*s.gpu->default_power_limit_w) + " W";
    }
  }
  return basis;
}

std::optional<Basis> link_basis(const Subject& s) {
  if (!s.link) return std::nullopt;
  const double raw = raw_gb_per_s(*s.link);
  return Basis{raw, name_of(*s.link) + ", " + number(raw) + " GB/s raw"};
}

std::optional<Basis> nvlink_basis(const Subject& s) {
  if (s.reference == nullptr || !s.reference->nvlink_gb_per_s) return std::nullopt;
  Basis basis{*s.reference->nvlink_gb_per_s, number(*s.reference->nvlink_gb_per_s) + " GB/s NVLink datasheet"};
  const auto all = s.reference->nvlink_links;
  if (s.pair != nullptr && all && s.pair->nvlinks > 0 && s.pair->nvlinks < *all) {
    basis.value *= static_cast<double>(s.pair->nvlinks) / *all;
    basis.words += " by " + std::to_string(s.pair->nvlinks) + " of " + std::to_string(*all) + " links";
  }
  return basis;
}

std::optional<Basis> measured_basis(const Subject& s, const std::string& name) {
  const auto found = s.measured.find(name);
  if (found == s.measured.end()) return std::nullopt;
  std::string words = name;
  std::ranges::replace(words, '_', ' ');
  return Basis{found->second, number(found->second) + " GB/s measured " + words};
}

std::optional<Basis> basis_of(const Expectations& data, const std::string& basis, const Subject& s) {
  if (basis == "memory_bandwidth") return memory_basis(s);
  if (basis == "rate") return rate_basis(data, s);
  if (basis == "datasheet_tensor") return datasheet_tensor_basis(s);
  if (basis == "pcie_raw") return link_basis(s);
  if (basis == "nvlink") return nvlink_basis(s);
  return measured_basis(s, basis);
}

bool fits(const std::vector<std::string>& wanted, const std::string& value) {
  return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

bool name_fits(const std::vector<std::string>& wanted, const Subject& s) {
  return wanted.empty() || std::ranges::any_of(wanted, [&](const std::string& part) {
           return s.gpu != nullptr && s.gpu->name.find(part) != std::string::npos;
         });
}

std::string path_kind(const Subject& s) {
  if (s.pair == nullptr) return "";
  if (s.pair->level.starts_with("NV")) return "nvlink";
  if (!s.pair->peer_access) return "staged";
  return s.pair->level == "SYS" ? "sockets" : "pcie";
}

bool row_fits(const ExpectationRow& row, const Subject& s) {
  if (row.metric != s.task.metric || !fits(row.methods, s.reading.method) || !name_fits(row.names, s)) return false;
  if (!row.architectures.empty() && (s.reference == nullptr || !fits(row.architectures, s.reference->architecture)))
    return false;
  if (!row.memory_types.empty() && (s.reference == nullptr || !fits(row.memory_types, s.reference->memory_type)))
    return false;
  if (row.pcie_gen && (!s.link || s.link->gen != *row.pcie_gen)) return false;
  return row.link.empty() || row.link == path_kind(s);
}

}  // namespace

std::optional<double> rate_per_clock(const Expectations& data, const GpuFacts& gpu, Metric metric) {
  const std::string capability = capability_of(gpu), family = family_of(gpu), name(rate_name(metric));
  for (const RateRow& row : data.rates) {
    if (row.capability != capability || (!row.family.empty() && row.family != family)) continue;
    if (const auto rate = row.rates.find(name); rate != row.rates.end()) return rate->second;
  }
  return std::nullopt;
}

std::optional<Expected> expected_for(const Expectations& data, const Subject& subject) {
  for (const ExpectationRow& row : data.rows) {
    if (!row_fits(row, subject)) continue;
    const auto basis = basis_of(data, row.basis, subject);
    if (!basis) continue;
    Expected expected;
    expected.value = basis->value * row.fraction;
    expected.warn_below = expected.value * row.warn;
    expected.fail_below = expected.value * row.fail;
    if (row.upper) expected.implausible_above = basis->value * *row.upper;
    expected.basis_value = basis->value;
    expected.basis = basis->words + " x " + number(row.fraction);
    return expected;
  }
  return std::nullopt;
}

}  // namespace planner::probe
