// The page about the catalog's format: its examples load, its tables are complete.
#include <fstream>
#include <set>
#include <sstream>

#include "layers.h"
#include "model/field.h"
#include "model/structured_field.h"

using namespace planner;
using namespace planner::test;

namespace {

std::string page() {
  std::stringstream text;
  text << std::ifstream(PLANNER_SOURCE_DIR "/docs/catalog-format.md").rdbuf();
  REQUIRE(!text.str().empty());
  return text.str();
}

/// The ```yaml blocks, in order.
std::vector<std::string> examples(const std::string& page) {
  constexpr std::string_view kOpen = "```yaml\n";
  std::vector<std::string> blocks;
  for (std::size_t at = page.find(kOpen); at != std::string::npos; at = page.find(kOpen, at)) {
    at += kOpen.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

}  // namespace

TEST_CASE("the examples of the format's page load, one layer after the other") {
  Catalog catalog;
  Diagnostics diagnostics;
  std::set<PartKind> kinds;
  for (const std::string& example : examples(page()))
    add_layer(catalog, {{"docs/catalog-format.md", example}}, diagnostics);
  CHECK_MESSAGE(diagnostics.items().empty(), render(diagnostics));
  for (const auto& part : catalog.parts()) kinds.insert(kind_of(*part));
  CHECK(kinds.size() == kPartKinds);
  CHECK(*part<Gpu>(catalog, "card-24").length == Length::from_base(310));
  CHECK(part<Board>(catalog, "board-7").slots.back().label == "PCIE6");
  CHECK(part<Board>(catalog, "board-7").slots.back().position == 8);
}

TEST_CASE("the page lists every field with its sentence") {
  const std::string text = page();
  for (std::size_t k = 0; k < kPartKinds; ++k) {
    const auto kind = static_cast<PartKind>(k);
    const std::size_t from = text.find("(`" + std::string(name_of(kind)) + "`)");
    REQUIRE(from != std::string::npos);
    const std::string section = text.substr(from, text.find("\n## ", from) - from);
    const auto listed = [&](std::string_view name, std::string_view doc) {
      const std::size_t row = section.find("| `" + std::string(name) + "` |");
      INFO(std::string(name_of(kind)) << "." << std::string(name));
      REQUIRE(row != std::string::npos);
      CHECK(section.substr(row, section.find('\n', row) - row).find(doc) != std::string::npos);
    };
    for (const Field& f : fields_of(kind)) listed(f.name, f.doc);
    for (const StructuredField& f : structured_fields_of(kind)) listed(f.name, f.doc);
  }
}
