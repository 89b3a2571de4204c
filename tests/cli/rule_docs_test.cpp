// docs/rules.md is what the program writes.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

TEST_CASE("docs/rules.md is up to date") {
  FILE* pipe = popen((std::string(PLANNER_BINARY) + " rule docs").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string page;
  std::array<char, 4096> buffer{};
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) page.append(buffer.data(), n);
  REQUIRE(pclose(pipe) == 0);
  std::ifstream stream(std::string(PLANNER_SOURCE_DIR) + "/docs/rules.md", std::ios::binary);
  const std::string kept{std::istreambuf_iterator<char>(stream), {}};
  CHECK(page.size() > 10000);
  const bool same = page == kept;
  CHECK_MESSAGE(same, "run `planner rule docs -o docs/rules.md`");
}
