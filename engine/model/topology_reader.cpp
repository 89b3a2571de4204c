#include "model/topology_reader.h"

#include <algorithm>
#include <numeric>

#include "source/node_builder.h"

namespace planner {
namespace {

constexpr int kMostSlots = 64;
constexpr int kHighestGen = 7;

bool require(const Node& node, std::initializer_list<std::string_view> keys, std::string_view owner,
             NodeReader& reader) {
  for (const std::string_view key : keys) {
    if (node.find(key) != nullptr) continue;
    reader.error(node.at, std::string(owner) + " has no `" + std::string(key) + "`");
    return false;
  }
  return true;
}

/// A value, or {unknown: why}; a missing one is unknown as well.
template <class T, class Read>
Known<T> known(const Node* node, NodeReader& reader, Read read) {
  if (node == nullptr) return {};
  if (node->is_map()) {
    static constexpr std::array<std::string_view, 1> kKeys = {"unknown"};
    const bool valid =
        reader.is_map_of(*node, kKeys, "an unknown value") && require(*node, {"unknown"}, "unknown value", reader);
    const auto why = valid ? reader.text(*node->find("unknown"), "unknown") : std::nullopt;
    return Known<T>::unknown(why.value_or(""));
  }
  const auto value = read(*node);
  return value ? Known<T>(*value) : Known<T>();
}

Known<Lanes> known_lanes(const Node& map, std::string_view key, NodeReader& reader) {
  return known<Lanes>(map.find(key), reader, [&](const Node& n) { return reader.quantity<LaneTag>(n, key); });
}

Known<std::int64_t> known_gen(const Node& map, NodeReader& reader) {
  return known<std::int64_t>(map.find("gen"), reader, [&](const Node& n) -> std::optional<std::int64_t> {
    const auto gen = reader.integer(n, "gen", 1, kHighestGen);
    return gen ? std::optional<std::int64_t>(*gen) : std::nullopt;
  });
}

std::string optional_text(const Node& map, std::string_view key, NodeReader& reader) {
  const Node* node = map.find(key);
  return node ? reader.text(*node, key).value_or("") : "";
}

/// "x8x4x4" -> {8, 4, 4}.
std::optional<std::vector<int>> parse_mode(std::string_view text) {
  std::vector<int> widths;
  while (text.starts_with('x')) {
    text.remove_prefix(1);
    int width = 0;
    while (!text.empty() && text[0] >= '0' && text[0] <= '9' && width < 100) {
      width = width * 10 + (text[0] - '0');
      text.remove_prefix(1);
    }
    if (width != 1 && width != 2 && width != 4 && width != 8 && width != 16) return std::nullopt;
    widths.push_back(width);
  }
  return text.empty() && !widths.empty() ? std::optional(widths) : std::nullopt;
}

void read_bifurcation(Slot& slot, const Node& node, NodeReader& reader) {
  if (!reader.is_list(node, "bifurcation")) return;
  for (const Node& item : node.items) {
    const auto mode = item.is_scalar() ? parse_mode(item.text) : std::nullopt;
    if (!mode) {
      reader.error(item.at, "`" + item.text + "` is not a bifurcation mode", "modes are like x16, x8x8 or x4x4x4x4");
      return;
    }
    const int sum = std::accumulate(mode->begin(), mode->end(), 0);
    if (slot.lanes && Lanes::from_base(sum) > *slot.lanes)
      reader.error(item.at, "mode `" + item.text + "` needs " + std::to_string(sum) + " lanes, the slot has " +
                                slot.lanes->text());
    slot.bifurcation.push_back(*mode);
  }
}

/// "GPU{1..8}" -> GPU1 ... GPU8; a label without braces is itself.
std::vector<std::string> expand_label(const std::string& label, Location at, NodeReader& reader) {
  const std::size_t open = label.find('{');
  const std::size_t dots = label.find("..", open);
  const std::size_t close = label.find('}', dots);
  if (open == std::string::npos) return {label};
  const auto first = close == std::string::npos
                         ? std::nullopt
                         : parse_decimal(std::string_view(label).substr(open + 1, dots - open - 1));
  const auto last = close == std::string::npos
                        ? std::nullopt
                        : parse_decimal(std::string_view(label).substr(dots + 2, close - dots - 2));
  const bool valid = first && last && first->is_integer() && last->is_integer() && first->num() >= 0 &&
                     last->num() < 1000 && first->num() < last->num() && last->num() - first->num() < kMostSlots;
  if (!valid) {
    reader.error(at, "`" + label + "` is not a row of labels", "write a row like GPU{1..8}");
    return {};
  }
  std::vector<std::string> labels;
  for (std::int64_t i = first->num(); i <= last->num(); ++i)
    labels.push_back(label.substr(0, open) + std::to_string(i) + label.substr(close + 1));
  return labels;
}

Node gen_and_upstream(Node n, const Known<std::int64_t>& gen, const std::string& upstream) {
  if (gen) put(n, "gen", std::to_string(*gen));
  if (!upstream.empty()) put(n, "upstream", upstream);
  return n;
}

}  // namespace

void read_slots(std::vector<Slot>& out, const Node& node, NodeReader& reader) {
  static constexpr std::array<std::string_view, 9> kKeys = {"label", "position", "pitch",       "connector", "lanes",
                                                            "gen",   "upstream", "bifurcation", "open_ended"};
  if (!reader.is_map_of(node, kKeys, "a slot") || !require(node, {"label", "connector"}, "slot", reader)) return;
  Slot slot;
  slot.at = node.at;
  const auto label = reader.text(*node.find("label"), "label");
  if (const auto lanes = reader.quantity<LaneTag>(*node.find("connector"), "connector"))
    slot.connector_lanes = static_cast<int>(lanes->smallest());
  if (const Node* n = node.find("position")) slot.position = reader.integer(*n, "position", 1, kMostSlots).value_or(0);
  slot.lanes = known_lanes(node, "lanes", reader);
  if (slot.lanes && slot.lanes->smallest() > slot.connector_lanes)
    reader.error(node.at, "slot has " + slot.lanes->text() + " lanes on an x" + std::to_string(slot.connector_lanes) +
                              " connector");
  slot.gen = known_gen(node, reader);
  slot.upstream = optional_text(node, "upstream", reader);
  if (const Node* n = node.find("bifurcation")) read_bifurcation(slot, *n, reader);
  if (const Node* n = node.find("open_ended")) slot.open_ended = reader.boolean(*n, "open_ended").value_or(false);
  const Node* pitch_node = node.find("pitch");
  const int pitch = pitch_node ? reader.integer(*pitch_node, "pitch", 1, 8).value_or(1) : 1;
  const auto labels = label ? expand_label(*label, node.find("label")->at, reader) : std::vector<std::string>{};
  if (pitch_node != nullptr && labels.size() == 1)
    reader.error(pitch_node->at, "`pitch` of a single slot", "it belongs to a row such as GPU{1..8}");
  for (const std::string& name : labels) {
    slot.label = name;
    out.push_back(slot);
    if (slot.position > 0) slot.position += pitch;
  }
}

void read_port(std::vector<Port>& out, const Node& node, NodeReader& reader) {
  static constexpr std::array<std::string_view, 6> kKeys = {"label", "type", "count", "lanes", "gen", "upstream"};
  static constexpr std::array<std::string_view, 14> kTypes = {
      "m2",      "oculink",  "oculink_8i", "slimsas_4i", "slimsas_8i", "slimsas_16i", "mcio_4i",
      "mcio_8i", "mcio_16i", "u2",         "u3",         "e1s",        "ocp",         "mezzanine"};
  if (!reader.is_map_of(node, kKeys, "a port") || !require(node, {"label", "type"}, "port", reader)) return;
  Port port;
  port.at = node.at;
  const auto label = reader.text(*node.find("label"), "label");
  const auto type = reader.choice(*node.find("type"), "type", kTypes);
  if (const Node* n = node.find("count")) port.count = reader.integer(*n, "count", 1, 64).value_or(1);
  port.lanes = known_lanes(node, "lanes", reader);
  port.gen = known_gen(node, reader);
  port.upstream = optional_text(node, "upstream", reader);
  if (!label || !type) return;
  port.label = *label;
  port.type = *type;
  out.push_back(std::move(port));
}

void read_switch(std::vector<Switch>& out, const Node& node, NodeReader& reader) {
  static constexpr std::array<std::string_view, 5> kKeys = {"id", "upstream", "uplink", "gen", "uplinks"};
  if (!reader.is_map_of(node, kKeys, "a switch") || !require(node, {"id"}, "switch", reader)) return;
  Switch s;
  const auto id = reader.text(*node.find("id"), "id");
  s.upstream = optional_text(node, "upstream", reader);
  s.uplink_lanes = known_lanes(node, "uplink", reader);
  s.gen = known_gen(node, reader);
  if (const Node* n = node.find("uplinks")) s.uplinks = reader.integer(*n, "uplinks", 1, 16).value_or(1);
  if (!id) return;
  s.id = *id;
  out.push_back(std::move(s));
}

void read_share(std::vector<LaneShare>& out, const Node& node, NodeReader& reader) {
  static constexpr std::array<std::string_view, 5> kKeys = {"used", "cpu_family", "affects", "lanes", "note"};
  if (!reader.is_map_of(node, kKeys, "a lane share") || !require(node, {"affects", "lanes"}, "lane share", reader))
    return;
  if ((node.find("used") == nullptr) == (node.find("cpu_family") == nullptr))
    return reader.error(node.at, "a lane share depends on either `used` or `cpu_family`");
  LaneShare share;
  share.used = optional_text(node, "used", reader);
  share.cpu_family = optional_text(node, "cpu_family", reader);
  share.affects = optional_text(node, "affects", reader);
  share.note = optional_text(node, "note", reader);
  const auto lanes = reader.quantity<LaneTag>(*node.find("lanes"), "lanes");
  if (!lanes || share.affects.empty()) return;
  share.lanes = static_cast<int>(lanes->smallest());
  out.push_back(std::move(share));
}

Node write_slot(const Slot& slot) {
  Node n = map_node();
  put(n, "label", slot.label);
  if (slot.position > 0) put(n, "position", std::to_string(slot.position));
  put(n, "connector", "x" + std::to_string(slot.connector_lanes));
  if (slot.lanes) put(n, "lanes", exact_text(*slot.lanes));
  n = gen_and_upstream(std::move(n), slot.gen, slot.upstream);
  if (!slot.bifurcation.empty()) {
    Node modes = list_node();
    for (const auto& mode : slot.bifurcation) {
      std::string text;
      for (const int width : mode) text += "x" + std::to_string(width);
      modes.items.push_back(scalar_node(text));
    }
    put(n, "bifurcation", std::move(modes));
  }
  if (slot.open_ended) put(n, "open_ended", "true");
  return n;
}

Node write_port(const Port& port) {
  Node n = map_node();
  put(n, "label", port.label);
  put(n, "type", port.type);
  put(n, "count", std::to_string(port.count));
  if (port.lanes) put(n, "lanes", exact_text(*port.lanes));
  return gen_and_upstream(std::move(n), port.gen, port.upstream);
}

Node write_switch(const Switch& node) {
  Node n = map_node();
  put(n, "id", node.id);
  if (node.uplink_lanes) put(n, "uplink", exact_text(*node.uplink_lanes));
  put(n, "uplinks", std::to_string(node.uplinks));
  return gen_and_upstream(std::move(n), node.gen, node.upstream);
}

Node write_share(const LaneShare& share) {
  Node n = map_node();
  if (!share.used.empty()) put(n, "used", share.used);
  if (!share.cpu_family.empty()) put(n, "cpu_family", share.cpu_family);
  put(n, "affects", share.affects);
  put(n, "lanes", "x" + std::to_string(share.lanes));
  if (!share.note.empty()) put(n, "note", share.note);
  return n;
}

}  // namespace planner
