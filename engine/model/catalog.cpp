#include "model/catalog.h"

#include <cstring>

#include "model/catalog_loader.h"

namespace planner {
namespace {

/// FNV-1a over words of eight bytes, because a byte at a time would take as long as loading the catalog.
class ContentHash {
 public:
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t)))
      add_word(text, sizeof(std::uint64_t));
    if (!text.empty()) add_word(text, text.size());
  }
  void add(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x100000001b3ull; }
  void add(const Node& node) {
    add(static_cast<std::uint64_t>(node.kind));
    add(static_cast<std::uint64_t>(node.items.size() + node.entries.size()));
    if (node.is_scalar()) add(node.text);
    for (const Node& item : node.items) add(item);
    for (const Node::Entry& e : node.entries) {
      add(e.key);
      add(e.value);
    }
  }
  /// The multiplication only carries upwards; the last step brings the high bits down again.
  std::uint64_t value() const { return hash_ ^ (hash_ >> 29); }

 private:
  void add_word(std::string_view text, std::size_t size) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), size);
    add(word);
    hash_ ^= hash_ >> 32;
  }

  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

}  // namespace

void Catalog::add_layer(const std::vector<Document>& documents, Diagnostics& diagnostics) {
  CatalogLoader(*this, nullptr, diagnostics).load(documents);
  // A sum over the documents: neither their names nor their order matter, only what they say.
  std::uint64_t sum = 0;
  for (const Document& d : documents) {
    ContentHash hash;
    hash.add(d.root);
    sum += hash.value();
  }
  ContentHash layered;
  layered.add(digest_);
  layered.add(sum);
  digest_ = layered.value();
}

std::vector<const Part*> Catalog::of_kind(PartKind kind) const {
  std::vector<const Part*> parts;
  for (const auto& part : parts_) {
    if (kind_of(*part) == kind) parts.push_back(part.get());
  }
  return parts;
}

const Part* Catalog::find(std::string_view id) const {
  const auto it = by_id_.find(std::string(id));
  return it == by_id_.end() ? nullptr : it->second;
}

std::string Catalog::digest() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(digest_ >> shift) & 0xF];
  return text;
}

std::vector<std::unique_ptr<Part>> Catalog::release_parts() {
  by_id_.clear();
  return std::move(parts_);
}

}  // namespace planner
