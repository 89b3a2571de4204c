// The neutral tree that YAML, JSON and the embedded blob are read into; every node knows its place in the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/diagnostic.h"

namespace planner {

/// A scalar, list or map. Scalars stay text: no reader converts "no" to false or 0123 to 83.
struct Node {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  struct Entry;

  Kind kind = Kind::null;
  bool quoted = false;  ///< a scalar that stood in quotes, or a JSON string
  Location at;
  std::string text;            ///< scalar: its text
  std::vector<Node> items;     ///< list: its elements
  std::vector<Entry> entries;  ///< map: its entries in file order, keys unique

  bool is_null() const { return kind == Kind::null; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }
  /// The value of a key of a map, or null.
  const Node* find(std::string_view key) const;
};

struct Node::Entry {
  std::string key;
  Location at;  ///< of the key
  Node value;
};

/// A parsed file.
struct Document {
  std::string file;  ///< name as shown in messages
  Node root;
  std::string text{};        ///< what it was parsed from, for carets in messages; empty for embedded documents
  std::uint64_t digest = 0;  ///< of its content, where it was computed before (embedded documents); 0: not yet
};

/// Limits that every reader of outside input keeps; beyond them the input is refused with a located message.
struct ReadLimits {
  std::size_t bytes = 8u << 20;
  std::size_t nodes = 500'000;
  std::size_t depth = 64;
  std::size_t scalar_bytes = 64u << 10;
};

}  // namespace planner
