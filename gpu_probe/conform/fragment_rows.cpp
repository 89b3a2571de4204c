// Rows of tables and lines of prose that carry a figure of a GPU.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "gpu_probe/conform/fragments.h"
#include "gpu_probe/machine/document.h"

namespace planner::conform {
namespace {

using machine::contains;
using machine::starts_with;
using machine::trim;
using machine::words_of;

constexpr std::size_t kMostLines = 10'000;
constexpr std::size_t kMostGpus = 64;

std::optional<double> number_of(std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Digits at the start of a text.
std::optional<std::int64_t> leading_integer(std::string_view text) {
  std::int64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{} || value < 0 || value > 100'000)
    return std::nullopt;
  return value;
}

class FragmentReader {
 public:
  FragmentReader(machine::Machine& machine, Observed& observed) : machine_(machine), observed_(observed) {}

  void line(std::string_view text) {
    nvtop(text);
    pair(text);
    matrix_row(text);
    nvlink_letters(text);
    reason_mask(text);
    temperatures(text);
    acs(text);
  }

  bool finish() {
    finish_pairs();
    finish_matrix();
    for (auto& [index, gpu] : gpus_) machine_.gpus.push_back(std::move(gpu));
    return found_;
  }

 private:
  machine::Gpu& gpu(std::int64_t index) {
    found_ = true;
    machine::Gpu& g = gpus_[std::min<std::int64_t>(index, kMostGpus - 1)];
    g.index = std::min<std::int64_t>(index, kMostGpus - 1);
    return g;
  }

  /// "Device 1 [GeForce GTX 1080 Ti] PCIe GEN 1@16x"
  void nvtop(std::string_view text) {
    const auto index = machine::after(text, "Device ");
    const auto link = machine::after(text, "GEN ");
    if (!index || !link || !contains(text, "PCIe")) return;
    const auto number = leading_integer(*index), gen = leading_integer(*link);
    const std::size_t at = link->find('@');
    if (!number || !gen || at == std::string_view::npos) return;
    const auto width = leading_integer(trim(link->substr(at + 1)));
    machine::Gpu& g = gpu(*number);
    g.pcie.gen = *gen;
    g.pcie.width = width;
    const std::size_t open = text.find('['), close = text.find(']');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open)
      g.name = std::string(text.substr(open + 1, close - open - 1));
  }

  /// "| GPU0 <-> GPU1/2 | via chipset | ~6.5 GB/s |"
  void pair(std::string_view text) {
    const std::size_t arrow = text.find("<->");
    if (arrow == std::string_view::npos || !contains(text, "GB/s")) return;
    const std::size_t left = text.rfind("GPU", arrow), right = text.find("GPU", arrow);
    if (left == std::string_view::npos || right == std::string_view::npos) return;
    const auto from = leading_integer(text.substr(left + 3));
    const auto words = words_of(text);
    const auto unit =
        std::find_if(words.begin(), words.end(), [](std::string_view w) { return w.starts_with("GB/s"); });
    if (!from || unit == words.begin() || unit == words.end()) return;
    std::string_view figure = *(unit - 1);
    if (figure.starts_with('~')) figure.remove_prefix(1);
    const auto rate = number_of(figure);
    std::string_view others = text.substr(right + 3);
    for (auto to = leading_integer(others); rate && to; to = leading_integer(others)) {
      pairs_.push_back({*from, *to, *rate});
      const std::size_t digits = std::min(others.find_first_not_of("0123456789"), others.size());
      if (digits >= others.size() || others[digits] != '/') break;
      others.remove_prefix(digits + 1);
    }
  }

  /// "  6   3.92   3.92 ... 278.45": the row's number, then one figure for each GPU.
  void matrix_row(std::string_view text) {
    const auto words = words_of(text);
    if (contains(text, "memcpy") && contains(text, "(row)")) {
      finish_matrix();
      const bool sm = contains(text, " SM "), to_gpu = contains(text, "->");
      title_ = !contains(text, "CPU(row)") ? "device_to_device_memcpy_read"
               : to_gpu                    ? "host_to_device_memcpy"
                                           : "device_to_host_memcpy";
      title_ += sm ? "_sm" : "_ce";
    }
    if (words.size() < 3 || words.size() > kMostGpus + 1) return;
    const auto row = leading_integer(words[0]);
    if (!row || std::to_string(*row) != words[0] || *row >= static_cast<std::int64_t>(kMostGpus)) return;
    std::vector<double> values;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto value = number_of(words[i]);
      if (!value || words[i].find('.') == std::string_view::npos) return;
      values.push_back(*value);
    }
    rows_.push_back({*row, std::move(values)});
  }

  /// `dcgmi nvlink -s`: "gpuId 0:", then "D D U X".
  void nvlink_letters(std::string_view text) {
    if (const auto id = machine::after(text, "gpuId ")) {
      letters_of_ = leading_integer(*id).value_or(-1);
      return;
    }
    const auto words = words_of(text);
    const bool letters = letters_of_ >= 0 && !words.empty() && words.size() <= 36 &&
                         std::all_of(words.begin(), words.end(),
                                     [](std::string_view w) { return w == "U" || w == "D" || w == "X" || w == "_"; });
    if (!letters) return;
    machine::Gpu& g = gpu(letters_of_);
    for (const std::string_view w : words) {
      if (w == "_") continue;
      machine::NvLink link;
      link.index = static_cast<std::int64_t>(g.nvlinks.size());
      link.up = w == "U";
      g.nvlinks.push_back(std::move(link));
    }
    letters_of_ = -1;
  }

