// YAML through yaml-cpp's event stream: its node tree would accept duplicate keys, follow aliases into themselves and
// turn `no` into false, so the tree is built here, where every surprise can be refused with its place.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <streambuf>
#include <unordered_map>

#include "source/read.h"
#include "source/text.h"

namespace planner {
namespace {

/// Thrown out of an event to stop the parser at the first thing that is refused.
struct Refusal {
  Location at;
  std::string message;
  std::string help;
};

Location place_of(const YAML::Mark& mark) {
  if (mark.is_null()) return {};
  return {static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
}

/// Reads a string_view as a stream without copying it.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // a streambuf's get area is never written through
    setg(begin, begin, begin + text.size());
  }
};

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, const ReadLimits& limits) : text_(text), limits_(limits) {}

  Node take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) throw Refusal{place_of(mark), "a second YAML document", "keep one document in a file"};
    root_.at = place_of(mark);
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_properties(mark, {}, anchor);
    if (!frames_.empty() && frames_.back().node.is_map() && !frames_.back().has_key)
      throw Refusal{place_of(mark), "a key is empty", "put a key that looks like null in quotes"};
    Node node;
    // The mark of an omitted value is the next token's, which may be lines below.
    node.at = !frames_.empty() && frames_.back().has_key ? frames_.back().node.entries.back().at : place_of(mark);
    count(node.at);
    place(std::move(node));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refusal{place_of(mark), "aliases (`*name`) are not supported", "write the value out"};
  }

  void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
    throw Refusal{place_of(mark), "anchors (`&" + name + "`) are not supported",
                  "write the value out where it is needed"};
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse_properties(mark, tag, anchor);
    const Location at = place_of(mark);
    count(at);
    if (value.size() > limits_.scalar_bytes)
      throw Refusal{
          at,
          "text of " + std::to_string(value.size()) + " bytes is longer than " + describe_size(limits_.scalar_bytes),
          {}};
    if (!frames_.empty() && frames_.back().node.is_map() && !frames_.back().has_key) return add_key(at, value);
    Node node;
    node.kind = Node::Kind::scalar;
    node.quoted = tag == "!";  // how yaml-cpp marks quoted and block scalars
    node.at = at;
    node.text = value;
    place(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    Node node;
    bool has_key = false;                            ///< a map's key has come, its value has not
    std::unordered_map<std::string, Location> keys;  ///< of a map, to find the second of the same name
  };

  void refuse_properties(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != 0)
      throw Refusal{place_of(mark), "anchors are not supported", "write the value out where it is needed"};
    // An explicit non-specific tag is reported just like quotes; the character at the mark tells them apart.
    const bool bare_tag = !mark.is_null() && static_cast<std::size_t>(mark.pos) < text_.size() &&
                          text_[static_cast<std::size_t>(mark.pos)] == '!';
    if (bare_tag || !(tag.empty() || tag == "?" || tag == "!"))
      throw Refusal{place_of(mark), "tags (`!name`) are not supported", "put text that starts with `!` in quotes"};
  }

  void count(Location at) {
    if (++nodes_ > limits_.nodes)
      throw Refusal{at, "file has more than " + std::to_string(limits_.nodes) + " values", {}};
  }

  void add_key(Location at, const std::string& key) {
    Frame& frame = frames_.back();
    const auto [first, added] = frame.keys.emplace(key, at);
    if (!added)
      throw Refusal{at, "key `" + key + "` is given twice; first at line " + std::to_string(first->second.line), {}};
    frame.node.entries.push_back({key, at, {}});
    frame.has_key = true;
  }

  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_properties(mark, tag, anchor);
    count(place_of(mark));
    if (frames_.size() >= limits_.depth)
      throw Refusal{place_of(mark), "nested deeper than " + std::to_string(limits_.depth) + " levels", {}};
    if (!frames_.empty() && frames_.back().node.is_map() && !frames_.back().has_key)
      throw Refusal{place_of(mark), "a list or a map stands where a key is expected",
                    "keys are plain words; is a closing bracket missing?"};
    Frame frame;
    frame.node.kind = kind;
    frame.node.at = place_of(mark);
    frames_.push_back(std::move(frame));
  }

  void close() {
    Node node = std::move(frames_.back().node);
    frames_.pop_back();
    place(std::move(node));
  }

  void place(Node node) {
    if (frames_.empty()) {
      root_ = std::move(node);
    } else if (Frame& frame = frames_.back(); frame.node.is_map()) {
      frame.node.entries.back().value = std::move(node);
      frame.has_key = false;
    } else {
      frame.node.items.push_back(std::move(node));
    }
  }

  std::string_view text_;
  const ReadLimits& limits_;
  std::vector<Frame> frames_;
  Node root_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

/// What yaml-cpp's commonest complaints come from.
std::string help_for(std::string_view complaint) {
  if (complaint == "unknown token" || complaint == "illegal map value")
    return "put text that holds `:`, `?` or `#` in quotes";
  if (complaint.find("flow not found") != std::string_view::npos)
    return "is a comma, a quote or a closing bracket missing?";
  return {};
}

/// yaml-cpp queues the tokens of a whole flow collection before it reports the first, so the count of values has to be
/// bounded before it starts.
std::optional<std::size_t> beyond_node_limit(std::string_view text, const ReadLimits& limits) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if ((c == ',' || c == '[' || c == '{') && ++count > limits.nodes) return at;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Node> parse_yaml(std::string_view text, const std::string& file, const ReadLimits& limits,
                               Diagnostics& diagnostics) {
  text = without_byte_order_mark(text);
  if (!accept_text(text, file, limits, diagnostics)) return std::nullopt;
  Diagnostics found;
  std::optional<Node> root;
  try {
    if (const auto at = beyond_node_limit(text, limits))
      throw Refusal{locate(text, *at), "file has more than " + std::to_string(limits.nodes) + " values", {}};
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    TreeBuilder builder(text, limits);
    while (parser.HandleNextDocument(builder)) {
    }
    root = builder.take_root();
    if (root->at.line == 0) root->at = {1, 1};
  } catch (const Refusal& refusal) {
    found.error(file, refusal.at, refusal.message, refusal.help);
  } catch (const YAML::Exception& e) {
    found.error(file, place_of(e.mark), "invalid YAML: " + e.msg, help_for(e.msg));
  }
  found.attach_text(file, text);
  diagnostics.append(found);
  return found.has_errors() ? std::nullopt : std::move(root);
}

}  // namespace planner
