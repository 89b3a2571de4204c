#include <algorithm>
#include <array>

#include "quote/category.h"
#include "quote/readers.h"
#include "quote/wording.h"
#include "source/read.h"

namespace planner::quote {
namespace {

constexpr auto kLists = std::to_array<std::string_view>(
    {"parts", "items", "components", "lines", "bom", "quote", "list", "positions", "positionen", "hardware"});

using Keys = std::initializer_list<std::string_view>;

const Node* first_of(const Node& map, Keys keys) {
  for (const auto key : keys)
    if (const Node* node = map.find(key); node != nullptr && !node->is_null()) return node;
  return nullptr;
}

std::string text_of(const Node& map, Keys keys) {
  const Node* node = first_of(map, keys);
  return node != nullptr && node->is_scalar() ? plain(node->text) : std::string();
}

class StructuredReader {
 public:
  StructuredReader(const std::string& file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  std::optional<Reading> read(const Node& root) {
    if (root.is_list()) {
      list(root, "");
    } else if (root.is_map()) {
      map(root);
    } else {
      diagnostics_.error(file_, root.at, "this is neither a list of items nor a map with one");
      return std::nullopt;
    }
    if (reading_.entries.empty()) {
      diagnostics_.error(file_, root.at, "there are no items in this document",
                         "list them under `parts:`, each with a name, or write one `category: name` a line");
      return std::nullopt;
    }
    return std::move(reading_);
  }

 private:
  void map(const Node& root) {
    reading_.currency = text_of(root, {"currency"});
    reading_.title = text_of(root, {"title", "name"});
    for (const auto key : kLists) {
      const Node* node = root.find(key);
      if (node == nullptr) continue;
      if (node->is_list()) list(*node, "");
      if (node->is_map()) categories(*node);
      total(root);
      return;
    }
    categories(root);
  }

  void total(const Node& root) {
    const Node* node = first_of(root, {"total", "stated_total", "total_price"});
    if (node == nullptr || !node->is_scalar()) return;
    Entry entry = blank(*node, "total: " + node->text);
    entry.category = "total";
    entry.total = node->text;
    reading_.entries.push_back(std::move(entry));
  }

  void list(const Node& node, const std::string& category) {
    for (const auto& item : node.items) one(item, category);
  }

  void categories(const Node& node) {
    for (const auto& [key, at, value] : node.entries) {
      if (key == "total" || key == "currency" || key == "title") {
        if (key == "total") total(node);
        continue;
      }
      if (value.is_list())
        list(value, key);
      else if (!value.is_null())
        one(value, key);
    }
  }

  void one(const Node& node, const std::string& category) {
    if (reading_.entries.size() >= kMostLines) return;
    if (node.is_scalar()) {
      Entry entry = read_list_line(node.at.line, node.text, false);
      if (!category.empty()) {
        entry.category = category;
        entry.text = category + ": " + entry.text;
      }
      reading_.entries.push_back(std::move(entry));
    } else if (node.is_map()) {
      reading_.entries.push_back(item(node, category));
    } else if (!node.is_null()) {
      diagnostics_.error(file_, node.at, "an item is a text or a map with a name, not a list");
    }
  }

  Entry item(const Node& node, const std::string& category) {
    Entry entry = blank(node, "");
    entry.category = text_of(node, {"category", "type", "kind", "kategorie", "Category", "Type"});
    if (entry.category.empty()) entry.category = category;
    entry.name = text_of(
        node, {"name", "model", "item", "product", "part", "component", "description", "Name", "Item", "Model"});
    entry.part_number = text_of(node, {"part_number", "mpn", "sku", "pn", "part_no"});
    entry.note = text_of(node, {"note", "notes", "comment", "remark", "spec", "specification"});
    entry.quantity = text_of(node, {"qty", "quantity", "count", "number", "anzahl", "Qty", "Quantity"});
    entry.unit_price = text_of(node, {"unit_price", "price", "price_each", "unit_cost", "cost", "Price"});
    entry.total = text_of(node, {"total", "line_total", "total_price", "amount"});
    entry.currency = text_of(node, {"currency"});
    if (entry.name.empty()) entry.name = entry.part_number.empty() ? entry.category : entry.part_number;
    for (const auto& [key, at, value] : node.entries)
      if (value.is_scalar()) entry.text += (entry.text.empty() ? "" : ", ") + key + ": " + value.text;
    return entry;
  }

  static Entry blank(const Node& node, std::string text) {
    Entry entry;
    entry.line = node.at.line;
    entry.text = std::move(text);
    return entry;
  }

  const std::string& file_;
  Diagnostics& diagnostics_;
  Reading reading_;
};

}  // namespace

std::optional<Reading> read_structured(const Node& root, const std::string& file, Diagnostics& diagnostics) {
  return StructuredReader(file, diagnostics).read(root);
}

std::optional<Reading> read_delimited(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  const auto rows = parse_delimited(text, file, diagnostics);
  if (!rows) return std::nullopt;
  std::vector<TableRow> table;
  for (const auto& row : *rows) {
    if (table.size() == kMostLines) break;
    table.push_back({row.line, row.cells});
  }
  return Reading{read_table(table), {}, {}};
}

}  // namespace planner::quote
