// The binary form of documents: a string table, then every node in order. All integers are little-endian base-128
// (7 bits a byte, high bit: more follow), so that the common small ones take one byte.
#include <unordered_map>

#include "source/content_hash.h"
#include "source/read.h"

namespace planner {
namespace {

constexpr std::string_view kMagic = "planner-blob-2\n";
constexpr std::size_t kLeastBytes = 2;  // no node or document is shorter
constexpr std::size_t kDeepest = 128;   // beyond every reader's limit; bounds the recursion on a damaged blob

// A node starts with its kind; quoted scalars have one of their own.
constexpr std::uint8_t kQuoted = 4;

class Packer {
 public:
  std::string pack(const std::vector<Document>& documents) {
    number(documents.size());
    for (const Document& d : documents) {
      string(d.file);
      number(content_digest(d));
      line_ = 0;
      node(d.root);
    }
    std::string table;
    std::swap(table, body_);
    number(strings_.size());
    for (const std::string_view s : strings_) number(s.size());
    std::string out(kMagic);
    out += body_;
    for (const std::string_view s : strings_) out += s;
    return out + table;
  }

 private:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) body_ += static_cast<char>((value & 0x7F) | 0x80);
    body_ += static_cast<char>(value);
  }

  void string(std::string_view text) {
    const auto [known, added] = indices_.emplace(text, strings_.size());
    if (added) strings_.push_back(text);
    number(known->second);
  }

  /// Lines rarely go back in file order, so the difference to the last is small; zigzag keeps negative ones short.
  void place(Location at) {
    const std::int64_t step = static_cast<std::int64_t>(at.line) - line_;
    number(step >= 0 ? static_cast<std::uint64_t>(step) << 1 : (static_cast<std::uint64_t>(-step) << 1) - 1);
    number(at.column);
    line_ = at.line;
  }

  void node(const Node& n) {
    const bool quoted = n.is_scalar() && n.quoted;
    body_ += static_cast<char>(quoted ? kQuoted : static_cast<std::uint8_t>(n.kind));
    place(n.at);
    if (n.is_scalar()) string(n.text);
    if (n.is_list()) number(n.items.size());
    for (const Node& item : n.items) node(item);
    if (n.is_map()) number(n.entries.size());
    for (const Node::Entry& e : n.entries) {
      string(e.key);
      place(e.at);
      node(e.value);
    }
  }

  std::string body_;
  std::unordered_map<std::string_view, std::size_t> indices_;  ///< views into the documents, which outlive the packer
  std::vector<std::string_view> strings_;
  std::int64_t line_ = 0;
};

/// Every read is checked against the end; the first that fails sets `damaged` and all later ones return nothing.
class Unpacker {
 public:
  explicit Unpacker(std::string_view blob)
      : at_(blob.data()), end_(blob.data() + blob.size()), budget_(blob.size() / kLeastBytes) {}

  std::optional<std::vector<Document>> unpack() {
    if (!std::string_view(at_, remaining()).starts_with(kMagic)) return std::nullopt;
    at_ += kMagic.size();
    read_strings();
    std::vector<Document> documents(count());
    for (Document& d : documents) {
      d.file = string();
      d.digest = number();
      line_ = 0;
      node(d.root, 0);
      if (damaged_) return std::nullopt;
    }
    return damaged_ || at_ != end_ ? std::nullopt : std::optional(std::move(documents));
  }

 private:
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }

  std::uint64_t number() {
    if (at_ != end_ && (static_cast<std::uint8_t>(*at_) & 0x80) == 0) return static_cast<std::uint8_t>(*at_++);
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      if (at_ == end_) break;
      const auto byte = static_cast<std::uint8_t>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    damaged_ = true;
    at_ = end_;
    return 0;
  }

  /// A number of nodes or documents. All counts together cannot exceed what the blob has bytes for, so that a
  /// damaged one cannot ask for more memory than that.
  std::size_t count() {
    const std::uint64_t n = number();
    if (n <= budget_) {
      budget_ -= static_cast<std::size_t>(n);
      return static_cast<std::size_t>(n);
    }
    damaged_ = true;
    return 0;
  }

  void read_strings() {
    const std::uint64_t wanted = number();
    if (wanted > remaining()) {
      damaged_ = true;
      return;
    }
    std::vector<std::size_t> sizes(static_cast<std::size_t>(wanted));
    for (std::size_t& size : sizes) size = static_cast<std::size_t>(number());
    strings_.reserve(sizes.size());
    for (const std::size_t size : sizes) {
      if (size > remaining()) {
        damaged_ = true;
        return;
      }
      strings_.emplace_back(at_, size);
      at_ += size;
    }
  }

  std::string_view string() {
    const std::uint64_t index = number();
    if (index < strings_.size()) return strings_[static_cast<std::size_t>(index)];
    damaged_ = true;
    return {};
  }

  Location place() {
    const std::uint64_t step = number();
    const auto half = static_cast<std::int64_t>(step >> 1);
    line_ += (step & 1) != 0 ? -half - 1 : half;
    return {static_cast<std::uint32_t>(line_), static_cast<std::uint32_t>(number())};
  }

  void node(Node& n, std::size_t depth) {
    if (at_ == end_ || depth > kDeepest) {
      damaged_ = true;
      return;
    }
    const auto kind = static_cast<std::uint8_t>(*at_++);
    if (kind > kQuoted) damaged_ = true;
    n.quoted = kind == kQuoted;
    n.kind = n.quoted ? Node::Kind::scalar : static_cast<Node::Kind>(kind & 3);
    n.at = place();
    if (n.is_scalar()) n.text = string();
    if (n.is_list()) {
      n.items.resize(count());
      for (Node& item : n.items) {
        if (damaged_) return;
        node(item, depth + 1);
      }
    }
    if (n.is_map()) {
      n.entries.resize(count());
      for (Node::Entry& e : n.entries) {
        if (damaged_) return;
        e.key = string();
        e.at = place();
        node(e.value, depth + 1);
      }
    }
  }

  const char* at_;
  const char* end_;
  std::size_t budget_;
  std::vector<std::string_view> strings_;
  std::int64_t line_ = 0;
  bool damaged_ = false;
};

}  // namespace

std::string pack_documents(const std::vector<Document>& documents) {
  return Packer().pack(documents);
}

std::optional<std::vector<Document>> unpack_documents(std::string_view blob) {
  return Unpacker(blob).unpack();
}

}  // namespace planner
