#include "source/text.h"

#include <algorithm>

#include "source/read.h"

namespace planner {
namespace {

/// Length of the well-formed sequence that starts at `at` (Unicode table 3-7), 0 if there is none.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  const auto tail = [&](std::size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xBF; };
  const unsigned lead = byte(0);
  const unsigned second = byte(1);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second > 0x9F;
    return tail(1) && tail(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool outside = (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
    return tail(1) && tail(2) && tail(3) && !outside ? 4 : 0;
  }
  return 0;
}

std::string hex_byte(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(c);
  return {'0', 'x', kDigits[value >> 4], kDigits[value & 0xF]};
}

}  // namespace

bool is_utf8(std::string_view text, std::size_t& bad_at) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    if (length == 0) {
      bad_at = at;
      return false;
    }
    at += length;
  }
  return true;
}

Location locate(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t last = before.rfind('\n');
  const std::size_t column = last == std::string_view::npos ? offset + 1 : offset - last;
  return {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(column)};
}

bool accept_text(std::string_view text, const std::string& file, const ReadLimits& limits, Diagnostics& diagnostics) {
  if (text.size() > limits.bytes) {
    diagnostics.error(file, {}, "file is larger than " + describe_size(limits.bytes));
    return false;
  }
  std::size_t bad_at = 0;
  if (!is_utf8(text, bad_at)) {
    diagnostics.error(file, locate(text, bad_at),
                      "byte " + hex_byte(text[bad_at]) + " at offset " + std::to_string(bad_at) + " is not valid UTF-8",
                      "save the file as UTF-8");
    return false;
  }
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) {
    diagnostics.error(file, locate(text, nul), "NUL byte at offset " + std::to_string(nul) + " in a text file");
    return false;
  }
  return true;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

std::string describe_size(std::size_t bytes) {
  constexpr std::size_t kMega = 1u << 20;
  if (bytes >= kMega && bytes % kMega == 0) return std::to_string(bytes / kMega) + " MiB";
  return std::to_string(bytes) + " bytes";
}

}  // namespace planner
