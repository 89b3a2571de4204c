#include "model/build_file.h"

#include <algorithm>
#include <array>
#include <map>

#include "model/catalog_loader.h"
#include "model/node_reader.h"
#include "model/price_reader.h"
#include "source/node_builder.h"

namespace planner {
namespace {

constexpr std::array<std::string_view, 6> kKeys = {"planner_build", "name",    "parts",
                                                   "custom_parts",  "waivers", "inlet_temperature"};
constexpr std::array<std::string_view, 5> kItemKeys = {"part", "count", "slots", "power_limit", "price"};
constexpr std::array<std::string_view, 3> kWaiverKeys = {"rule", "reason", "until"};
constexpr int kMostUnits = 1024;

/// Parts described in the file itself, by id.
using CustomParts = std::map<std::string, std::shared_ptr<Part>>;

class BuildReader {
 public:
  BuildReader(const std::string& file, const Catalog& catalog, Diagnostics& diagnostics)
      : reader_(file, diagnostics), diagnostics_(diagnostics), catalog_(catalog) {}

  std::optional<Build> read(const Node& root) {
    const std::size_t before = diagnostics_.error_count();
    if (!reader_.is_map_of(root, kKeys, "a build")) return std::nullopt;
    Build build;
    build.file = reader_.file();
    build.catalog = &catalog_;
    read_version(root);
    if (const Node* n = root.find("name")) build.name = reader_.text(*n, "name").value_or("");
    if (const Node* n = root.find("custom_parts")) read_custom(*n, build);
    if (const Node* n = root.find("parts"); n != nullptr && reader_.is_list(*n, "parts")) {
      for (const Node& item : n->items) read_item(item, build);
    } else if (n == nullptr) {
      reader_.error(root.at, "a build has a list `parts`");
    }
    if (const Node* n = root.find("waivers"); n != nullptr && reader_.is_list(*n, "waivers"))
      for (const Node& w : n->items) read_waiver(w, build);
    if (const Node* n = root.find("inlet_temperature"))
      if (const auto t = reader_.quantity<TemperatureTag>(*n, "inlet_temperature")) build.inlet_temperature = *t;
    if (diagnostics_.error_count() > before) return std::nullopt;
    return build;
  }

 private:
  void read_version(const Node& root) {
    const Node* version = root.find("planner_build");
    if (version != nullptr && version->text != "1")
      reader_.error(version->at, "unknown version of the build format: `" + version->text + "`",
                    "this planner reads `planner_build: 1`");
  }

  /// Parts in the catalog's format, each with its `kind`; they may be variants of parts in the catalog.
  void read_custom(const Node& list, Build& build) {
    if (!reader_.is_list(list, "custom_parts")) return;
    Document document{reader_.file(), map_node()};
    document.root.at = list.at;
    document.root.entries.push_back({"parts", list.at, list});
    for (auto& part : read_parts(document, &catalog_, diagnostics_)) {
      const std::string id = info_of(*part).id;
      build.custom_parts.push_back(std::move(part));
      custom_[id] = build.custom_parts.back();
    }
  }

  const Part* find_part(const Node& id) {
    const auto it = custom_.find(id.text);
    if (it != custom_.end()) return it->second.get();
    if (const Part* part = catalog_.find(id.text)) return part;
    std::vector<std::string_view> names;
    for (const auto& p : catalog_.parts()) names.push_back(info_of(*p).id);
    for (const auto& [name, part] : custom_) names.push_back(name);
    reader_.error(id.at, "no part `" + id.text + "` in the catalog",
                  near_or(id.text, names, "`planner catalog list` shows all; describe others under `custom_parts`"));
    return nullptr;
  }

  void read_item(const Node& node, Build& build) {
    if (!reader_.is_map_of(node, kItemKeys, "a part of a build")) return;
    const Node* id = node.find("part");
    if (id == nullptr) return reader_.error(node.at, "a part of a build has a `part` (its id)");
    BuildItem item;
    item.at = node.at;
    item.part = find_part(*id);
    if (const Node* n = node.find("count")) item.count = reader_.integer(*n, "count", 1, kMostUnits).value_or(1);
    if (const Node* n = node.find("slots"))
      item.slots = reader_.texts(*n, "slots").value_or(std::vector<std::string>{});
    if (const Node* n = node.find("power_limit"))
      if (const auto limit = reader_.quantity<PowerTag>(*n, "power_limit")) item.power_limit = *limit;
    if (const Node* n = node.find("price")) read_price(*n, item);
    if (item.part != nullptr) build.items.push_back(std::move(item));
  }

  /// Stated price each.
  void read_price(const Node& node, BuildItem& item) {
    const auto price = node.is_scalar() ? parse_price(node.text) : std::nullopt;
    if (!price)
      return reader_.error(node.at, "`price` is a price, not `" + node.text + "`",
                           "write it like $1550, $1,234.50, CHF 500 or EUR 99.90");
    item.price_cents = price->cents;
    item.currency = price->currency;
  }

  void read_waiver(const Node& node, Build& build) {
    if (!reader_.is_map_of(node, kWaiverKeys, "a waiver")) return;
    Waiver w;
    w.at = node.at;
    const Node* rule = node.find("rule");
    const Node* reason = node.find("reason");
    if (rule == nullptr || reason == nullptr) return reader_.error(node.at, "a waiver has a `rule` and a `reason`");
    w.rule = reader_.text(*rule, "rule").value_or("");
    w.reason = reader_.text(*reason, "reason").value_or("");
    if (const Node* n = node.find("until")) w.until = reader_.date(*n, "until").value_or("");
    build.waivers.push_back(std::move(w));
  }

  NodeReader reader_;
  Diagnostics& diagnostics_;
  const Catalog& catalog_;
  CustomParts custom_;
};

}  // namespace

bool is_build_file(const Node& root) {
  if (!root.is_map()) return false;
  if (root.find("planner_build") != nullptr) return true;
  const Node* parts = root.find("parts");
  if (parts == nullptr || !parts->is_list() || parts->items.empty()) return false;
  return std::all_of(parts->items.begin(), parts->items.end(),
                     [](const Node& item) { return item.is_map() && item.find("part") != nullptr; });
}

std::optional<Build> read_build(const Node& root, const std::string& file, const Catalog& catalog,
                                Diagnostics& diagnostics) {
  return BuildReader(file, catalog, diagnostics).read(root);
}

}  // namespace planner
