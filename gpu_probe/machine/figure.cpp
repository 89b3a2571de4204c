// Figures as tools print them.
#include "gpu_probe/machine/figure.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "gpu_probe/machine/document.h"

namespace planner::machine {
namespace {

std::string_view without_brackets(std::string_view text) {
  text = trim(text);
  if (text.size() >= 2 &&
      ((text.front() == '[' && text.back() == ']') || (text.front() == '<' && text.back() == '>'))) {
    text = trim(text.substr(1, text.size() - 2));
  }
  return text;
}

constexpr std::array<double, 7> kSpeeds{2.5, 5, 8, 16, 32, 64, 128};

}  // namespace

bool is_unset(std::string_view text) {
  const std::string word = lower(without_brackets(text));
  constexpr std::array<std::string_view, 21> words{"",
                                                   "n/a",
                                                   "na",
                                                   "-",
                                                   "not supported",
                                                   "not available",
                                                   "not found",
                                                   "unknown",
                                                   "not specified",
                                                   "not provided",
                                                   "none provided",
                                                   "requested functionality has been deprecated",
                                                   "to be filled by o.e.m.",
                                                   "to be filled by oem",
                                                   "default string",
                                                   "insufficient permissions",
                                                   "no module installed",
                                                   "undefined",
                                                   "unsupported",
                                                   "out of spec",
                                                   "function not found"};
  for (const std::string_view unset : words) {
    if (word == unset) return true;
  }
  return false;
}

bool is_fault(std::string_view text) {
  const std::string word = lower(without_brackets(text));
  return word == "gpu is lost" || starts_with(word, "err!") || word == "unknown error" ||
         word == "gpu requires reset" || contains(word, "fallen off the bus");
}

Text known_text(std::string_view text) {
  text = trim(text);
  if (is_unset(text) || is_fault(text)) return std::nullopt;
  return shorten(text, 1024);
}

Real number_at(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end == text.data() || !std::isfinite(value)) return std::nullopt;
  return value;
}

Number whole_at(std::string_view text) {
  text = trim(text);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  return value;
}

Number hex_of(std::string_view text) {
  text = trim(text);
  if (starts_with(text, "0x") || starts_with(text, "0X")) text.remove_prefix(2);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

Number bytes_of(std::string_view text) {
  text = trim(text);
  const auto number = number_at(text);
  if (!number || *number < 0) return std::nullopt;
  const std::size_t unit = text.find_first_not_of("0123456789.+ \t");
  double factor = 1;
  if (unit != std::string_view::npos) {
    constexpr std::string_view prefixes = "KMGTP";
    const char first = text[unit] == 'k' ? 'K' : text[unit];
    const std::size_t power = prefixes.find(first);
    if (power != std::string_view::npos)
      factor = std::pow(1024.0, static_cast<double>(power + 1));
    else if (first != 'B' && first != 'b')
      return std::nullopt;
  }
  const double bytes = *number * factor;
  if (bytes > 9e18) return std::nullopt;
  return static_cast<std::int64_t>(std::llround(bytes));
}

Flag flag_of(std::string_view text) {
  const std::string word = lower(without_brackets(text));
  constexpr std::array<std::string_view, 7> yes{"enabled", "yes", "on", "active", "true", "1", "running"};
  constexpr std::array<std::string_view, 8> no{"disabled", "no", "off",      "not active",
                                               "false",    "0",  "inactive", "not running"};
  for (const std::string_view w : yes) {
    if (word == w) return true;
  }
  for (const std::string_view w : no) {
    if (word == w) return false;
  }
  return std::nullopt;
}

Real speed_of(std::string_view text) {
  const auto number = number_at(text);
  if (!number || *number <= 0 || *number > 1000) return std::nullopt;
  return number;
}

Real speed_of_gen(std::int64_t gen) {
  if (gen < 1 || gen > static_cast<std::int64_t>(kSpeeds.size())) return std::nullopt;
  return kSpeeds[static_cast<std::size_t>(gen - 1)];
}

Number gen_of_speed(double gts) {
  for (std::size_t i = 0; i < kSpeeds.size(); ++i) {
    if (std::fabs(kSpeeds[i] - gts) < 0.01) return static_cast<std::int64_t>(i + 1);
  }
  return std::nullopt;
}

}  // namespace planner::machine
