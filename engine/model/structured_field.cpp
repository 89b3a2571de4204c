#include "model/structured_field.h"

#include <algorithm>

#include "model/topology_reader.h"
#include "source/node_builder.h"

namespace planner {
namespace {

/// A list of names: `Member` is a pointer to a vector of texts.
template <class Owner, std::vector<std::string> Owner::*Member>
StructuredField name_list(std::string_view name, std::string_view doc) {
  StructuredField f{};
  f.name = name;
  f.doc = doc;
  f.read = [](void* part, const Node& node, NodeReader& reader) {
    if (auto names = reader.texts(node, "name")) static_cast<Owner*>(part)->*Member = std::move(*names);
  };
  f.write = [](const void* part) -> std::optional<Node> {
    const auto& names = static_cast<const Owner*>(part)->*Member;
    return names.empty() ? std::nullopt : std::optional(text_list_node(names));
  };
  f.clear = [](void* part) { (static_cast<Owner*>(part)->*Member).clear(); };
  return f;
}

/// A list of records that `Read` and `Write` handle one by one; `Read` may give several for one node.
template <class Owner, class Item, std::vector<Item> Owner::*Member,
          void (*Read)(std::vector<Item>&, const Node&, NodeReader&), Node (*Write)(const Item&)>
StructuredField record_list(std::string_view name, std::string_view doc) {
  StructuredField f{};
  f.name = name;
  f.doc = doc;
  f.read = [](void* part, const Node& node, NodeReader& reader) {
    std::vector<Item> items;
    if (!reader.is_list(node, "field")) return;
    for (const Node& item : node.items) Read(items, item, reader);
    static_cast<Owner*>(part)->*Member = std::move(items);
  };
  f.write = [](const void* part) -> std::optional<Node> {
    const auto& items = static_cast<const Owner*>(part)->*Member;
    if (items.empty()) return std::nullopt;
    Node list = list_node();
    for (const Item& item : items) list.items.push_back(Write(item));
    return list;
  };
  f.clear = [](void* part) { (static_cast<Owner*>(part)->*Member).clear(); };
  return f;
}

void read_connector(std::vector<ConnectorCount>& out, const Node& node, NodeReader& reader) {
  static constexpr std::array<std::string_view, 2> kKeys = {"type", "count"};
  if (!reader.is_map_of(node, kKeys, "a power connector")) return;
  const Node* type = node.find("type");
  const Node* count = node.find("count");
  if (type == nullptr) return reader.error(node.at, "power connector has no `type`");
  const auto kind = reader.enumerator<PowerConnector>(*type, "type");
  const auto number = count ? reader.integer(*count, "count", 1, 16) : std::optional(1);
  if (kind && number) out.push_back({*kind, *number});
}

StructuredField power_connectors() {
  StructuredField f{};
  f.name = "power_connectors";
  f.doc = "Auxiliary power inputs of the card; an empty list says that it has none.";
  f.read = [](void* part, const Node& node, NodeReader& reader) {
    auto& gpu = *static_cast<Gpu*>(part);
    if (!reader.is_list(node, "power_connectors")) return;
    gpu.power_connectors.clear();
    for (const Node& item : node.items) read_connector(gpu.power_connectors, item, reader);
    gpu.power_connectors_known = true;
  };
  f.write = [](const void* part) -> std::optional<Node> {
    const auto& gpu = *static_cast<const Gpu*>(part);
    if (!gpu.power_connectors_known) return std::nullopt;
    Node list = list_node();
    for (const ConnectorCount& c : gpu.power_connectors) {
      Node item = map_node();
      put(item, "type", std::string(name_of(c.type)));
      put(item, "count", std::to_string(c.count));
      list.items.push_back(std::move(item));
    }
    return list;
  };
  f.clear = [](void* part) {
    auto& gpu = *static_cast<Gpu*>(part);
    gpu.power_connectors.clear();
    gpu.power_connectors_known = false;
  };
  return f;
}

void read_pci_id(std::vector<std::string>& out, const Node& node, NodeReader& reader) {
  const std::string& id = node.text;
  const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const bool valid = node.is_scalar() && id.size() == 9 && id[4] == ':' &&
                     std::all_of(id.begin(), id.begin() + 4, hex) && std::all_of(id.begin() + 5, id.end(), hex);
  if (!valid)
    return reader.error(node.at, "`" + id + "` is not a PCI id", "write it like \"10de:2684\", in lower case");
  out.push_back(id);
}

Node write_pci_id(const std::string& id) {
  return scalar_node(id, true);
}

void read_output(std::vector<OutputBand>& out, const Node& node, NodeReader& reader) {
  static constexpr std::array<std::string_view, 3> kKeys = {"from", "to", "output"};
  if (!reader.is_map_of(node, kKeys, "an output band")) return;
  for (const std::string_view key : kKeys) {
    if (node.find(key) == nullptr) return reader.error(node.at, "output band has no `" + std::string(key) + "`");
  }
  const auto from = reader.quantity<VoltageTag>(*node.find("from"), "from");
  const auto to = reader.quantity<VoltageTag>(*node.find("to"), "to");
  const auto output = reader.quantity<PowerTag>(*node.find("output"), "output");
  if (!from || !to || !output) return;
  if (*from > *to) return reader.error(node.at, "output band goes from " + from->text() + " down to " + to->text());
  out.push_back({*from, *to, *output});
}

Node write_output(const OutputBand& band) {
  Node n = map_node();
  put(n, "from", exact_text(band.from));
  put(n, "to", exact_text(band.to));
  put(n, "output", exact_text(band.output));
  return n;
}

/// `includes_gpu_count` of a platform.
StructuredField included_count() {
  StructuredField f{};
  f.name = "includes_gpu_count";
  f.doc = "Number of GPUs that come with the platform.";
  f.read = [](void* part, const Node& node, NodeReader& reader) {
    if (const auto n = reader.integer(node, "includes_gpu_count", 1, 64))
      static_cast<Platform*>(part)->includes_gpu_count = *n;
  };
  f.write = [](const void* part) -> std::optional<Node> {
    const int n = static_cast<const Platform*>(part)->includes_gpu_count;
    return n == 0 ? std::nullopt : std::optional(scalar_node(std::to_string(n)));
  };
  f.clear = [](void* part) { static_cast<Platform*>(part)->includes_gpu_count = 0; };
  return f;
}

StructuredField included_gpu() {
  StructuredField f{};
  f.name = "includes_gpu";
  f.doc = "Id of the GPUs that come with the platform (HGX, DGX).";
  f.read = [](void* part, const Node& node, NodeReader& reader) {
    if (auto id = reader.text(node, "includes_gpu")) static_cast<Platform*>(part)->includes_gpu = std::move(*id);
  };
  f.write = [](const void* part) -> std::optional<Node> {
    const auto& id = static_cast<const Platform*>(part)->includes_gpu;
    return id.empty() ? std::nullopt : std::optional(scalar_node(id));
  };
  f.clear = [](void* part) { static_cast<Platform*>(part)->includes_gpu.clear(); };
  return f;
}

}  // namespace

std::span<const StructuredField> structured_fields_of(PartKind kind) {
  // clang-format off
  static const std::array kGpu = {
      power_connectors(),
      record_list<Gpu, std::string, &Gpu::pci_ids, read_pci_id, write_pci_id>("pci_ids", "PCI vendor and device ids.")};
  static const std::array kBoard = {
      name_list<Board, &Board::cpu_families>("cpu_families", "CPU families it supports; without it every CPU of the socket."),
      record_list<Board, Switch, &Board::switches, read_switch, write_switch>("switches", "PCIe switches."),
      record_list<Board, Slot, &Board::slots, read_slots, write_slot>("slots", "Expansion slots from the CPU edge."),
      record_list<Board, Port, &Board::ports, read_port, write_port>("ports", "Other PCIe connectors: M.2, MCIO, SlimSAS, OCuLink, U.2."),
      record_list<Board, LaneShare, &Board::shares, read_share, write_share>("shares", "Slots and ports that share lanes.")};
  static const std::array kPsu = {
      record_list<Psu, OutputBand, &Psu::outputs, read_output, write_output>("outputs", "Output by band of input voltage.")};
  static const std::array kChassis = {
      name_list<Chassis, &Chassis::board_form_factors>("board_form_factors", "Board form factors it takes."),
      name_list<Chassis, &Chassis::psu_form_factors>("psu_form_factors", "Power supply form factors it takes.")};
  static const std::array kCooler = {name_list<Cooler, &Cooler::sockets>("sockets", "CPU sockets it fits.")};
  static const std::array kRiser = {name_list<Riser, &Riser::gpus>("gpus", "NVLink bridge: ids or names of the cards it fits.")};
  static const std::array kPlatform = {
      name_list<Platform, &Platform::validated_gpus>("validated_gpus", "GPUs that the maker has validated."),
      included_gpu(), included_count()};
  // clang-format on
  switch (kind) {
    case PartKind::gpu:
      return kGpu;
    case PartKind::board:
      return kBoard;
    case PartKind::psu:
      return kPsu;
    case PartKind::chassis:
      return kChassis;
    case PartKind::cooler:
      return kCooler;
    case PartKind::riser:
      return kRiser;
    case PartKind::platform:
      return kPlatform;
    default:
      return {};
  }
}

const StructuredField* find_structured_field(PartKind kind, std::string_view name) {
  const auto fields = structured_fields_of(kind);
  const auto it = std::find_if(fields.begin(), fields.end(), [&](const StructuredField& f) { return f.name == name; });
  return it == fields.end() ? nullptr : &*it;
}

}  // namespace planner
