#include "model/catalog_loader.h"

#include <algorithm>

#include "model/part_reader.h"
#include "model/price_reader.h"

namespace planner {
namespace {

constexpr int kLongestChain = 16;
constexpr std::size_t kLongestId = 80;

/// Tables that lie in the catalog's folder but hold no parts.
constexpr std::array<std::string_view, 3> kOtherTables = {"models", "software", "links"};

bool is_id(std::string_view id) {
  const auto alphanumeric = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !id.empty() && id.size() <= kLongestId && alphanumeric(id.front()) && alphanumeric(id.back()) &&
         std::all_of(id.begin(), id.end(), [&](char c) { return alphanumeric(c) || c == '-' || c == '.'; });
}

std::unique_ptr<Part> blank_part(PartKind kind) {
  switch (kind) {
    case PartKind::gpu:
      return std::make_unique<Part>(std::in_place_type<Gpu>);
    case PartKind::board:
      return std::make_unique<Part>(std::in_place_type<Board>);
    case PartKind::cpu:
      return std::make_unique<Part>(std::in_place_type<Cpu>);
    case PartKind::memory:
      return std::make_unique<Part>(std::in_place_type<Memory>);
    case PartKind::psu:
      return std::make_unique<Part>(std::in_place_type<Psu>);
    case PartKind::chassis:
      return std::make_unique<Part>(std::in_place_type<Chassis>);
    case PartKind::cooler:
      return std::make_unique<Part>(std::in_place_type<Cooler>);
    case PartKind::riser:
      return std::make_unique<Part>(std::in_place_type<Riser>);
    case PartKind::storage:
      return std::make_unique<Part>(std::in_place_type<Storage>);
    case PartKind::nic:
      return std::make_unique<Part>(std::in_place_type<Nic>);
    case PartKind::circuit:
      return std::make_unique<Part>(std::in_place_type<Circuit>);
    case PartKind::platform:
      return std::make_unique<Part>(std::in_place_type<Platform>);
    case PartKind::count_:
      break;
  }
  return nullptr;
}

/// Turns a copy of a part into the start of its variant: what names or dates the original goes, and inherited figures
/// keep the origin that they had there.
void become_variant(PartInfo& info, const std::string& id, const std::string& file, const Node& node) {
  const bool own_sources = node.find("sources") != nullptr;
  const bool own_date = node.find("as_of") != nullptr;
  for (FieldOrigin& o : info.origins) {
    if (o.file.empty() && info.file != file) o.file = info.file;
    if (o.source.empty() && own_sources) o.source = info.source_text;
    if (o.as_of.empty() && own_date) o.as_of = info.as_of;
  }
  info.variant_of = std::move(info.id);
  info.id = id;
  info.name.clear();
  info.aliases.clear();
  info.part_numbers.clear();
  info.notes.clear();
  info.generic = false;
}

std::vector<std::string_view> ids_of(const Catalog& catalog, std::optional<PartKind> kind) {
  std::vector<std::string_view> ids;
  for (const auto& part : catalog.parts()) {
    if (!kind || kind_of(*part) == *kind) ids.push_back(info_of(*part).id);
  }
  return ids;
}

}  // namespace

void CatalogLoader::load(const std::vector<Document>& documents) {
  for (const Document& d : documents) open_file(d);
  for (Draft& d : drafts_) resolve(d, 0);
  commit();
  for (const PriceDraft& p : prices_) apply_price(p);
  check_included_gpus();
  for (const Document& d : documents) diagnostics_.attach_text(d.file, d.text);
}

void CatalogLoader::open_file(const Document& document) {
  const Node& root = document.root;
  if (root.is_null()) return;
  const Node* kind = root.find("kind");
  const bool other_table = std::any_of(kOtherTables.begin(), kOtherTables.end(), [&](std::string_view name) {
    return root.find(name) != nullptr || (kind != nullptr && kind->text == name);
  });
  if (other_table) return;
  const Node* several = root.find("catalog");
  if (several == nullptr) return open_section(document, root);
  NodeReader reader(document.file, diagnostics_);
  static constexpr std::array<std::string_view, 1> kKeys = {"catalog"};
  if (!reader.is_map_of(root, kKeys, "a file with `catalog`") || !reader.is_list(*several, "catalog")) return;
  for (const Node& map : several->items) open_section(document, map);
}

void CatalogLoader::open_section(const Document& document, const Node& map) {
  static constexpr std::array<std::string_view, 4> kKeys = {"kind", "sources", "parts", "prices"};
  Section& section = sections_.emplace_back(Section{NodeReader(document.file, diagnostics_), {}, {}});
  NodeReader& reader = section.reader;
  if (!reader.is_map_of(map, kKeys, "a catalog file")) return;
  const Node* parts = map.find("parts");
  const Node* prices = map.find("prices");
  if (parts == nullptr && prices == nullptr)
    return reader.error(map.at, "catalog file has neither `parts` nor `prices`");
  if (const Node* kind = map.find("kind")) {
    section.kind = reader.enumerator<PartKind>(*kind, "kind");
    if (!section.kind) return;
  }
  if (const Node* sources = map.find("sources")) section.names = SourceNames(*sources, reader);
  if (parts != nullptr && reader.is_list(*parts, "parts")) {
    for (const Node& node : parts->items) collect_part(section, node, nullptr);
  }
  if (prices != nullptr && reader.is_list(*prices, "prices")) {
    for (const Node& node : prices->items) prices_.push_back({&section, &node});
  }
}

std::optional<PartKind> CatalogLoader::kind_of_draft(Section& section, const Node& node, const Draft* enclosing) {
  const Node* own = node.find("kind");
  if (enclosing != nullptr) {
    if (own != nullptr) section.reader.error(own->at, "a variant has the kind of its part");
    return enclosing->kind;
  }
  if (own != nullptr) return section.reader.enumerator<PartKind>(*own, "kind");
  if (!section.kind) section.reader.error(node.at, "part has no `kind`", "give one for the file or for each part");
  return section.kind;
}

void CatalogLoader::collect_part(Section& section, const Node& node, const Draft* enclosing) {
  NodeReader& reader = section.reader;
  if (!node.is_map()) return reader.error(node.at, "a part is a map of fields");
  const Node* id_node = node.find("id");
  if (id_node == nullptr) return reader.error(node.at, "part has no `id`");
  const auto id = reader.text(*id_node, "id");
  if (!id) return;
  if (!is_id(*id))
    return reader.error(id_node->at, "`" + *id + "` is not an id",
                        "ids have lower-case letters, digits, dashes and dots");
  const auto kind = kind_of_draft(section, node, enclosing);
  if (!kind) return;
  Draft& draft =
      drafts_.emplace_back(Draft{&section, &node, *kind, *id, enclosing ? enclosing->id : "", State::waiting, nullptr});
  if (const Node* parent = node.find("variant_of")) {
    if (enclosing != nullptr) reader.error(parent->at, "`variant_of` inside of `variants`");
    draft.parent = reader.text(*parent, "variant_of").value_or("");
  }
  const auto [first, added] = by_id_.emplace(draft.id, &draft);
  if (!added) {
    const Draft& other = *first->second;
    reader.error(
        id_node->at, "part `" + *id + "` is given twice in this layer",
        "the first is at " + other.section->reader.file() + ":" + std::to_string(other.node->find("id")->at.line));
    draft.state = State::failed;
  }
  const Node* variants = node.find("variants");
  if (variants == nullptr || !reader.is_list(*variants, "variants")) return;
  if (enclosing != nullptr) return reader.error(variants->at, "`variants` inside of a variant");
  for (const Node& v : variants->items) collect_part(section, v, &draft);
}

const Part* CatalogLoader::find_in_base(std::string_view id) const {
  if (base_ == nullptr) return nullptr;
  return loaded_base_only_ ? base_->find_loaded(id) : base_->find(id);
}

/// The part that a draft is a variant of, resolved first; null after an error (of its own or of that part).
const Part* CatalogLoader::find_parent(Draft& draft, int depth) {
  NodeReader& reader = draft.section->reader;
  const Location at = draft.node->find("variant_of") ? draft.node->find("variant_of")->at : draft.node->at;
  const Part* parent = nullptr;
  const auto found = by_id_.find(draft.parent);
  if (found != by_id_.end()) {
    resolve(*found->second, depth + 1);
    if (found->second->state == State::failed) return nullptr;
    if (found->second->state == State::visiting || depth >= kLongestChain) {
      reader.error(at, found->second->state == State::visiting
                           ? "part `" + draft.id + "` is a variant of itself"
                           : "chain of variants is longer than " + std::to_string(kLongestChain));
      return nullptr;
    }
    parent = found->second->part.get();
  }
  if (parent == nullptr) parent = catalog_.find(draft.parent);
  if (parent == nullptr) parent = find_in_base(draft.parent);
  if (parent == nullptr) {
    std::vector<std::string_view> ids = ids_of(base_ ? *base_ : catalog_, draft.kind);
    for (const Draft& d : drafts_) {
      if (d.kind == draft.kind && d.id != draft.id) ids.push_back(d.id);
    }
    reader.error(at, "there is no part `" + draft.parent + "` to be a variant of",
                 loaded_base_only_ ? "" : near_or(draft.parent, ids, ""));
  } else if (kind_of(*parent) != draft.kind) {
    reader.error(at, "a " + std::string(name_of(draft.kind)) + " cannot be a variant of a " +
                         std::string(name_of(kind_of(*parent))));
    return nullptr;
  }
  return parent;
}

/// Makes what the draft's own fields are read into. False after an error.
bool CatalogLoader::prepare(Draft& draft, int depth, std::unique_ptr<Part>& part, bool& overlay) {
  NodeReader& reader = draft.section->reader;
  const Part* existing = catalog_.find(draft.id);
  overlay = existing != nullptr;
  if (existing != nullptr) {
    const PartInfo& info = info_of(*existing);
    const std::string place = info.file + ":" + std::to_string(info.at.line);
    if (kind_of(*existing) != draft.kind)
      reader.error(draft.node->at,
                   "`" + draft.id + "` is a " + std::string(name_of(kind_of(*existing))) + " at " + place);
    if (!draft.parent.empty() && draft.parent != info.variant_of)
      reader.error(draft.node->at,
                   "`" + draft.id + "` at " + place + " is " +
                       (info.variant_of.empty() ? "no variant" : "a variant of `" + info.variant_of + "`"));
    part = std::make_unique<Part>(*existing);
    return true;
  }
  if (draft.parent.empty()) {
    part = blank_part(draft.kind);
    info_of(*part).id = draft.id;
  } else {
    const Part* parent = find_parent(draft, depth);
    if (parent == nullptr) return false;
    part = std::make_unique<Part>(*parent);
    become_variant(info_of(*part), draft.id, reader.file(), *draft.node);
  }
  info_of(*part).file = reader.file();
  info_of(*part).at = draft.node->at;
  return true;
}

void CatalogLoader::resolve(Draft& draft, int depth) {
  if (draft.state != State::waiting || depth > kLongestChain) return;
  draft.state = State::visiting;
  NodeReader& reader = draft.section->reader;
  const std::size_t errors = reader.error_count();
  bool overlay = false;
  std::unique_ptr<Part> part;
  if (!prepare(draft, depth, part, overlay)) {
    draft.state = State::failed;
    return;
  }
  const PartStart start = overlay ? PartStart::overlay : draft.parent.empty() ? PartStart::blank : PartStart::variant;
  PartReader(reader, draft.section->names).read(*part, *draft.node, start);
  draft.state = reader.error_count() == errors ? State::done : State::failed;
  if (draft.state == State::done) draft.part = std::move(part);
}

void CatalogLoader::commit() {
  for (Draft& draft : drafts_) {
    if (draft.part == nullptr) continue;
    const auto existing = catalog_.by_id_.find(draft.id);
    if (existing != catalog_.by_id_.end()) {
      *existing->second = std::move(*draft.part);
    } else {
      catalog_.by_id_.emplace(draft.id, draft.part.get());
      catalog_.parts_.push_back(std::move(draft.part));
    }
  }
}

void CatalogLoader::apply_price(const PriceDraft& draft) {
  NodeReader& reader = draft.section->reader;
  auto price = read_price(*draft.node, reader, "part");
  if (!price) return;
  const Node* id_node = draft.node->find("part");
  if (id_node == nullptr) return reader.error(draft.node->at, "price has no `part`");
  const auto id = reader.text(*id_node, "part");
  if (!id) return;
  const auto found = catalog_.by_id_.find(*id);
  const Part* archived = found == catalog_.by_id_.end() ? catalog_.find(*id) : nullptr;
  if (found == catalog_.by_id_.end() && archived == nullptr)
    return reader.error(id_node->at, "there is no part `" + *id + "` to have a price",
                        near_or(*id, ids_of(catalog_, {}), ""));
  if (!price->source.empty())
    price->source = join_sources(draft.section->names.expand(*draft.node->find("source"), reader));
  // An archived part with a price of one's own becomes one of the catalog, where the search looks.
  Part* priced = archived ? catalog_.own(std::make_unique<Part>(*archived)) : found->second;
  replace_price(info_of(*priced).prices, std::move(*price));
}

void CatalogLoader::check_included_gpus() {
  for (const Draft& draft : drafts_) {
    const Node* node = draft.kind == PartKind::platform ? draft.node->find("includes_gpu") : nullptr;
    if (node == nullptr || draft.state != State::done || !node->is_scalar()) continue;
    const Part* gpu = catalog_.find(node->text);
    if (gpu == nullptr) gpu = find_in_base(node->text);
    if (gpu == nullptr || kind_of(*gpu) != PartKind::gpu)
      draft.section->reader.error(node->at, "there is no GPU `" + node->text + "` that could come with the platform",
                                  near_or(node->text, ids_of(base_ ? *base_ : catalog_, PartKind::gpu), ""));
  }
}

std::vector<std::unique_ptr<Part>> read_parts(const Document& document, const Catalog* base, Diagnostics& diagnostics) {
  Catalog own;
  CatalogLoader(own, base, diagnostics).load({document});
  return own.release_parts();
}

std::vector<std::unique_ptr<Part>> read_archived_parts(const Document& document, const Catalog& base,
                                                       Diagnostics& diagnostics) {
  Catalog own;
  CatalogLoader loader(own, &base, diagnostics);
  loader.use_loaded_base_only();
  loader.load({document});
  return own.release_parts();
}

}  // namespace planner
