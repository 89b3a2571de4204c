#include "export/export.h"

#include <algorithm>

#include "embedded_world.h"
#include "model/build_file.h"

namespace planner {
namespace {

/// The plan's exports; floors as given for each GPU.
struct Exported {
  std::string dcgm, nhc, slurm;
};

Exported exported(const std::string& parts, const GpuFloors& floors = {}, const std::string& nodes = {}) {
  Diagnostics diagnostics;
  const std::string text = "planner_build: 1\nname: node\nparts:\n" + parts;
  const auto root = parse_yaml(text, "plan.yaml", ReadLimits{}, diagnostics);
  REQUIRE(root.has_value());
  const auto build = read_build(*root, "plan.yaml", embedded_world().catalog, diagnostics);
  REQUIRE(build.has_value());
  const Facts facts(*build);
  const std::vector<GpuFloors> all(facts.inventory().gpus.size(), floors);
  return {export_dcgm(facts, all), export_nhc(facts), export_slurm(facts, nodes)};
}

const std::string kServer =
    "  - {part: asus-esc8000a-e12, count: 1}\n"
    "  - {part: epyc-9354, count: 2}\n"
    "  - {part: nvidia-h100-pcie-80gb, count: 8, power_limit: 310 W}\n";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The lines that a tool reads: neither comments nor empty.
std::string effective(const std::string& text) {
  std::string kept;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos && line[first] != '#') kept += line + "\n";
    at = end + 1;
  }
  return kept;
}

}  // namespace

TEST_CASE("dcgm: thresholds of a server, golden") {
  const GpuFloors floors{Floor{46.87, "host_to_device: x"}, Floor{1432.5, "memory_triad: y"}};
  const std::string text = exported(kServer, floors).dcgm;
  CHECK(effective(text) == R"(version: "3.1.7"
spec: dcgm-diag-v1
skus:
  - name: "nvidia-h100-pcie-80gb"
    id: "2331"
    pcie:
      is_allowed: true
      h2d_d2h_single_pinned:
        min_pci_generation: 5.0
        min_pci_width: 16.0
        min_bandwidth: 46.8
    memory_bandwidth:
      is_allowed: true
      minimum_bandwidth: 1432500.0
    targeted_power:
      is_allowed: true
      target_power: 309
)");
  CHECK(has(text,
            "-p \"pcie.h2d_d2h_single_pinned.min_pci_generation=5.0;pcie.h2d_d2h_single_pinned.min_pci_width=16.0;"
            "pcie.h2d_d2h_single_pinned.min_bandwidth=46.8;memory_bandwidth.minimum_bandwidth=1432500.0;"
            "targeted_power.target_power=309\""));
  CHECK(has(text, "# GB/s; catalog/expectations/probe.yaml host_to_device: x"));
  CHECK(has(text, "limit: power_limit of the plan, plan.yaml"));
  Diagnostics diagnostics;
  CHECK(parse_yaml(text, "diag.yaml", ReadLimits{}, diagnostics).has_value());
}

TEST_CASE("dcgm: what is not known is a comment, never a figure") {
  const std::string text = exported("  - {part: nvidia-h200-sxm-141gb, count: 2}\n").dcgm;
  CHECK(has(text, "# min_pci_width not set: link width of GPU 0 is unknown: no board in the build"));
  CHECK(has(text, "# min_bandwidth not set: host link of GPU 0: no expectation for this card and link"));
  const std::string lines = effective(text);
  for (const char* name : {"min_pci_generation", "min_pci_width", "min_bandwidth", "minimum_bandwidth", "h2d_d2h"})
    CHECK_FALSE(has(lines, name));
  CHECK(has(lines, "target_power: 699"));
}

