#include "source/content_hash.h"

#include <cstring>

namespace planner {

void ContentHash::add(std::string_view text) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  add(static_cast<std::uint64_t>(text.size()));
  for (; text.size() >= kWord; text.remove_prefix(kWord)) add_word(text, kWord);
  if (!text.empty()) add_word(text, text.size());
}

void ContentHash::add(const Node& node) {
  add(static_cast<std::uint64_t>(node.kind));
  add(static_cast<std::uint64_t>(node.items.size() + node.entries.size()));
  if (node.is_scalar()) add(std::string_view(node.text));
  for (const Node& item : node.items) add(item);
  for (const Node::Entry& e : node.entries) {
    add(std::string_view(e.key));
    add(e.value);
  }
}

void ContentHash::add_word(std::string_view text, std::size_t size) {
  std::uint64_t word = 0;
  std::memcpy(&word, text.data(), size);
  add(word);
  hash_ ^= hash_ >> 32;
}

std::uint64_t content_digest(const Document& document) {
  if (document.digest != 0) return document.digest;
  ContentHash hash;
  hash.add(document.root);
  return hash.value();
}

}  // namespace planner
