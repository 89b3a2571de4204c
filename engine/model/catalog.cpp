#include "model/catalog.h"

#include "model/archive.h"
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

void Catalog::add_archive(std::shared_ptr<const PartArchive> archive) {
  ContentHash layered;
  layered.add(digest_);
  layered.add(archive->digest());
  digest_ = layered.value();
  archives_.push_back(std::move(archive));
}

void Catalog::unfold_archives(Diagnostics& diagnostics) {
  for (const auto& archive : archives_) {
    for (std::size_t i = 0; i < archive->size(); ++i) {
      if (find_loaded(archive->id(i)) != nullptr) continue;
      if (const Part* part = archive->part(i, *this, &diagnostics)) own(std::make_unique<Part>(*part));
    }
  }
}

Part* Catalog::own(std::unique_ptr<Part> part) {
  Part* kept = part.get();
  by_id_.emplace(info_of(*kept).id, kept);
  parts_.push_back(std::move(part));
  return kept;
}

const Part* Catalog::find_loaded(std::string_view id) const {
  const auto it = by_id_.find(std::string(id));
  return it == by_id_.end() ? nullptr : it->second;
}

const Part* Catalog::find(std::string_view id) const {
  if (const Part* loaded = find_loaded(id)) return loaded;
  for (const auto& archive : archives_) {
    const auto index = archive->find(id);
    const Part* part = index ? archive->part(*index, *this) : nullptr;
    if (part != nullptr) return part;
  }
  return nullptr;
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
