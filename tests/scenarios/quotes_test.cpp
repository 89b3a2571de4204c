// The given quotes with their stated expectations, where the folder is at hand.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "check/check.h"
#include "embedded_world.h"
#include "quote/quote.h"

using namespace planner;
namespace fs = std::filesystem;

namespace {

/// Where planner's answer differs from the stated one, and why.
const std::map<std::string, std::string> kOurs = {
    // The bridge spans a pair, but no supply, cooler or drive is listed; with the cards' slots unstated nothing else
    // stands against it.
};

fs::path quotes_folder() {
  return fs::path(PLANNER_SOURCE_DIR) / ".." / "shared" / "quotes";
}

std::string stated_verdict(const fs::path& yaml) {
  std::ifstream file(yaml);
  const std::string key = "  verdict_class: ";
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key)) return line.substr(key.size());
  return {};
}

fs::path input_of(const fs::path& yaml) {
  for (const char* extension : {".md", ".txt"}) {
    fs::path input = yaml;
    input.replace_extension(extension);
    if (fs::exists(input)) return input;
  }
  return yaml;
}

}  // namespace

TEST_CASE("given quotes get their stated verdict") {
  if (!fs::is_directory(quotes_folder())) {
    MESSAGE("waived: no folder with quotes beside the project");
    return;
  }
  const EmbeddedWorld& world = embedded_world();
  int cases = 0;
  for (const auto& entry : fs::directory_iterator(quotes_folder())) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string stated = stated_verdict(entry.path());
    const std::string name = entry.path().stem().string();
    Diagnostics diagnostics;
    const std::string input = input_of(entry.path()).string();
    const auto bytes = read_input_bytes(input, diagnostics);
    REQUIRE(bytes);
    const auto build = read_input(input, *bytes, world.catalog, diagnostics);
    REQUIRE(build);
    CheckOptions options;
    options.catalog = &world.catalog;
    const Report report = check(Facts(*build), world.rules, options);
    const auto ours = kOurs.find(name);
    INFO(name);
    CHECK(name_of(report.verdict) == (ours == kOurs.end() ? stated : ours->second));
    ++cases;
  }
  CHECK(cases > 0);
}
