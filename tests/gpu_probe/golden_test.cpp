// Healthy machines pass: figures that real GPUs were measured to give, judged by the shipped expectations.
#include <doctest/doctest.h>

#include "simulation.h"

using namespace planner::probe;

TEST_CASE("no GPU with published figures fails") {
  for (const SimModel& model : sim_models()) {
    CAPTURE(model.key);
    const Report report = simulate(std::string(model.key));
    CHECK(exit_code_of(report) == 0);
    for (const Result& result : report.results) {
      CAPTURE(info(result.task.metric).name);
      CAPTURE(result.judgement.reason);
      CHECK(result.judgement.verdict != Verdict::fail);
      CHECK(result.judgement.verdict != Verdict::inconclusive);
    }
  }
}

TEST_CASE("healthy machines of several GPUs pass") {
  for (const char* spec : {"2x h200 nvswitch", "8x h200 nvswitch", "8x h100 nvswitch", "8x a100 nvswitch",
                           "4x rtx-a6000", "8x rtx-pro-6000 2s", "2x rtx-3090", "16x h200 nvswitch"}) {
    CAPTURE(spec);
    CHECK(exit_code_of(simulate(spec)) == 0);
  }
}

TEST_CASE("sixteen GPUs are sampled, not measured pair by pair") {
  const Report report = simulate("16x h200 nvswitch", Level::quick);
  int pairs = 0;
  for (const Result& result : report.results) pairs += result.task.metric == Metric::peer_copy ? 1 : 0;
  CHECK(pairs == 48);
}

TEST_CASE("GPUs without peer access are not blamed for it") {
  const Report report = simulate("4x rtx-4090");
  const Result* copy = find(report, Metric::peer_copy, 0, 1);
  REQUIRE(copy != nullptr);
  CHECK(copy->judgement.verdict == Verdict::skip);
  CHECK(report.outcome == Outcome::pass);
}

TEST_CASE("the same machine gives the same report") {
  std::ostringstream first, second;
  write_json(simulate("4x rtx-5090"), first);
  write_json(simulate("4x rtx-5090"), second);
  CHECK(first.str() == second.str());
}