  /// A mask of clock event reasons: "clocks_event_reasons.active 0x0000000000000080", "mask has bit 0x80".
  void reason_mask(std::string_view text) {
    const std::string lower = machine::lower(text);
    const bool reasons = contains(lower, "clock") &&
                         (contains(lower, "reason") || contains(lower, "event") || contains(lower, "throttle"));
    const auto hex = machine::after(lower, "0x");
    if (!reasons || !hex) return;
    std::uint64_t mask = 0;
    if (std::from_chars(hex->data(), hex->data() + hex->size(), mask, 16).ec != std::errc{}) return;
    constexpr std::pair<std::uint64_t, const char*> kBits[] = {{0x01, "idle"},        {0x04, "sw_power_cap"},
                                                               {0x08, "hw_slowdown"}, {0x20, "sw_thermal"},
                                                               {0x40, "hw_thermal"},  {0x80, "hw_power_brake"}};
    for (const auto& [bit, name] : kBits) gpu(0).clocks.reasons.push_back({name, (mask & bit) != 0});
  }

  /// "GPU1 90-91 C, GPU0 87 C": the highest figure counts.
  void temperatures(std::string_view text) {
    for (std::size_t at = text.find("GPU"); at != std::string_view::npos; at = text.find("GPU", at + 3)) {
      const auto words = words_of(text.substr(at + 3, 24));
      if (words.size() < 3 || !(words[2] == "C" || words[2].starts_with("C,") || words[2].starts_with("degC")))
        continue;
      const auto index = leading_integer(words[0]);
      const std::size_t dash = words[1].rfind('-');
      const auto degrees = number_of(dash == std::string_view::npos ? words[1] : words[1].substr(dash + 1));
      if (!index || std::to_string(*index) != words[0] || !degrees || *degrees < 10 || *degrees > 130) continue;
      gpu(*index).thermal.temperature_c = *degrees;
    }
  }

  /// ACSCtl without the device that it belongs to.
  void acs(std::string_view text) {
    if (!contains(text, "ACSCtl")) return;
    found_ = true;
    const bool redirect = contains(text, "ReqRedir+") || contains(text, "CmpltRedir+");
    observed_.acs_redirect = observed_.acs_redirect.value_or(false) || redirect;
  }

  static machine::Measurement matrix_of(std::string test, std::size_t size) {
    machine::Measurement m;
    m.tool = "table";
    m.test = std::move(test);
    m.unit = "GB/s";
    for (std::size_t i = 0; i < size; ++i) m.columns.push_back(std::to_string(i));
    return m;
  }

  void finish_pairs() {
    std::int64_t highest = -1;
    for (const Pair& p : pairs_) highest = std::max({highest, p.from, p.to});
    if (highest < 1 || highest >= static_cast<std::int64_t>(kMostGpus)) return;
    machine::Measurement m = matrix_of("unidirectional-bandwidth", static_cast<std::size_t>(highest) + 1);
    m.rows = m.columns;
    m.cells.assign(m.rows.size(), std::vector<machine::Real>(m.columns.size()));
    for (const Pair& p : pairs_) {
      m.cells[static_cast<std::size_t>(p.from)][static_cast<std::size_t>(p.to)] = p.rate;
      m.cells[static_cast<std::size_t>(p.to)][static_cast<std::size_t>(p.from)] = p.rate;
    }
    machine_.measurements.push_back(std::move(m));
    found_ = true;
  }

  /// Two rows of equal length, or one under a title, make a matrix.
  void finish_matrix() {
    const bool equal = !rows_.empty() && std::all_of(rows_.begin(), rows_.end(), [&](const Row& r) {
      return r.values.size() == rows_[0].values.size();
    });
    if (equal && (rows_.size() >= 2 || !title_.empty()) && rows_[0].values.size() >= 2) {
      machine::Measurement m = matrix_of(title_.empty() ? "unidirectional-bandwidth" : title_, rows_[0].values.size());
      for (const Row& r : rows_) {
        m.rows.push_back(std::to_string(r.index));
        m.cells.emplace_back(r.values.begin(), r.values.end());
      }
      machine_.measurements.push_back(std::move(m));
      found_ = true;
    }
    rows_.clear();
    title_.clear();
  }

  struct Pair {
    std::int64_t from, to;
    double rate;
  };
  struct Row {
    std::int64_t index;
    std::vector<double> values;
  };

  machine::Machine& machine_;
  Observed& observed_;
  bool found_ = false;
  std::map<std::int64_t, machine::Gpu> gpus_;
  std::vector<Pair> pairs_;
  std::vector<Row> rows_;
  std::string title_;
  std::int64_t letters_of_ = -1;
};

}  // namespace

bool read_fragment(std::string_view text, machine::Machine& machine, Observed& observed) {
  const machine::TextDocument document(text.substr(0, std::size_t{1} << 20));
  FragmentReader reader(machine, observed);
  std::size_t count = 0;
  for (const std::string_view line : document.lines()) {
    if (++count > kMostLines) break;
    reader.line(line);
  }
  return reader.finish();
}

}  // namespace planner::conform
