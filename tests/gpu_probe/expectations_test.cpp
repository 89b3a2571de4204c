// The shipped expectations hold no unit slips: each is a plausible share of its basis, and rates agree with datasheets.
#include "gpu_probe/expectations.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "gpu_probe/catalog_reference.h"
#include "source/read.h"

using namespace planner;
using namespace planner::probe;

namespace {

std::vector<GpuReference> catalog_references() {
  std::vector<Document> documents;
  Diagnostics diagnostics;
  for (const auto& entry : std::filesystem::directory_iterator(PLANNER_SOURCE_DIR "/catalog/gpus")) {
    const std::string file = entry.path().string();
    const auto text = read_text_file(file, {}, diagnostics);
    if (!text) continue;
    if (auto root = parse_yaml(*text, file, {}, diagnostics)) {
      Document document;
      document.file = file;
      document.root = std::move(*root);
      documents.push_back(std::move(document));
    }
  }
  Catalog catalog;
  catalog.add_layer(documents, diagnostics);
  return references_from(catalog);
}

}  // namespace

TEST_CASE("the shipped data reads without problems") {
  std::vector<std::string> problems;
  Diagnostics diagnostics;
  const auto text = read_text_file(PLANNER_SOURCE_DIR "/catalog/expectations/probe.yaml", {}, diagnostics);
  REQUIRE(text.has_value());
  const Expectations data = parse_expectations(*text, "probe.yaml", problems);
  CHECK(problems.empty());
  CHECK(data.rows.size() == built_in_expectations().rows.size());
  CHECK(data.rates.size() >= 12);
}

TEST_CASE("every expectation is a plausible share of its basis") {
  for (const ExpectationRow& row : built_in_expectations().rows) {
    CAPTURE(row.line);
    CHECK(row.fraction >= 0.3);
    const bool sum_of_directions = row.metric == Metric::host_bidirectional || row.metric == Metric::peer_bidirectional;
    CHECK(row.fraction <= (sum_of_directions ? 2.0 : 1.1));
    CHECK(row.fail < row.warn);
    CHECK(row.warn < 1);
    const bool may_fall_short = row.metric == Metric::all_host_to_device || row.metric == Metric::all_device_to_host;
    CHECK((may_fall_short || row.fail >= 0.6));
    if (row.upper) CHECK(*row.upper >= row.fraction);
    CHECK_FALSE(row.source.empty());
  }
}

TEST_CASE("every required metric has an expectation, except what counts errors") {
  for (const MetricInfo& metric : all_metrics()) {
    if (!metric.required || metric.metric == Metric::memory_pattern) continue;
    CAPTURE(metric.name);
    const auto& rows = built_in_expectations().rows;
    CHECK(
        std::any_of(rows.begin(), rows.end(), [&](const ExpectationRow& row) { return row.metric == metric.metric; }));
  }
}

TEST_CASE("rates per clock agree with the catalog's datasheet figures") {
  int compared = 0;
  for (const GpuReference& reference : catalog_references()) {
    if (!reference.sm_count || !reference.boost_mhz || !reference.bf16) continue;
    GpuFacts facts;
    facts.name = reference.name;
    if (reference.architecture == "Ampere")
      facts.major = 8, facts.minor = *reference.sm_count > 84 && reference.memory_type.starts_with("HBM") ? 0 : 6;
    else if (reference.architecture.starts_with("Ada"))
      facts.major = 8, facts.minor = 9;
    else if (reference.architecture == "Hopper")
      facts.major = 9;
    else
      continue;
    const auto rate = rate_per_clock(built_in_expectations(), facts, Metric::tensor_bf16);
    REQUIRE(rate.has_value());
    const double share = *rate * *reference.sm_count * *reference.boost_mhz * 1e-6 / *reference.bf16;
    CAPTURE(reference.id);
    CAPTURE(share);
    CHECK(share > 0.4);
    CHECK(share < 2.1);
    ++compared;
  }
  CHECK(compared > 10);
}

TEST_CASE("bad data is refused with its line") {
  std::vector<std::string> problems;
  parse_expectations(
      "expectations:\n  - {metric: nonsense, basis: rate, fraction: 1}\n  - {metric: memory_read, fraction: x}\n",
      "bad.yaml", problems);
  CHECK(problems.size() == 3);
  CHECK(problems.front().starts_with("bad.yaml:2:"));
}

TEST_CASE("the catalog knows GPUs by what the driver calls them") {
  const std::vector<GpuReference> references = catalog_references();
  struct Known {
    const char* name;
    const char* pci_id;
    double memory;
  };
  for (const Known known :
       {Known{"NVIDIA H200", "10de:2335", 4800}, Known{"NVIDIA GeForce RTX 4090", "10de:2684", 1008},
        Known{"NVIDIA GeForce RTX 3090", "", 936}, Known{"NVIDIA L4", "10de:27b8", 300}}) {
    GpuFacts facts;
    facts.name = known.name;
    facts.pci_id = known.pci_id;
    const GpuReference* found = find_reference(references, facts);
    CAPTURE(known.name);
    REQUIRE(found != nullptr);
    REQUIRE(found->memory_gb_per_s.has_value());
    CHECK(std::abs(*found->memory_gb_per_s / known.memory - 1) < 0.02);
  }
}
