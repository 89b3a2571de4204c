// Who may include whom, which library may use which third-party code, and how long a file may be.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct SourceFile {
  std::string path;  ///< below the project
  std::vector<std::string> lines;
};

const std::vector<SourceFile>& source_files() {
  static const std::vector<SourceFile> files = [] {
    std::vector<SourceFile> found;
    const fs::path root = PLANNER_SOURCE_DIR;
    for (const char* folder : {"engine", "cli", "gpu_probe", "tests", "cmake"}) {
      for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        const std::string type = entry.path().extension().string();
        if (type != ".cpp" && type != ".h" && type != ".cu" && type != ".cuh") continue;
        SourceFile file{entry.path().lexically_relative(root).generic_string(), {}};
        std::ifstream stream(entry.path());
        for (std::string line; std::getline(stream, line);) file.lines.push_back(line);
        found.push_back(std::move(file));
      }
    }
    return found;
  }();
  return files;
}

/// Direct and indirect uses of each folder of the engine.
const std::map<std::string, std::set<std::string>>& allowed() {
  static const std::map<std::string, std::set<std::string>> uses = {
      {"units", {}},
      {"source", {"units"}},
      {"model", {"source", "units"}},
      {"expr", {"source", "units"}},
      {"quote", {"model", "source", "units"}},
      {"import", {"quote", "model", "source", "units"}},
      {"facts", {"model", "expr", "source", "units"}},
      {"export", {"facts", "model", "expr", "source", "units"}},
      {"check", {"facts", "quote", "expr", "model", "source", "units"}},
      {"search", {"check", "facts", "quote", "expr", "model", "source", "units"}},
      {"workload", {"check", "facts", "quote", "expr", "model", "source", "units"}},
      {"stack", {"check", "facts", "quote", "expr", "model", "source", "units"}},
      {"report",
       {"search", "workload", "stack", "import", "check", "facts", "quote", "expr", "model", "source", "units"}},
  };
  return uses;
}

/// The included paths, in quotes or in angle brackets.
std::vector<std::string> includes_of(const SourceFile& file) {
  static const std::regex pattern(R"re(^\s*#\s*include\s*["<]([^">]+)[">])re");
  std::vector<std::string> paths;
  for (const std::string& line : file.lines) {
    std::smatch match;
    if (std::regex_search(line, match, pattern)) paths.push_back(match[1]);
  }
  return paths;
}

std::string folder_of(const std::string& path) {
  return path.substr(0, path.find('/'));
}

/// Why the file may not include the path, or empty.
std::string fault_of(const std::string& file, const std::string& include) {
  const std::string target = folder_of(include);
  if (include.starts_with("yaml-cpp/") && file != "engine/source/yaml.cpp") return "yaml-cpp outside its one file";
  if (include.starts_with("CLI/") && !file.starts_with("cli/")) return "CLI11 outside cli/";
  const bool cuda =
      include.starts_with("cuda") || include.starts_with("cublas") || include == "nccl.h" || include == "mma.h";
  // The tests' stand-in for the runtime has its functions to implement.
  const bool may = file.starts_with("gpu_probe/cuda/") || file == "tests/gpu_links/fake_cuda.cpp";
  if (cuda && !may) return "CUDA outside gpu_probe/cuda/";
  if (!file.starts_with("engine/")) return {};
  const std::string own = folder_of(file.substr(std::string("engine/").size()));
  if (target == "cli" || target == "gpu_probe") return "the engine knows neither cli nor gpu_probe";
  const auto rule = allowed().find(own);
  if (rule == allowed().end()) return "folder engine/" + own + " has no place in the order of folders";
  const bool engine = allowed().count(target) != 0 && target != own;
  return engine && rule->second.count(target) == 0 ? own + " may not use " + target : std::string();
}

}  // namespace

TEST_CASE("each folder uses only the folders below it, third-party code only where it belongs") {
  REQUIRE(source_files().size() > 100);
  for (const SourceFile& file : source_files())
    for (const std::string& include : includes_of(file))
      CHECK_MESSAGE(fault_of(file.path, include) == "", file.path << " includes " << include);
}

TEST_CASE("the order of folders is closed: who may use a folder may use what that uses") {
  for (const auto& [folder, uses] : allowed())
    for (const std::string& used : uses)
      for (const std::string& below : allowed().at(used)) CHECK_MESSAGE(uses.count(below) == 1, folder << " " << below);
}

TEST_CASE("wrong includes are noticed") {
  CHECK(fault_of("engine/units/a.cpp", "model/part.h") != "");
  CHECK(fault_of("engine/expr/a.cpp", "facts/facts.h") != "");
  CHECK(fault_of("engine/check/a.h", "search/suggest.h") != "");
  CHECK(fault_of("engine/report/a.cpp", "cli/command.h") != "");
  CHECK(fault_of("engine/model/a.cpp", "yaml-cpp/yaml.h") != "");
  CHECK(fault_of("engine/report/a.cpp", "CLI/CLI.hpp") != "");
  CHECK(fault_of("cli/a.cpp", "cuda_runtime.h") != "");
  CHECK(fault_of("engine/new/a.cpp", "units/dimension.h") != "");
  CHECK(fault_of("engine/check/a.cpp", "facts/facts.h") == "");
}

TEST_CASE("no source file is longer than 400 lines") {
  constexpr std::size_t kMostLines = 400;
  for (const SourceFile& file : source_files())
    CHECK_MESSAGE(file.lines.size() <= kMostLines, file.path << " has " << file.lines.size() << " lines");
}
