#include "model/catalog.h"

#include "model/catalog_loader.h"
#include "source/content_hash.h"

namespace planner {
void Catalog::add_layer(const std::vector<Document>& documents, Diagnostics& diagnostics) {
  CatalogLoader(*this, nullptr, diagnostics).load(documents);
  // A sum over the documents: neither their names nor their order matter, only what they say.
  std::uint64_t sum = 0;
  for (const Document& d : documents) sum += content_digest(d);
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
