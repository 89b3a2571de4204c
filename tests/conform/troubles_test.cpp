// Thirty real troubles and healthy machines that look like it, where they are at hand: each with its stated verdict.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

#include "conform/conform_rig.h"

using namespace planner;
using namespace planner::testing;

namespace {

namespace fs = std::filesystem;

struct Case {
  std::string id, title, snippet, expected;
  std::vector<std::string> symptoms;
};

std::string text_at(const Node& node, std::string_view key) {
  const Node* n = node.find(key);
  return n != nullptr ? n->text : std::string();
}

std::optional<Case> read_case(const fs::path& path) {
  Diagnostics diagnostics;
  const auto text = read_text_file(path.string(), ReadLimits{}, diagnostics);
  const auto root = text ? parse_yaml(*text, path.string(), ReadLimits{}, diagnostics) : std::nullopt;
  if (!root || root->find("expected") == nullptr) return std::nullopt;
  Case c{text_at(*root, "id"),
         text_at(*root, "title"),
         text_at(*root, "snippet"),
         text_at(*root->find("expected"), "verdict_class"),
         {}};
  if (const Node* symptoms = root->find("symptoms"))
    for (const Node& s : symptoms->items) c.symptoms.push_back(s.text);
  return c;
}

/// The output that the case holds as a file; what its people say as complaints; the title where there is no output.
std::unique_ptr<Judged> judge_case(const Case& c, const std::string& plan = {}) {
  std::vector<conform::EvidenceFile> files;
  std::vector<std::string> told = c.symptoms;
  if (c.snippet.empty())
    told.insert(told.begin(), c.title);
  else
    files.push_back({c.id, c.snippet});
  return judge_text(embedded_world().catalog, files, told, plan);
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  const fs::path folder = fs::path(PLANNER_SOURCE_DIR).parent_path() / "shared" / "troubles";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml")
      if (auto c = read_case(entry.path())) cases.push_back(std::move(*c));
  std::sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.id < b.id; });
  return cases;
}

}  // namespace

TEST_CASE("real troubles get their stated verdict") {
  const std::vector<Case> cases = all_cases();
  if (cases.empty()) {
    std::cout << "waived: ../shared/troubles is not here\n";
    return;
  }
  int right = 0;
  for (const Case& c : cases) {
    if (c.expected == "depends_on_plan") continue;
    const auto j = judge_case(c);
    INFO(c.id, ": ", name_of(j->report.verdict), " instead of ", c.expected);
    CHECK(std::string(name_of(j->report.verdict)) == c.expected);
    right += name_of(j->report.verdict) == c.expected ? 1 : 0;
  }
  std::cout << "troubles with their stated verdict: " << right << " of " << cases.size() << "\n";
}

TEST_CASE("all NVLinks down is a fault or none, by the plan") {
  const std::string letters =
      "gpuId 0:\n        D D D D D D D D D D D D D D D D D D\ngpuId 1:\n        D D D D D D D D D D D D D D D D D D\n";
  const std::string bare = "planner_build: 1\nparts:\n  - {part: nvidia-h100-pcie-80gb, count: 2}\n";
  const std::string module = "planner_build: 1\nparts:\n  - {part: nvidia-h100-sxm5-80gb, count: 2}\n";
  CHECK_FALSE(judge_text(embedded_world().catalog, {{"dcgmi", letters}}, {}, bare)->found("NVL-952"));
  CHECK(judge_text(embedded_world().catalog, {{"dcgmi", letters}}, {}, module)->found("NVL-952"));
  CHECK(judge_text(embedded_world().catalog, {{"dcgmi", letters}})->report.counts.blocks == 0);
}
