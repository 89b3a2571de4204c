// Physics of GPUs: memory bandwidth and tensor rates follow from a few numbers, so that a slip of the pen or a sparse
// figure cannot hide.
#include <algorithm>
#include <array>
#include <cctype>

#include "model/lint_checks.h"

namespace planner {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// Data rate per pin in Mb/s that a memory type is sold with (JEDEC standards and shipped cards, slowest to fastest:
/// GDDR6 from Tesla T4's 10, GDDR7 from RTX PRO 2000's 18).
struct PinRate {
  std::string_view type;
  std::int64_t slowest;
  std::int64_t fastest;
};
constexpr std::array<PinRate, 13> kPinRates{{{"gddr5", 5'000, 9'000},
                                             {"gddr5x", 10'000, 12'000},
                                             {"gddr6", 10'000, 20'100},
                                             {"gddr6x", 18'900, 24'000},
                                             {"gddr7", 17'900, 36'000},
                                             {"hbm", 900, 1'100},
                                             {"hbm2", 1'300, 2'500},
                                             {"hbm2e", 2'400, 3'700},
                                             {"hbm3", 4'000, 6'500},
                                             {"hbm3e", 5'600, 9'900},
                                             {"hbm4", 6'000, 13'000},
                                             {"lpddr5", 4'200, 6'500},
                                             {"lpddr5x", 7'400, 10'700}}};

void lint_memory(const Gpu& gpu, LintReport& report) {
  if (!gpu.memory_bandwidth || !gpu.vram_bus_width || *gpu.vram_bus_width <= 0 || !gpu.vram_type) return;
  const std::int64_t per_pin = gpu.memory_bandwidth->smallest() * 8 / *gpu.vram_bus_width;
  const std::string type = lower(*gpu.vram_type);
  const auto rate = std::find_if(kPinRates.begin(), kPinRates.end(), [&](const PinRate& r) { return r.type == type; });
  if (rate == kPinRates.end()) {
    report.warning(gpu.info, "vram_type", "memory type `" + *gpu.vram_type + "` is not one of the known ones");
    return;
  }
  // Datasheets round bandwidth; 2 % absorbs that.
  if (per_pin * 100 >= rate->slowest * 98 && per_pin * 100 <= rate->fastest * 102) return;
  report.error(gpu.info, "memory_bandwidth",
               gpu.memory_bandwidth->text() + " over " + std::to_string(*gpu.vram_bus_width) + " bits is " +
                   std::to_string(per_pin) + " Mb/s per pin; " + *gpu.vram_type + " runs at " +
                   std::to_string(rate->slowest) + " to " + std::to_string(rate->fastest));
}

/// Dense FP16 tensor operations per SM and clock with FP32 accumulation (NVIDIA's architecture whitepapers: V100 8
/// tensor cores x 64 FMA; A100 4 x 256; GA10x and later 4 x 128; H100 4 x 512; B200 4 x 1024. AMD's CDNA whitepapers:
/// MI100 and MI200 1024 per CU, MI300 2048, MI350 4096; RDNA 3 512, RDNA 4 1024).
struct TensorRate {
  std::string_view architecture;
  std::int64_t per_sm;
};
constexpr std::array<TensorRate, 14> kTensorRates{{{"volta", 1024},
                                                   {"turing", 1024},
                                                   {"hopper", 4096},
                                                   {"ada lovelace", 1024},
                                                   {"ada", 1024},
                                                   {"ampere", 1024},
                                                   {"blackwell", 1024},
                                                   {"cdna", 1024},
                                                   {"cdna 2", 1024},
                                                   {"cdna 3", 2048},
                                                   {"cdna 4", 4096},
                                                   {"rdna 3", 512},
                                                   {"rdna 4", 1024},
                                                   {"blackwell ultra", 8192}}};
constexpr std::int64_t kAmpereDatacenter = 2048;     // GA100: compute capability 8.0
constexpr std::int64_t kBlackwellDatacenter = 8192;  // GB100: compute capability 10.x

std::int64_t tensor_rate(const Gpu& gpu) {
  const std::string architecture = lower(*gpu.architecture);
  const std::string capability = gpu.compute_capability.value_or("");
  if (architecture == "ampere" && capability == "8.0") return kAmpereDatacenter;
  if (architecture == "blackwell" && capability.starts_with("10.")) return kBlackwellDatacenter;
  const auto rate = std::find_if(kTensorRates.begin(), kTensorRates.end(),
                                 [&](const TensorRate& r) { return r.architecture == architecture; });
  return rate == kTensorRates.end() ? 0 : rate->per_sm;
}

/// Expected FP16 rate in GFLOPS at boost clock, or 0 where it cannot be told.
std::int64_t expected_fp16(const Gpu& gpu) {
  if (!gpu.architecture || !gpu.sm_count || !gpu.boost_clock) return 0;
  const Int128 rate =
      static_cast<Int128>(tensor_rate(gpu)) * *gpu.sm_count * gpu.boost_clock->smallest() / 1'000'000'000;
  return static_cast<std::int64_t>(rate);
}

bool near(std::int64_t value, std::int64_t expected, std::int64_t percent) {
  return value * 100 >= expected * (100 - percent) && value * 100 <= expected * (100 + percent);
}

/// GeForce cards run FP32 accumulation at half rate; some professional ones (L40) are cut to half as well.
void lint_tensor(const Gpu& gpu, LintReport& report) {
  const std::int64_t expected = expected_fp16(gpu);
  if (expected <= 0 || !gpu.fp16) return;
  const std::int64_t given = gpu.fp16->smallest();
  const bool geforce = lower(gpu.info.name).find("geforce") != std::string::npos;
  const Compute full = Compute::from_smallest(geforce ? expected / 2 : expected);
  const std::string facts = "SMs x clock x operations gives " + full.text() +
                            " dense with FP32 accumulation, the catalog says " + gpu.fp16->text();
  if (near(given, full.smallest() * 2, 8)) {
    report.error(
        gpu.info, "fp16",
        facts + (geforce ? ": looks like a sparse figure, or FP16 accumulation" : ": looks like a sparse figure"));
  } else if (given * 100 > full.smallest() * 115) {
    report.error(gpu.info, "fp16", facts + ": more than the hardware can do");
  } else if (!near(given, full.smallest(), 15) && !(!geforce && near(given, expected / 2, 15))) {
    report.warning(gpu.info, "fp16", facts);
  }
}

struct Precision {
  std::string_view field;
  Known<Compute> Gpu::*rate;
  std::int64_t least_percent;  ///< of FP16, over all architectures
  std::int64_t most_percent;
};
// For architectures with tensor units: TF32 runs at half of FP16, BF16 at its rate, FP8 at twice and INT8 at one to
// four times (GeForce halves only FP16), FP4 at four to eight times. Twice the upper bound is a sparse figure.
constexpr std::array<Precision, 5> kPrecisions{{{"tf32", &Gpu::tf32, 24, 51},
                                                {"bf16", &Gpu::bf16, 49, 102},
                                                {"fp8", &Gpu::fp8, 98, 402},
                                                {"int8", &Gpu::int8, 3, 402},
                                                {"fp4", &Gpu::fp4, 190, 810}}};

void lint_precisions(const Gpu& gpu, LintReport& report) {
  if (!gpu.fp16 || gpu.fp16->smallest() <= 0 || !gpu.architecture || tensor_rate(gpu) == 0) return;
  for (const Precision& p : kPrecisions) {
    const Known<Compute>& rate = gpu.*p.rate;
    if (!rate) continue;
    const std::int64_t percent = rate->smallest() * 100 / gpu.fp16->smallest();
    if (percent >= p.least_percent && percent <= p.most_percent) continue;
    std::string message = rate->text() + " is " + std::to_string(percent) + " % of FP16 (" + gpu.fp16->text() +
                          "), usual is " + std::to_string(p.least_percent) + " to " + std::to_string(p.most_percent) +
                          " %";
    if (percent > p.most_percent) message += ": looks like a sparse figure";
    report.warning(gpu.info, p.field, std::move(message));
  }
}

void lint_limits(const Gpu& gpu, LintReport& report) {
  if (gpu.power_limit_min && gpu.board_power && *gpu.power_limit_min > *gpu.board_power)
    report.error(gpu.info, "power_limit_min",
                 gpu.power_limit_min->text() + " is above board power " + gpu.board_power->text());
  if (gpu.power_limit_max && gpu.board_power && *gpu.power_limit_max < *gpu.board_power)
    report.error(gpu.info, "power_limit_max",
                 gpu.power_limit_max->text() + " is below board power " + gpu.board_power->text());
  if (gpu.nvlink && *gpu.nvlink == NvlinkKind::none && gpu.nvlink_links && *gpu.nvlink_links > 0)
    report.error(gpu.info, "nvlink_links", "the card has links but `nvlink` is none");
  if (gpu.form_factor && *gpu.form_factor == GpuFormFactor::sxm && gpu.slot_width)
    report.warning(gpu.info, "slot_width", "a module has no slot width");
}

}  // namespace

void lint_gpu(const Gpu& gpu, LintReport& report) {
  lint_memory(gpu, report);
  lint_tensor(gpu, report);
  lint_precisions(gpu, report);
  lint_limits(gpu, report);
}

}  // namespace planner
