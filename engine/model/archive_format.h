// The layout of an archive of parts, shared by its writer and its reader. All integers are little-endian.
//
//   magic, digest u64, counts of parts, keys and postings u32 each, title and attribution as spans
//   parts     {id span, body span, needed u32}, ascending by id
//   keys      {hash u64, first posting u32}, ascending by hash
//   postings  u32 indices of parts; those of a key end where those of the next begin
//   text      what spans (offset u32, size u32) point into; bodies are packed documents
#pragma once

#include <cstdint>
#include <string_view>

namespace planner::archive_format {

inline constexpr std::string_view kMagic = "planner-parts-1\n";
inline constexpr std::size_t kSpan = 8;
inline constexpr std::size_t kDigestAt = 16;
inline constexpr std::size_t kCountsAt = 24;
inline constexpr std::size_t kAboutAt = 36;
inline constexpr std::size_t kHeader = kAboutAt + 2 * kSpan;
inline constexpr std::size_t kPart = 2 * kSpan + 4;
inline constexpr std::size_t kKey = 12;
inline constexpr std::size_t kPosting = 4;

/// FNV-1a; two keys of one hash only make a part a candidate that it need not be.
inline std::uint64_t key_hash(std::string_view key) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const char c : key) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3ull;
  return hash;
}

}  // namespace planner::archive_format