TEST_CASE("cards that the driver cannot tell apart are one model; others cannot be matched") {
  const Exported e = exported(
      "  - {part: nvidia-geforce-rtx-4090, count: 1}\n"
      "  - {part: nvidia-rtx-4090-founders-edition, count: 1}\n");
  const std::string lines = effective(e.dcgm);
  CHECK(lines.find("id: \"2684\"") == lines.rfind("id: \"2684\""));
  CHECK(has(e.nhc,
            "-m '/^2$/' bash -c 'nvidia-smi --format=csv,noheader --query-gpu=pci.device_id | grep -ciE "
            "\"^0x(2684)10de$\"'"));
  CHECK(has(e.slurm, "Gres=gpu:rtx_4090:2"));
  const Exported amd = exported("  - {part: amd-instinct-mi300x, count: 8}\n");
  CHECK(effective(amd.dcgm).empty());
  CHECK(has(amd.nhc, "# GPU checks left out: nvidia-smi does not see AMD Instinct MI300X"));
  CHECK_FALSE(has(effective(amd.nhc), "nvidia-smi"));
  CHECK(has(amd.slurm, "AutoDetect=rsmi"));
}

TEST_CASE("nhc: a server, golden") {
  const std::string text = exported(kServer + "  - {part: ddr5-4800-rdimm-64, count: 24}\n").nhc;
  CHECK(effective(text) == R"( * || check_hw_cpuinfo 2 64 128
 * || check_hw_physmem 1462763MB 1572864MB
 * || check_cmd_output -t 60 -r 0 -m '/^8$/' nvidia-smi --format=csv,noheader --query-gpu=count
 * || check_cmd_output -t 60 -r 0 -m '/^8$/' bash -c 'nvidia-smi --format=csv,noheader --query-gpu=pci.device_id | grep -ciE "^0x(2331)10de$"'
 * || check_cmd_output -t 60 -r 0 -m '/^8$/' bash -c 'nvidia-smi --format=csv,noheader --query-gpu=power.limit | grep -ciE "^310([.]0+)? W$"'
 * || check_cmd_output -t 60 -r 0 -m '!/^(1|2|4|8|12)$/' nvidia-smi --format=csv,noheader --query-gpu=pcie.link.width.current
 * || check_cmd_output -t 60 -r 0 -m '!/^(1|2|3|4)$/' nvidia-smi --format=csv,noheader --query-gpu=pcie.link.gen.max
)");
  CHECK(has(text, "catalog/cpus/amd-epyc-8004-9004.yaml:"));
}

TEST_CASE("slurm: cores of two sockets, and device files only where the plan can know them") {
  const std::string text = exported(kServer + "  - {part: ddr5-4800-rdimm-64, count: 24}\n", {}, "gpu[01-04]").slurm;
  CHECK(effective(text) ==
        "NodeName=gpu[01-04] AutoDetect=nvml\nGresTypes=gpu\n"
        "NodeName=gpu[01-04] Gres=gpu:h100:8 Sockets=2 CoresPerSocket=32 ThreadsPerCore=2 RealMemory=1462763\n");
  CHECK(has(text, "# 4 GPUs at socket 0: Cores=0-31"));
  CHECK(has(text, "# 4 GPUs at socket 1: Cores=32-63"));
  const std::string single = exported("  - {part: epyc-9354, count: 1}\n  - {part: nvidia-l40s, count: 4}\n").slurm;
  CHECK(effective(single) ==
        "Name=gpu Type=l40s File=/dev/nvidia[0-3]\nGresTypes=gpu\n"
        "NodeName=DEFAULT Gres=gpu:l40s:4 Sockets=1 CoresPerSocket=32 ThreadsPerCore=2\n");
}

TEST_CASE("a name in a plan cannot become a line of configuration") {
  Diagnostics diagnostics;
  const auto root =
      parse_yaml("planner_build: 1\nname: \"x\\nNodeName=evil\"\nparts:\n  - {part: epyc-9354, count: 1}\n", "p",
                 ReadLimits{}, diagnostics);
  REQUIRE(root.has_value());
  const auto build = read_build(*root, "p\nq", embedded_world().catalog, diagnostics);
  if (build) {
    const Facts facts(*build);
    CHECK_FALSE(has(export_slurm(facts, {}), "\nNodeName=evil"));
    CHECK_FALSE(has(export_nhc(facts), "\nq"));
  } else {
    CHECK(diagnostics.has_errors());
  }
}

TEST_CASE("host lists of Slurm") {
  CHECK(is_slurm_host_list("gpu[01-04],login-1.example"));
  for (const char* bad : {"", "1node", "a b", "a;b", "a\nb", "n$(x)", "[1-2]"}) CHECK_FALSE(is_slurm_host_list(bad));
}

}  // namespace planner
