// The management library through dlopen, against a stand-in built for this test.
#include "gpu_probe/nvml.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

using namespace planner::probe;

namespace {

GpuFacts described(const Nvml& nvml, const std::string& bus_id) {
  GpuFacts facts;
  facts.bus_id = bus_id;
  nvml.describe(facts);
  return facts;
}

}  // namespace

TEST_CASE("a machine without the library says so") {
  const Nvml nvml("libnonexistent-ml.so.1");
  CHECK_FALSE(nvml.ready());
  CHECK(nvml.problem().find("cannot be loaded") != std::string::npos);
  CHECK_FALSE(nvml.sample("0000:01:00.0").power_w.has_value());
  CHECK(nvml.counters("0000:01:00.0").empty());
  CHECK(nvml.topology_level("a", "b").empty());
  CHECK_FALSE(nvml.is_lost("0000:01:00.0"));
}

#ifdef PLANNER_FAKE_NVML

TEST_CASE("facts and telemetry through the library; missing symbols are listed, not fatal") {
  unsetenv("FAKE_NVML_FAULT");
  const Nvml nvml(PLANNER_FAKE_NVML);
  REQUIRE(nvml.ready());
  CHECK(nvml.driver_version() == "999.0");
  CHECK(std::ranges::find(nvml.missing(), "nvmlDeviceGetBAR1MemoryInfo") != nvml.missing().end());
  const GpuFacts facts = described(nvml, "0000:02:00.0");
  CHECK(facts.pci_id == "10de:2684");
  CHECK(facts.link.gen == 1);
  CHECK(facts.link.width == 8);
  CHECK(facts.link.max_gen == 4);
  CHECK(facts.power_limit_w == 300);
  CHECK(facts.default_power_limit_w == 450);
  CHECK_FALSE(facts.ecc.has_value());         // "not supported"
  CHECK_FALSE(facts.bar1_bytes.has_value());  // no such symbol
  CHECK(facts.unusable.empty());
  const TelemetrySample sample = nvml.sample("0000:01:00.0");
  CHECK(sample.power_w == 123);
  CHECK(sample.sm_clock_mhz == 2500);
  CHECK(sample.clock_events == 0x4);  // by the older symbol name
  CHECK(nvml.counters("0000:01:00.0") == Counters{{"pcie_replays", 7}});
  CHECK(nvml.topology_level("0000:01:00.0", "0000:02:00.0") == "PHB");
  CHECK(nvml.peer_problem("0000:01:00.0", "0000:02:00.0") == "not supported by this GPU");
  CHECK_FALSE(nvml.sample("0000:99:00.0").power_w.has_value());
}

TEST_CASE("a library that does not start") {
  setenv("FAKE_NVML_FAULT", "init", 1);
  const Nvml nvml(PLANNER_FAKE_NVML);
  CHECK_FALSE(nvml.ready());
  CHECK(nvml.problem().find("Driver Not Loaded") != std::string::npos);
  unsetenv("FAKE_NVML_FAULT");
}

TEST_CASE("MIG makes one GPU unusable; a lost GPU is known as such") {
  const Nvml nvml(PLANNER_FAKE_NVML);
  setenv("FAKE_NVML_FAULT", "mig", 1);
  CHECK_FALSE(described(nvml, "0000:01:00.0").unusable.empty());
  CHECK(described(nvml, "0000:02:00.0").unusable.empty());
  setenv("FAKE_NVML_FAULT", "lost", 1);
  CHECK(nvml.is_lost("0000:02:00.0"));
  CHECK_FALSE(nvml.is_lost("0000:01:00.0"));
  unsetenv("FAKE_NVML_FAULT");
}

#endif
