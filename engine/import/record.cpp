#include "import/record.h"

#include <algorithm>

namespace planner::import {
namespace {

constexpr std::size_t kLongestText = 300;

std::string tidy(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 4 * kLongestText)) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  if (out.size() > kLongestText) {
    std::size_t cut = kLongestText;
    while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xC0) == 0x80) --cut;
    out.resize(cut);
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out == "None" || out == "Unknown" || out == "N/A" ? std::string() : out;
}

std::optional<Rational> positive(const Node* node) {
  if (node == nullptr || !node->is_scalar() || node->quoted) return std::nullopt;
  const auto value = parse_decimal(node->text);
  return value && *value > Rational(0) ? value : std::nullopt;
}

}  // namespace

const Node* Record::at(std::string_view path) const {
  const Node* node = &root_;
  while (node != nullptr && !path.empty()) {
    const std::size_t dot = path.find('.');
    node = node->is_map() ? node->find(path.substr(0, dot)) : nullptr;
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  }
  return node;
}

Location Record::place(std::string_view path) const {
  const Node* node = at(path);
  return node != nullptr ? node->at : root_.at;
}

std::string Record::text(std::string_view path) const {
  const Node* node = at(path);
  return node != nullptr && node->is_scalar() && node->quoted ? tidy(node->text) : std::string();
}

std::vector<std::string> Record::texts(std::string_view path) const {
  std::vector<std::string> found;
  const Node* node = at(path);
  if (node == nullptr || !node->is_list()) return found;
  for (const Node& item : node->items) {
    const std::string text = item.is_scalar() ? tidy(item.text) : std::string();
    if (!text.empty() && std::find(found.begin(), found.end(), text) == found.end()) found.push_back(text);
  }
  return found;
}

std::optional<Rational> Record::number(std::string_view path) const {
  return positive(at(path));
}

std::optional<std::int64_t> Record::count(std::string_view path) const {
  const auto value = number(path);
  return value && value->is_integer() ? std::optional(value->num()) : std::nullopt;
}

bool Record::is_true(std::string_view path) const {
  const Node* node = at(path);
  return node != nullptr && node->is_scalar() && !node->quoted && node->text == "true";
}

bool Record::has_figures(std::string_view path) const {
  const Node* node = at(path);
  return node != nullptr && node->is_map() &&
         std::any_of(node->entries.begin(), node->entries.end(),
                     [](const Node::Entry& e) { return positive(&e.value).has_value(); });
}

}  // namespace planner::import
