#include "properties/small_world.h"

#include <algorithm>

#include "embedded_world.h"
#include "search/suggest.h"

namespace planner {
namespace {

const std::vector<Document>& shipped_documents() {
  static const std::vector<Document> documents = [] {
    auto all = unpack_embedded();
    REQUIRE(all);
    std::erase_if(*all, [](const Document& d) { return d.file.starts_with("rules/"); });
    return *all;
  }();
  return documents;
}

Node* child(Node& node, std::string_view key) {
  for (Node::Entry& e : node.entries)
    if (e.key == key) return &e.value;
  return nullptr;
}

/// Half to double of what the catalog says, in whole dollars, so that ties and inversions occur.
void shake_prices(Node& part, Dice& dice) {
  Node* prices = child(part, "prices");
  if (prices == nullptr) return;
  for (Node& price : prices->items) {
    Node* amount = child(price, "amount");
    if (amount == nullptr || !amount->text.starts_with('$')) continue;
    const std::int64_t dollars = std::atoll(amount->text.c_str() + 1);
    amount->text = "$" + std::to_string(std::max<std::int64_t>(
                             1, dollars * (50 + 10 * static_cast<std::int64_t>(dice.roll(16))) / 100));
  }
}

/// The parts of the cheapest build on the shipped catalog around a random GPU.
std::set<std::string> planted_parts(Dice& dice, int gpus) {
  EmbeddedWorld& world = embedded_world();
  constexpr const char* kCards[] = {"nvidia-geforce-rtx-3090",         "nvidia-rtx-a4000",
                                    "nvidia-geforce-rtx-4060-ti-16gb", "amd-radeon-ai-pro-r9700",
                                    "nvidia-rtx-pro-4000-blackwell",   "intel-arc-pro-b70"};
  std::set<std::string> ids;
  while (ids.empty()) {
    Request request;
    request.gpus = gpus;
    request.used = true;
    request.top = 0;
    request.gpu_patterns = {kCards[dice.roll(std::size(kCards))]};
    const auto build = cheapest_build(request, world.catalog, world.rules);
    if (!build) continue;
    for (const BuildItem& item : build->build.items) ids.insert(info_of(*item.part).id);
  }
  return ids;
}

const std::string* socket_of(const Part& part) {
  if (const auto* board = std::get_if<Board>(&part)) return board->socket.known() ? &*board->socket : nullptr;
  if (const auto* cpu = std::get_if<Cpu>(&part)) return cpu->socket.known() ? &*cpu->socket : nullptr;
  return nullptr;
}

/// Up to `count` random parts of a kind; boards and CPUs only of the planted socket, or none would go with another.
void add_others(std::set<std::string>& ids, PartKind kind, std::size_t count, Dice& dice) {
  const Catalog& catalog = embedded_world().catalog;
  std::string socket;
  for (const std::string& id : ids) {
    const Part* part = catalog.find(id);
    if (kind_of(*part) == PartKind::board && socket_of(*part) != nullptr) socket = *socket_of(*part);
  }
  std::vector<const Part*> pool;
  for (const Part* part : catalog.of_kind(kind)) {
    const std::string* own = socket_of(*part);
    if (socket.empty() || own == nullptr || *own == socket) pool.push_back(part);
  }
  for (std::size_t i = 0; i < count && !pool.empty(); ++i) ids.insert(info_of(*pool[dice.roll(pool.size())]).id);
}

bool is_server_memory(const Part& part) {
  const auto* memory = std::get_if<Memory>(&part);
  return memory != nullptr && memory->memory_type.value_or("") == "DDR5" && memory->module_type.known() &&
         *memory->module_type == ModuleType::rdimm && memory->module_capacity.known() &&
         *memory->module_capacity >= DataSize::from_base(32);
}

void add_server_memory(std::set<std::string>& ids, std::size_t count, Dice& dice) {
  std::vector<const Part*> pool;
  for (const Part* part : embedded_world().catalog.of_kind(PartKind::memory))
    if (is_server_memory(*part)) pool.push_back(part);
  for (std::size_t i = 0; i < count; ++i) ids.insert(info_of(*pool[dice.roll(pool.size())]).id);
}

/// The document with only the named parts; nothing when it has none of them.
std::optional<Document> cut_down(const Document& document, const std::set<std::string>& ids, Dice& dice) {
  Document small = document;
  small.digest = 0;
  Node* parts = child(small.root, "parts");
  if (parts == nullptr) return std::nullopt;
  std::erase_if(parts->items, [&](const Node& part) {
    const Node* id = part.find("id");
    return id == nullptr || ids.count(id->text) == 0;
  });
  for (Node& part : parts->items) shake_prices(part, dice);
  return parts->items.empty() ? std::nullopt : std::optional(std::move(small));
}

SmallWorld of_parts(const std::set<std::string>& ids, Dice& dice) {
  SmallWorld world;
  for (const Document& document : shipped_documents())
    if (auto small = cut_down(document, ids, dice)) world.documents.push_back(std::move(*small));
  return world;
}

}  // namespace

SmallWorld draw_server_world(Dice& dice) {
  std::set<std::string> ids = {"supermicro-as-8125gs-tnhr",
                               "supermicro-as-8125gs-tnmr2",
                               "nvidia-h100-sxm5-80gb",
                               "nvidia-h200-sxm-141gb",
                               "amd-instinct-mi300x",
                               "epyc-9354",
                               "nema-l6-30-240"};
  add_others(ids, PartKind::cpu, 3, dice);
  add_others(ids, PartKind::storage, 2, dice);
  add_server_memory(ids, 3, dice);
  return of_parts(ids, dice);
}

SmallWorld draw_world(Dice& dice, int gpus) {
  std::set<std::string> ids = planted_parts(dice, gpus);
  for (const PartKind kind : {PartKind::gpu, PartKind::board, PartKind::cpu, PartKind::psu, PartKind::chassis,
                              PartKind::cooler, PartKind::memory, PartKind::storage})
    add_others(ids, kind, kind == PartKind::psu ? 2 : 1 + dice.roll(2), dice);
  ids.insert("nema-l6-30-240");
  return of_parts(ids, dice);
}

Catalog catalog_of(const std::vector<Document>& documents) {
  Catalog catalog;
  Diagnostics diagnostics;
  catalog.add_layer(documents, diagnostics);
  REQUIRE_MESSAGE(!diagnostics.has_errors(), render(diagnostics));
  return catalog;
}

std::vector<Document> reversed(std::vector<Document> documents) {
  std::reverse(documents.begin(), documents.end());
  for (Document& document : documents) {
    Node* parts = child(document.root, "parts");
    std::reverse(parts->items.begin(), parts->items.end());
  }
  return documents;
}

}  // namespace planner
