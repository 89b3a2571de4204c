// Fuzz target of `conform`: any text as a file and as a complaint is read, compared and judged without harm.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "check/judge.h"
#include "gpu_probe/conform/conform_schema.h"
#include "gpu_probe/conform/evidence.h"
#include "source/embedded.h"
#include "source/read.h"

using namespace planner;

namespace {

struct World {
  Catalog catalog;
  RuleSet rules{conform::conform_domain()};
  World() {
    auto documents = unpack_embedded();
    if (!documents) std::abort();
    std::vector<Document> rule_files, parts;
    Diagnostics diagnostics;
    for (Document& d : *documents) (d.file.starts_with("rules/") ? rule_files : parts).push_back(std::move(d));
    catalog.add_layer(parts, diagnostics);
    rules.add_layer(rule_files, diagnostics);
    if (diagnostics.has_errors()) std::abort();
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const World world;
  if (size > 1u << 16) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  conform::Evidence evidence = conform::read_evidence({{"fuzz", text}}, diagnostics);
  conform::tell({text.substr(0, 500)}, evidence);
  conform::Input input;
  input.machine = &evidence.machine;
  input.observed = &evidence.observed;
  input.catalog = &world.catalog;
  const conform::Comparison comparison = conform::compare(input);
  const Report report = judge(conform::root_object(comparison), world.rules, {});
  const Counts& n = report.counts;
  if (report.verdict == Verdict::pass && n.blocks + n.degrades + n.advises > 0) std::abort();
  if (report.verdict == Verdict::fail && n.blocks == 0) std::abort();
  return 0;
}
