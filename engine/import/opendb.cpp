#include "import/opendb.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "import/draft.h"
#include "import/identity.h"
#include "import/opendb_kinds.h"
#include "import/record.h"
#include "model/catalog_loader.h"
#include "model/field.h"
#include "quote/mention.h"
#include "quote/tokens.h"
#include "source/node_builder.h"
#include "source/read.h"

namespace planner {
namespace {

namespace fs = std::filesystem;
using import::Draft;
using import::Record;

constexpr const char* kSource = "BuildCores OpenDB (ODC-By 1.0), https://github.com/buildcores/buildcores-open-db";
constexpr const char* kAttribution =
    "Contains information from BuildCores OpenDB, which is made available under the Open Data Commons Attribution "
    "License (ODC-By) 1.0, https://opendatacommons.org/licenses/by/1-0/.";
constexpr std::size_t kMostFiles = 150'000;
constexpr std::size_t kMostCorrections = 12;

ReadLimits file_limits() {
  ReadLimits limits;
  limits.bytes = 256u << 10;
  limits.nodes = 10'000;
  limits.depth = 16;
  return limits;
}

/// Sorted names of what lies in a folder.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end && names.size() < kMostFiles;
       it.increment(error))
    names.push_back(it->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Importer {
 public:
  Importer(fs::path root, const Catalog& shipped, Diagnostics& diagnostics)
      : root_(std::move(root)), shipped_(shipped), identity_(shipped), diagnostics_(diagnostics) {}

  std::optional<OpendbImport> run() {
    for (const std::string& category : names_in(root_)) {
      const auto kind = import::kind_of_category(category);
      if (!kind) continue;
      for (const std::string& name : names_in(root_ / category)) {
        if (name.ends_with(".json") && result_.counts.files < kMostFiles) take(category + "/" + name, *kind);
      }
    }
    if (result_.counts.files == 0) return std::nullopt;
    return finish();
  }

 private:
  struct Kept {
    ArchivedPart part;
    PartInfo info;
    std::vector<std::string> numbers;
    Draft draft;
  };

  void refuse(const std::string& file, Location at, std::string message) {
    ++result_.counts.unreadable;
    diagnostics_.warning(file, at, std::move(message));
  }

  void take(const std::string& name, PartKind kind) {
    ++result_.counts.files;
    const std::string file = (root_ / name).string();
    Diagnostics own;
    const auto text = read_text_file(file, file_limits(), own);
    const auto root = text ? parse_json(*text, file, file_limits(), own) : std::nullopt;
    if (!root) {
      const Diagnostic what = own.items().empty() ? Diagnostic{} : own.items().front();
      return refuse(file, what.at, what.message + ": left out");
    }
    const Record record(*root, "open-db/" + name);
    if (!root->is_map() || record.text("metadata.name").empty())
      return refuse(file, root->at, "file has no `metadata.name`: left out");
    take_record(record, kind);
  }

  void take_record(const Record& record, PartKind kind) {
    const std::string name = record.text("metadata.name");
    const auto numbers = import::usable_part_numbers(record.texts("metadata.part_numbers"), name);
    import::MapContext context;
    const std::string verified = record.text("metadata.last_manually_spec_verified_at");
    context.checked = verified.size() >= 10 && verified[4] == '-' && verified[7] == '-';
    if (kind == PartKind::gpu) context.base = identity_.base_card(record.text("chipset"), record.number("memory"));
    Draft draft(kind);
    import::map_fields(record, context, draft);
    if (const Part* known = identity_.known(name, numbers, kind)) {
      ++result_.counts.known;
      return compare(*known, draft, record, name);
    }
    if (Kept* same = same_as(name, kind, draft)) {
      ++result_.counts.repeated;
      for (const auto& n : numbers)
        if (std::find(same->numbers.begin(), same->numbers.end(), n) == same->numbers.end()) same->numbers.push_back(n);
      return;
    }
    Kept kept{{}, {}, numbers, std::move(draft)};
    kept.info.name = name;
    kept.info.vendor = record.text("metadata.manufacturer");
    kept.part.id = import::part_id(name, record.text("opendb_id"), record.file());
    kept.part.document.file = record.file();
    add_header(kept, context, context.checked ? verified.substr(0, 10) : std::string());
    if (!ids_.insert(kept.part.id).second) return refuse(record.file(), {}, "the id of this part is taken: left out");
    by_name_[key_of(name, kind)].push_back(kept_.size());
    kept_.push_back(std::move(kept));
  }

  static std::string key_of(const std::string& name, PartKind kind) {
    return std::string(name_of(kind)) + ":" + quote::compact(name);
  }

  /// A part of the same name and figures that another file gave.
  Kept* same_as(const std::string& name, PartKind kind, const Draft& draft) {
    const auto found = by_name_.find(key_of(name, kind));
    if (found == by_name_.end()) return nullptr;
    for (const std::size_t index : found->second)
      if (kept_[index].draft.says_the_same(draft)) return &kept_[index];
    return nullptr;
  }

  static void add_header(Kept& kept, const import::MapContext& context, const std::string& checked) {
    const auto text = [&](const char* key, const std::string& value) {
      if (!value.empty()) kept.draft.header(key, scalar_node(value));
    };
    text("id", kept.part.id);
    text("name", kept.info.name);
    text("vendor", kept.info.vendor);
    if (context.base != nullptr) text("variant_of", info_of(*context.base).id);
    text("confidence", "low");
    kept.draft.header("sources", text_list_node(std::vector<std::string>{kSource}));
    text("as_of", checked);
  }

  /// Lists the figures in which the data set and the catalog differ.
  void compare(const Part& known, const Draft& draft, const Record& record, const std::string& name) {
    Draft complete = draft;
    complete.header("id", scalar_node(info_of(known).id));
    complete.header("name", scalar_node(name));
    Document document{record.file(), complete.document()};
    const auto theirs = read(complete, document);
    if (theirs == nullptr) return;
    for (const Field& field : fields_of(kind_of(known))) {
      const auto ours = field.get(raw(known)), other = field.get(raw(*theirs));
      if (!ours || !other || *ours == *other) continue;
      const std::string a = import::shown(*ours, field.type), b = import::shown(*other, field.type);
      if (quote::compact(a) == quote::compact(b)) continue;
      const Provenance origin = provenance_of(info_of(*theirs), field.name);
      result_.conflicts.push_back({info_of(known).id, std::string(field.name), a, b, record.file(), origin.at});
    }
  }

  /// Reads a draft as the catalog will; figures that no part can have are taken out. Null where nothing helps.
  std::unique_ptr<Part> read(Draft& draft, Document& document) {
    for (std::size_t round = 0; round < kMostCorrections; ++round) {
      Diagnostics own;
      auto parts = read_archived_parts(document, shipped_, own);
      if (!own.has_errors() && parts.size() == 1) return std::move(parts.front());
      bool changed = false;
      for (const Diagnostic& d : own.items()) {
        const std::string field = d.level == DiagnosticLevel::error ? draft.drop(d.at) : std::string();
        if (field.empty()) continue;
        changed = true;
        ++result_.counts.dropped;
      }
      if (!changed) return nullptr;
      document.root = draft.document();
    }
    return nullptr;
  }

  std::optional<OpendbImport> finish() {
    std::vector<ArchivedPart> parts;
    parts.reserve(kept_.size());
    for (Kept& kept : kept_) {
      if (!kept.numbers.empty()) kept.draft.header("part_numbers", text_list_node(kept.numbers));
      kept.part.document.root = kept.draft.document();
      const auto part = read(kept.draft, kept.part.document);
      if (part == nullptr) {
        refuse(kept.part.document.file, {}, "this part cannot be read: left out");
        continue;
      }
      auto keys = quote::mention_keys(info_of(*part));
      kept.part.keys = std::move(keys.keys);
      kept.part.needed = keys.needed;
      ++result_.counts.parts[static_cast<std::size_t>(kind_of(*part))];
      parts.push_back(std::move(kept.part));
    }
    std::sort(result_.conflicts.begin(), result_.conflicts.end(), [](const ImportConflict& a, const ImportConflict& b) {
      return std::tie(a.part, a.field, a.file) < std::tie(b.part, b.field, b.file);
    });
    auto archive = write_archive({"BuildCores OpenDB", kAttribution}, std::move(parts));
    if (!archive) {
      diagnostics_.error(root_.string(), {}, "there is more data here than an archive holds");
      return std::nullopt;
    }
    result_.archive = std::move(*archive);
    return std::move(result_);
  }

  fs::path root_;
  const Catalog& shipped_;
  import::Identity identity_;
  Diagnostics& diagnostics_;
  OpendbImport result_;
  std::vector<Kept> kept_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;
  std::unordered_set<std::string> ids_;
};

}  // namespace

std::optional<OpendbImport> import_opendb(const std::string& directory, const Catalog& shipped,
                                          Diagnostics& diagnostics) {
  std::error_code error;
  const fs::path root =
      fs::is_directory(fs::path(directory) / "open-db", error) ? fs::path(directory) / "open-db" : fs::path(directory);
  const std::size_t errors = diagnostics.error_count();
  auto result = Importer(root, shipped, diagnostics).run();
  if (!result && diagnostics.error_count() == errors)
    diagnostics.error(directory, {}, "this is no checkout of OpenDB: there are no folders such as `open-db/GPU`",
                      "name the folder that `open-db` lies in");
  return result;
}

}  // namespace planner
