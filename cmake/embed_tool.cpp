// planner_embed_tool ROOT DIR... OUT: parses all YAML files below ROOT/DIR... and writes them to OUT as one blob.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "source/read.h"

namespace {

namespace fs = std::filesystem;

/// Names of the YAML files below root/folder, relative to root, sorted so that every machine packs the same bytes.
std::vector<std::string> yaml_files(const fs::path& root, const fs::path& folder) {
  std::vector<std::string> names;
  if (!fs::is_directory(root / folder)) return names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".yaml")
      names.push_back(entry.path().lexically_relative(root).generic_string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

int embed(const fs::path& root, const std::vector<std::string>& folders, const fs::path& out) {
  planner::Diagnostics diagnostics;
  std::vector<planner::Document> documents;
  for (const std::string& folder : folders) {
    for (const std::string& name : yaml_files(root, folder)) {
      const auto text = planner::read_text_file((root / name).string(), {}, diagnostics);
      if (!text) continue;
      auto node = planner::parse_yaml(*text, name, {}, diagnostics);
      if (node) documents.push_back({name, std::move(*node)});
    }
  }
  std::cerr << planner::render(diagnostics);
  if (diagnostics.has_errors()) return 1;
  const std::string failure = planner::write_file_atomically(out, planner::pack_documents(documents));
  if (failure.empty()) return 0;
  std::cerr << "error: " << failure << "\n";
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: planner_embed_tool ROOT DIR... OUT\n";
    return 2;
  }
  try {
    return embed(argv[1], {argv + 2, argv + argc - 1}, argv[argc - 1]);
  } catch (const std::exception& e) {
    std::cerr << "error: " << e.what() << "\n";
    return 1;
  }
}
