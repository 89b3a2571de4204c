// A stable hash of what a Node tree says, for the digests that outputs carry.
#pragma once

#include <cstdint>
#include <string_view>

#include "source/node.h"

namespace planner {

/// FNV-1a over words of eight bytes, because a byte at a time would take as long as loading the catalog.
/// The same on every machine that stores integers little-endian.
class ContentHash {
 public:
  void add(std::string_view text);
  void add(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x100000001b3ull; }
  /// Kinds, keys, texts and order; neither places nor quotes.
  void add(const Node& node);
  /// The multiplication only carries upwards; the last step brings the high bits down again.
  std::uint64_t value() const { return hash_ ^ (hash_ >> 29); }

 private:
  void add_word(std::string_view text, std::size_t size);

  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

/// The hash of a document's content: the one it carries, or else computed.
std::uint64_t content_digest(const Document& document);

}  // namespace planner
