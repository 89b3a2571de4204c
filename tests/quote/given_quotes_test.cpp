// The given quotes, line by line, against what their descriptions say. Prints `waived` where the folder of quotes is
// missing.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "expected_quotes.h"
#include "quote/quote.h"
#include "shipped_catalog.h"

using namespace planner;
using Status = QuoteLine::Status;

namespace {

std::filesystem::path quotes_folder() {
  const char* shared = std::getenv("PLANNER_SHARED");
  const std::filesystem::path root = shared != nullptr ? shared : PLANNER_SOURCE_DIR "/../shared";
  return root / "quotes";
}

struct Tally {
  int right = 0, asked_back = 0, wrong = 0;
};

std::string outcome_of(const QuoteLine& line) {
  if (line.status == Status::ignored) return "ignored";
  if (line.status != Status::resolved) return "open";
  const std::string& id = info_of(*line.part).id;
  return id.rfind("stated-", 0) == 0 ? "stated" : id;
}

/// Headings and the lines that stand for several items are not counted.
bool is_frame(const QuoteLine& line) {
  return line.status == Status::ignored &&
         (line.reason.find("header") != std::string::npos || line.reason.find("heading") != std::string::npos ||
          line.reason.find("PCPartPicker") != std::string::npos ||
          line.reason.find("they follow") != std::string::npos);
}

void compare(const ExpectedQuote& expected, const Build& build, Tally& tally) {
  std::size_t next = 0;
  for (const auto& line : build.quote->lines) {
    if (is_frame(line)) continue;
    CAPTURE(line.text);
    REQUIRE(next < expected.lines.size());
    const auto& row = expected.lines[next++];
    CHECK(static_cast<int>(line.line) == row.line);
    CHECK(line.quantity == row.quantity);
    const std::string outcome = outcome_of(line);
    const std::string wanted = row.part;
    if (outcome == wanted) {
      ++tally.right;
    } else if (outcome == "open") {
      ++tally.asked_back;
    } else {
      ++tally.wrong;
      CHECK(outcome == wanted);
    }
    if (outcome == "open") CHECK_FALSE(line.reason.empty());
  }
  CHECK(next == expected.lines.size());
}

}  // namespace

TEST_CASE("the given quotes are understood") {
  const auto folder = quotes_folder();
  if (!std::filesystem::is_directory(folder)) {
    MESSAGE("waived: the folder of given quotes is not here");
    return;
  }
  Tally tally;
  for (const auto& expected : expected_quotes()) {
    CAPTURE(std::string(expected.file));
    Diagnostics diagnostics;
    const auto bytes = read_input_bytes((folder / expected.file).string(), diagnostics);
    REQUIRE(bytes);
    const auto build = read_input(expected.file, *bytes, shipped_catalog(), diagnostics);
    REQUIRE(build);
    compare(expected, *build, tally);
  }
  const int total = tally.right + tally.asked_back + tally.wrong;
  MESSAGE("given quotes: " << total << " lines, " << tally.right << " right, " << tally.asked_back << " asked back, "
                           << tally.wrong << " wrong");
  CHECK(tally.wrong == 0);
  CHECK(tally.right * 100 >= total * 95);
}
