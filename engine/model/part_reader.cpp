#include "model/part_reader.h"

#include <algorithm>

#include "model/field.h"
#include "model/price_reader.h"
#include "model/structured_field.h"
#include "model/topology_reader.h"

namespace planner {
namespace {

constexpr std::array<std::string_view, 14> kHeaderKeys = {"id",           "kind",       "name",     "vendor", "aliases",
                                                          "part_numbers", "variant_of", "variants", "prices", "sources",
                                                          "as_of",        "confidence", "notes",    "generic"};
constexpr std::string_view kDiscontinued = "discontinued";

bool is_header_key(std::string_view key) {
  return key == kDiscontinued || std::find(kHeaderKeys.begin(), kHeaderKeys.end(), key) != kHeaderKeys.end();
}

struct Section {
  PartKind kind;
  void* raw;
};

/// The part inside a platform that a section describes.
std::optional<Section> section_of(Platform& platform, std::string_view name) {
  if (name == "board") return Section{PartKind::board, &platform.board};
  if (name == "chassis") return Section{PartKind::chassis, &platform.chassis};
  if (name == "psu") return Section{PartKind::psu, &platform.psu};
  return std::nullopt;
}

}  // namespace

void PartReader::read(Part& part, const Node& node, PartStart start) {
  part_ = &part;
  start_ = start;
  PartInfo& info = info_of(part);
  info.origins.reserve(info.origins.size() + node.entries.size());
  read_header(info, node);
  if (const Node* prices = node.find("prices")) read_prices(info, *prices);
  read_fields(kind_of(part), node, raw(part), info, "");
  const Board* board = std::get_if<Board>(&part);
  if (const auto* platform = std::get_if<Platform>(&part)) board = &platform->board;
  if (board != nullptr) check_topology(*board, node.at, reader_);
}

void PartReader::read_header(PartInfo& info, const Node& node) {
  const bool overlay = start_ == PartStart::overlay;
  const auto text = [&](std::string_view key, std::string& into) {
    if (const Node* n = node.find(key)) into = reader_.text(*n, key).value_or("");
  };
  const auto texts = [&](std::string_view key, std::vector<std::string>& into) {
    if (const Node* n = node.find(key)) into = reader_.texts(*n, key).value_or(std::vector<std::string>{});
  };
  const auto flag = [&](std::string_view key, bool& into) {
    if (const Node* n = node.find(key)) into = reader_.boolean(*n, key).value_or(false);
  };
  text("name", info.name);
  text("vendor", info.vendor);
  texts("aliases", info.aliases);
  texts("part_numbers", info.part_numbers);
  texts("notes", info.notes);
  flag("generic", info.generic);
  flag(kDiscontinued, info.discontinued);
  if (info.name.empty() && node.find("name") == nullptr) reader_.error(node.at, "part `" + info.id + "` has no `name`");

  const Node* confidence = node.find("confidence");
  if (confidence != nullptr)
    confidence_ = reader_.enumerator<Confidence>(*confidence, "confidence").value_or(Confidence::low);
  if (confidence == nullptr) confidence_ = overlay ? Confidence::medium : info.confidence;
  std::vector<std::string> sources;
  if (const Node* n = node.find("sources")) sources = names_.expand(*n, reader_);
  // An overlay leaves the part's own origin alone: only the fields that it states come from it.
  overlay_source_ = overlay ? (sources.empty() ? reader_.file() : join_sources(sources)) : "";
  if (overlay) return;
  info.confidence = confidence_;
  if (const Node* n = node.find("as_of")) info.as_of = reader_.date(*n, "as_of").value_or("");
  if (!sources.empty()) {
    info.source_text = join_sources(sources);
    info.sources = std::move(sources);
  }
}

void PartReader::read_prices(PartInfo& info, const Node& prices) {
  if (!reader_.is_list(prices, "prices")) return;
  std::vector<Price> stated;
  for (const Node& node : prices.items) {
    auto price = read_price(node, reader_);
    if (!price) continue;
    if (!price->source.empty()) price->source = join_sources(names_.expand(*node.find("source"), reader_));
    add_price(stated, std::move(*price));
  }
  if (start_ == PartStart::variant) info.prices.clear();
  for (Price& price : stated) replace_price(info.prices, std::move(price));
}

void PartReader::read_fields(PartKind kind, const Node& node, void* raw_part, PartInfo& info, std::string_view prefix) {
  for (const Node::Entry& entry : node.entries) {
    const Field* field = find_field(kind, entry.key);
    const StructuredField* structured = field ? nullptr : find_structured_field(kind, entry.key);
    if (field == nullptr && structured == nullptr) {
      const bool handled = prefix.empty() && (is_header_key(entry.key) || read_section(*part_, entry));
      if (!handled) report_unknown_field(kind, entry);
      continue;
    }
    FieldOrigin origin;
    origin.field = std::string(prefix) + entry.key;
    origin.at = entry.at;
    std::string unknown;
    const Node* value = open_value(entry.value, origin, unknown);
    if (value != nullptr && field != nullptr) read_field(*field, *value, raw_part);
    if (value != nullptr && structured != nullptr) structured->read(raw_part, *value, reader_);
    if (value == nullptr && field != nullptr) field->set_unknown(raw_part, unknown);
    if (value == nullptr && structured != nullptr) structured->clear(raw_part);
    store_origin(info, std::move(origin));
  }
}

bool PartReader::read_section(Part& part, const Node::Entry& entry) {
  auto* platform = std::get_if<Platform>(&part);
  const auto section = platform ? section_of(*platform, entry.key) : std::nullopt;
  if (!section) return false;
  if (entry.value.is_map()) {
    read_fields(section->kind, entry.value, section->raw, platform->info, entry.key + ".");
  } else {
    reader_.error(entry.value.at,
                  "`" + entry.key + "` is a map of the fields of a " + std::string(name_of(section->kind)));
  }
  return true;
}

/// A field is its value, or {value, source, as_of, confidence}, or {unknown: why}. Null: it is unknown.
const Node* PartReader::open_value(const Node& node, FieldOrigin& origin, std::string& unknown) {
  static constexpr std::array<std::string_view, 5> kKeys = {"value", "unknown", "source", "as_of", "confidence"};
  origin.confidence = confidence_;
  origin.source = overlay_source_;
  if (start_ == PartStart::overlay) origin.file = reader_.file();
  if (!node.is_map()) return &node;
  if (!reader_.is_map_of(node, kKeys, "a figure")) return nullptr;
  const Node* value = node.find("value");
  const Node* why = node.find("unknown");
  if ((value == nullptr) == (why == nullptr)) {
    reader_.error(node.at, "a figure has either `value` or `unknown`");
    return nullptr;
  }
  if (const Node* n = node.find("source")) origin.source = join_sources(names_.expand(*n, reader_));
  if (const Node* n = node.find("as_of")) origin.as_of = reader_.date(*n, "as_of").value_or("");
  if (const Node* n = node.find("confidence"))
    origin.confidence = reader_.enumerator<Confidence>(*n, "confidence").value_or(Confidence::low);
  if (why != nullptr) unknown = reader_.text(*why, "unknown").value_or("");
  return value;
}

void PartReader::read_field(const Field& field, const Node& node, void* raw_part) {
  switch (field.type.kind) {
    case ScalarType::Kind::boolean:
      if (const auto v = reader_.boolean(node, field.name)) field.set(raw_part, *v);
      return;
    case ScalarType::Kind::text:
      if (auto v = reader_.text(node, field.name)) field.set(raw_part, std::move(*v));
      return;
    case ScalarType::Kind::enumeration:
      if (auto v = reader_.choice(node, field.name, field.type.names)) field.set(raw_part, std::move(*v));
      return;
    case ScalarType::Kind::number:
      break;
  }
  const auto value = reader_.amount(node, field.name, field.type.dimension);
  if (!value) return;
  field.set(raw_part, *value);
  if (!field.get(raw_part).known())
    reader_.error(node.at, "`" + std::string(field.name) + "` is a whole number, not `" + node.text + "`");
}

void PartReader::store_origin(PartInfo& info, FieldOrigin origin) {
  if (start_ != PartStart::blank) {
    const auto same = std::find_if(info.origins.begin(), info.origins.end(),
                                   [&](const FieldOrigin& o) { return o.field == origin.field; });
    if (same != info.origins.end()) {
      *same = std::move(origin);
      return;
    }
  }
  info.origins.push_back(std::move(origin));
}

void PartReader::report_unknown_field(PartKind kind, const Node::Entry& entry) {
  std::vector<std::string_view> names(kHeaderKeys.begin(), kHeaderKeys.end());
  names.push_back(kDiscontinued);
  for (const Field& f : fields_of(kind)) names.push_back(f.name);
  for (const StructuredField& f : structured_fields_of(kind)) names.push_back(f.name);
  if (kind == PartKind::platform) names.insert(names.end(), {"board", "chassis", "psu"});
  reader_.error(entry.at, "unknown field `" + entry.key + "` of a " + std::string(name_of(kind)),
                near_or(entry.key, names, "`planner explain " + std::string(name_of(kind)) + "` lists its fields"));
}

}  // namespace planner
