// The verdict is a pure, monotone function of figure and thresholds.
#include "gpu_probe/verdict.h"

#include <doctest/doctest.h>

#include "gpu_probe/checks.h"

using namespace planner::probe;

namespace {

Reading reading_of(std::vector<double> samples) {
  Reading reading;
  reading.samples = std::move(samples);
  reading.verified = true;
  return reading;
}

const Task kRead{Metric::memory_read, 0, -1, {}, {}};
const Expected kExpected{100, 95, 85, 110, "test"};

int rank(Verdict verdict) {
  return verdict == Verdict::fail ? 0 : verdict == Verdict::warn ? 1 : 2;
}

}  // namespace

TEST_CASE("a higher figure never gets a worse verdict, up to the upper bound") {
  int last = 0;
  for (double value = 50; value <= 110; value += 0.25) {
    const int now = rank(judge(kRead, reading_of({value}), kExpected, {}).verdict);
    CHECK(now >= last);
    last = now;
  }
  CHECK(judge(kRead, reading_of({111}), kExpected, {}).verdict == Verdict::inconclusive);
  CHECK(judge(kRead, reading_of({95}), kExpected, {}).verdict == Verdict::pass);
  CHECK(judge(kRead, reading_of({94.9}), kExpected, {}).verdict == Verdict::warn);
  CHECK(judge(kRead, reading_of({84.9}), kExpected, {}).verdict == Verdict::fail);
}

TEST_CASE("what did not run never passes") {
  for (const ReadingStatus status :
       {ReadingStatus::skipped, ReadingStatus::failed, ReadingStatus::gpu_lost, ReadingStatus::interrupted}) {
    Reading reading = reading_of({100});
    reading.status = status;
    CHECK(judge(kRead, reading, kExpected, {}).verdict != Verdict::pass);
  }
  CHECK(judge(kRead, reading_of({}), kExpected, {}).verdict == Verdict::inconclusive);
  Reading unverified = reading_of({100});
  unverified.verified = false;
  CHECK(judge(kRead, unverified, kExpected, {}).verdict == Verdict::inconclusive);
}

TEST_CASE("a data error outranks any speed") {
  Reading reading = reading_of({100});
  reading.errors = 1;
  CHECK(judge(kRead, reading, kExpected, {}).verdict == Verdict::fail);
}

TEST_CASE("identical GPUs are a yardstick of their own") {
  CHECK(judge(kRead, reading_of({96}), kExpected, 104.0).verdict == Verdict::fail);
  CHECK(judge(kRead, reading_of({100}), kExpected, 104.0).verdict == Verdict::pass);
  const Task link{Metric::host_to_device, 0, -1, {}, {}};
  CHECK(judge(link, reading_of({96}), kExpected, 110.0).verdict == Verdict::warn);
}

TEST_CASE("links are judged by their best sample, the rest by the median") {
  const Task link{Metric::host_to_device, 0, -1, {}, {}};
  CHECK(judge(link, reading_of({99, 98.9, 80}), kExpected, {}).value == 99);
  CHECK(judge(kRead, reading_of({99, 98.9, 80}), kExpected, {}).value == 98.9);
}

TEST_CASE("order statistics") {
  const Summary summary = summarize({3.0, 1.0, 2.0, 10.0});
  CHECK(summary.n == 4);
  CHECK(summary.median == 2.5);
  CHECK(summary.min == 1);
  CHECK(summary.max == 10);
  CHECK(summary.mad == 1);
  CHECK(summarize(std::vector<double>{}).n == 0);
}

TEST_CASE("replays that a bit error rate of 1e-12 allows") {
  CHECK(allowed_replays_per_minute({3, 16}) == 8);
  CHECK(allowed_replays_per_minute({4, 16}) == 16);
  CHECK(allowed_replays_per_minute({5, 16}) == 31);
}
