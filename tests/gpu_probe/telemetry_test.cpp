// Telemetry summaries, counters, and facts from a folder that stands for sysfs.
#include "gpu_probe/telemetry.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "gpu_probe/sysfs_pci.h"

using namespace planner::probe;

namespace {

TelemetrySample sample_of(double clock, std::uint64_t events) {
  TelemetrySample sample;
  sample.sm_clock_mhz = clock;
  sample.clock_events = events;
  sample.link_gen = events == clock_event::idle ? 1 : 4;
  sample.link_width = 16;
  return sample;
}

}  // namespace

TEST_CASE("idle samples say nothing about a load, except the link's width") {
  const LoadSummary load =
      summarize(std::vector{sample_of(300, clock_event::idle), sample_of(1900, 0), sample_of(2000, 0)});
  CHECK(load.samples == 3);
  CHECK(load.sm_clock_mhz == 1950);
  CHECK(load.link_gen == 4);
  CHECK(load.link_width == 16);
}

TEST_CASE("a clock event is persistent when three samples in a row have it") {
  using namespace clock_event;
  const auto load =
      summarize(std::vector{sample_of(1, hardware_slowdown), sample_of(1, hardware_slowdown), sample_of(1, 0)});
  CHECK(load.clock_events == hardware_slowdown);
  CHECK(load.persistent_clock_events == 0);
  const auto longer = summarize(std::vector{sample_of(1, software_power_cap), sample_of(1, software_power_cap),
                                            sample_of(1, software_power_cap)});
  CHECK(longer.persistent_clock_events == software_power_cap);
}

TEST_CASE("unknown clock event bits are printed, not dropped") {
  CHECK(describe_clock_events(0x4 | 0x800) == "power cap, 0x800");
  CHECK(describe_clock_events(0).empty());
}

TEST_CASE("counter increases") {
  CHECK(increase({{"a", 2}, {"b", 5}}, {{"a", 7}, {"b", 1}, {"c", 9}}) == Counters{{"a", 5}, {"b", 1}});
}

TEST_CASE("sysfs facts of a device") {
  const std::filesystem::path root = std::filesystem::temp_directory_path() / "planner-sysfs-test";
  const std::filesystem::path folder = root / "bus/pci/devices/0000:01:00.0";
  std::filesystem::create_directories(folder);
  const auto put = [&](const char* name, const char* text) { std::ofstream(folder / name) << text; };
  put("numa_node", "1\n");
  put("current_link_speed", "2.5 GT/s PCIe\n");
  put("current_link_width", "8\n");
  put("max_link_speed", "16.0 GT/s PCIe\n");
  put("max_link_width", "16\n");
  put("local_cpulist", "0-2,8,10-11\n");
  put("aer_dev_correctable", "RxErr 1\nBadTLP 2\nTOTAL_ERR_COR 3\n");
  const SysfsPci sysfs("0000:01:00.0", root);
  GpuFacts facts;
  sysfs.describe(facts);
  CHECK(facts.link.numa_node == 1);
  CHECK(facts.link.gen == 1);
  CHECK(facts.link.width == 8);
  CHECK(facts.link.card_gen == 4);
  CHECK(sysfs.local_processors() == std::vector<int>{0, 1, 2, 8, 10, 11});
  CHECK(sysfs.counters() == Counters{{"aer_correctable", 3}});
  const SysfsPci absent("0000:02:00.0", root);
  GpuFacts nothing;
  absent.describe(nothing);
  CHECK_FALSE(nothing.link.gen.has_value());
  std::filesystem::remove_all(root);
}

TEST_CASE("link speeds and processor lists") {
  CHECK(gen_of_speed("32.0 GT/s PCIe") == 5);
  CHECK(gen_of_speed("8 GT/s") == 3);
  CHECK_FALSE(gen_of_speed("Unknown").has_value());
  CHECK(parse_cpu_list("").empty());
  CHECK(parse_cpu_list("x,3") == std::vector<int>{3});
}
