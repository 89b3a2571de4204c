// JSON through nlohmann's event parser into the same tree as YAML: numbers stay text, every value knows its place.
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "source/read.h"
#include "source/text.h"

namespace planner {
namespace {

/// Walks the text and tells how far the parser has read, since its events carry no positions.
class TrackingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackingIterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  TrackingIterator& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  TrackingIterator operator++(int) {
    TrackingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackingIterator& a, const TrackingIterator& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  const char** reached_;
};

/// nlohmann's SAX interface; every event returns false to stop after a refusal.
class JsonTree {
 public:
  JsonTree(std::string_view text, const std::string& file, const ReadLimits& limits, Diagnostics& diagnostics)
      : text_(text), file_(file), limits_(limits), diagnostics_(diagnostics), reached_(text.data()) {}

  const char** reached() { return &reached_; }
  Node take_root() { return std::move(root_); }

  bool null() { return place(start_value(Node::Kind::null)); }
  bool boolean(bool value) { return plain(value ? "true" : "false"); }
  bool number_integer(std::int64_t) { return number(); }
  bool number_unsigned(std::uint64_t) { return number(); }
  bool number_float(double, const std::string&) { return number(); }
  bool string(std::string& value) {
    Node node = start_value(Node::Kind::scalar);
    if (value.size() > limits_.scalar_bytes) return too_long(node.at, value.size());
    if (value.find('\0') != std::string::npos) return refuse(node.at, "text holds a NUL character");
    node.quoted = true;
    node.text = std::move(value);
    return place(std::move(node));
  }
  bool binary(const nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Node::Kind::map); }
  bool start_array(std::size_t) { return open(Node::Kind::list); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& value) {
    const Location at = next_token();
    Frame& frame = frames_.back();
    if (value.size() > limits_.scalar_bytes) return too_long(at, value.size());
    const auto [first, added] = frame.keys.emplace(value, at);
    if (!added)
      return refuse(at, "key `" + value + "` is given twice; first at line " + std::to_string(first->second.line));
    frame.node.entries.push_back({std::move(value), at, {}});
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& e) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ...": the middle is ours to
    // say.
    const std::string_view what = e.what();
    const std::size_t from = what.find("syntax error");
    std::string reason(from == std::string_view::npos ? what.substr(std::min(what.find("] ") + 2, what.size()))
                                                      : what.substr(from));
    const std::size_t offset = offset_of(reached_);
    return refuse(locate(text_, offset > 0 ? offset - 1 : 0), "invalid JSON: " + reason);
  }

 private:
  struct Frame {
    Node node;
    std::unordered_map<std::string, Location> keys;
  };

  std::size_t offset_of(const char* at) const { return static_cast<std::size_t>(at - text_.data()); }

  /// Place of the token just read: the first one after the previous token (a number's lookahead character is skipped
  /// too, since only white space, a comma or a bracket can follow a number).
  Location next_token() {
    const std::size_t begin = std::min(text_.find_first_not_of(" \t\r\n,:]}", token_end_), text_.size());
    for (; counted_ < begin; ++counted_) {
      if (text_[counted_] != '\n') continue;
      ++line_;
      line_start_ = counted_ + 1;
    }
    token_begin_ = begin;
    token_end_ = offset_of(reached_);
    return {line_, static_cast<std::uint32_t>(begin - line_start_ + 1)};
  }

  Node start_value(Node::Kind kind) {
    Node node;
    node.kind = kind;
    node.at = next_token();
    return node;
  }

  bool plain(std::string_view text) {
    Node node = start_value(Node::Kind::scalar);
    node.text = text;
    return place(std::move(node));
  }

  bool number() {
    Node node = start_value(Node::Kind::scalar);
    const std::string_view rest = text_.substr(token_begin_);
    node.text = rest.substr(0, rest.find_first_not_of("+-.0123456789eE"));
    if (node.text.size() > limits_.scalar_bytes) return too_long(node.at, node.text.size());
    return place(std::move(node));
  }

  bool open(Node::Kind kind) {
    Frame frame;
    frame.node = start_value(kind);
    if (frames_.size() >= limits_.depth)
      return refuse(frame.node.at, "nested deeper than " + std::to_string(limits_.depth) + " levels");
    frames_.push_back(std::move(frame));
    return true;
  }

  bool close() {
    token_end_ = offset_of(reached_);
    Node node = std::move(frames_.back().node);
    frames_.pop_back();
    return place(std::move(node));
  }

  bool place(Node node) {
    if (++nodes_ > limits_.nodes)
      return refuse(node.at, "file has more than " + std::to_string(limits_.nodes) + " values");
    if (frames_.empty()) {
      root_ = std::move(node);
    } else if (Node& parent = frames_.back().node; parent.is_map()) {
      parent.entries.back().value = std::move(node);
    } else {
      parent.items.push_back(std::move(node));
    }
    return true;
  }

  bool too_long(Location at, std::size_t size) {
    return refuse(at,
                  "text of " + std::to_string(size) + " bytes is longer than " + describe_size(limits_.scalar_bytes));
  }

  bool refuse(Location at, std::string message) {
    diagnostics_.error(file_, at, std::move(message));
    return false;
  }

  std::string_view text_;
  const std::string& file_;
  const ReadLimits& limits_;
  Diagnostics& diagnostics_;
  const char* reached_;  ///< one past the last character that the parser has taken
  std::size_t token_begin_ = 0;
  std::size_t token_end_ = 0;
  std::size_t counted_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  std::vector<Frame> frames_;
  Node root_;
  std::size_t nodes_ = 0;
};

}  // namespace

std::optional<Node> parse_json(std::string_view text, const std::string& file, const ReadLimits& limits,
                               Diagnostics& diagnostics) {
  text = without_byte_order_mark(text);
  if (!accept_text(text, file, limits, diagnostics)) return std::nullopt;
  Diagnostics found;
  JsonTree tree(text, file, limits, found);
  const TrackingIterator begin(text.data(), tree.reached());
  const TrackingIterator end(text.data() + text.size(), tree.reached());
  const bool parsed = nlohmann::json::sax_parse(begin, end, &tree);
  found.attach_text(file, text);
  diagnostics.append(found);
  return parsed ? std::optional(tree.take_root()) : std::nullopt;
}

}  // namespace planner
