// Loads catalog and rules: the embedded ones, then the overlays named on the command line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <future>
#include <iostream>

#include "cli/command.h"
#include "import/prices.h"
#include "model/archive.h"
#include "source/embedded.h"
#include "source/read.h"

namespace planner::cli {
namespace {

constexpr int kStaleDays = 180;  // prices of GPUs move by tens of percent in half a year

/// All *.yaml and *.json files below a folder in sorted order, or the file itself.
std::vector<std::string> files_below(const std::string& path, Diagnostics& diagnostics) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    const std::string extension = it->path().extension().string();
    if (extension == ".yaml" || extension == ".yml" || extension == ".json") files.push_back(it->path().string());
  }
  if (error) diagnostics.error(path, {}, "cannot read the folder: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Document> read_layer(const std::string& path, Diagnostics& diagnostics) {
  std::vector<Document> documents;
  for (const std::string& file : files_below(path, diagnostics)) {
    const auto text = read_text_file(file, ReadLimits{}, diagnostics);
    if (!text) continue;
    const bool json = file.ends_with(".json");
    auto root =
        json ? parse_json(*text, file, ReadLimits{}, diagnostics) : parse_yaml(*text, file, ReadLimits{}, diagnostics);
    if (root) documents.push_back({file, std::move(*root), *text});
  }
  return documents;
}

/// A folder or file of parts on top, or an archive beneath.
void add_catalog(Catalog& catalog, const std::string& path, Diagnostics& diagnostics) {
  if (!PartArchive::is_archive(path)) return catalog.add_layer(read_layer(path, diagnostics), diagnostics);
  if (auto archive = PartArchive::read(path, diagnostics)) catalog.add_archive(std::move(archive));
}

/// The shipped rules and, where asked for, those about machines; the documents stay for later layers.
std::optional<std::vector<Document>> load_rules(World& world, bool machines, Diagnostics& diagnostics) {
  auto documents = unpack_documents(embedded_rules());
  if (!documents) return documents;
  world.rules.add_layer(*documents, diagnostics);
  if (machines) world.machine_rules.add_layer(*documents, diagnostics);
  return documents;
}

/// Catalog and rules know nothing of each other until they are used, and reading them is half of a `check`: each has a
/// thread of its own.
bool load_embedded(World& world, const WorldOptions& options, Diagnostics& diagnostics) {
  Diagnostics of_rules;
  auto rules = std::async(std::launch::async, [&] { return load_rules(world, options.machines, of_rules); });
  auto catalog = unpack_documents(embedded_catalog());
  if (catalog) world.catalog.add_layer(*catalog, diagnostics);
  auto rule_documents = rules.get();
  if (!catalog || !rule_documents) {
    std::cerr << "internal error: the embedded catalog is damaged\n";
    return false;
  }
  diagnostics.append(of_rules);
  world.documents.push_back(std::move(*catalog));
  world.documents.push_back(std::move(*rule_documents));
  return true;
}

}  // namespace

void add_world_options(CLI::App& app, WorldOptions& options) {
  app.add_option("--catalog", options.catalogs,
                 "folder or file with further parts, on top of the shipped catalog; or an archive of `catalog import`, "
                 "beneath it");
  app.add_option("--prices", options.prices, "YAML file with prices; lies on top of the catalog's");
  app.add_option("--rules", options.rules, "folder or file with further rules, severities or switches");
}

World* load_world(const WorldOptions& options) {
  // Never taken apart: freeing a hundred thousand nodes at the end costs more than judging a quote.
  static std::unique_ptr<World> world;
  world = std::make_unique<World>();
  Diagnostics diagnostics;
  if (!load_embedded(*world, options, diagnostics)) return nullptr;
  for (const std::string& path : options.catalogs) add_catalog(world->catalog, path, diagnostics);
  for (const std::string& path : options.prices) world->catalog.add_layer(read_layer(path, diagnostics), diagnostics);
  for (const std::string& path : options.rules) {
    const std::vector<Document> documents = read_layer(path, diagnostics);
    world->rules.add_layer(documents, diagnostics);
    if (options.machines) world->machine_rules.add_layer(documents, diagnostics);
  }
  if (!diagnostics.items().empty()) std::cerr << render(diagnostics);
  for (const std::string& message : stale_prices(world->catalog, options.prices, today(), kStaleDays))
    std::cerr << "warning: " << printable(message) << "\n";
  return diagnostics.has_errors() ? nullptr : world.get();
}

}  // namespace planner::cli
