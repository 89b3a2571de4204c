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

TEST_CASE("links between two GPUs: direct ones, else those that both have at switches") {
  const std::string a = "0000:01:00.0", b = "0000:02:00.0";
  CHECK(links_between({6, 2, {{b, 4}}}, a, {6, 2, {{a, 4}}}, b, true) == 4);
  CHECK(links_between({18, 18, {}}, a, {17, 17, {}}, b, true) == 17);
  CHECK(links_between({18, 18, {}}, a, {}, b, false) == 0);          // a card without NVLink beside a module
  CHECK(links_between({18, 0, {}}, a, {18, 0, {}}, b, true) == 18);  // ends hidden, as in a guest
  CHECK(links_between({6, 0, {{"0000:03:00.0", 2}}}, a, {6, 0, {}}, b, false) == 0);
  CHECK(links_between({}, a, {}, b, true) == 0);
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
  CHECK(facts.nvlink_links == 3);
  CHECK(nvml.nvlink_ends("0000:01:00.0").at_switch == 4);
  CHECK(nvml.nvlink_ends("0000:02:00.0").at_switch == 3);
  CHECK_FALSE(nvml.copies_over_nvlink("0000:01:00.0", "0000:02:00.0"));
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
