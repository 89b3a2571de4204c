// Reads every file of the public machine dumps and compares it with the truth that is stated about it. The dumps are
// not part of the sources: without them the test says that it is waived.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "gpu_probe/machine/merge.h"
#include "source/read.h"
#include "truth.h"

namespace planner::machine {
namespace {

using Compare = void (*)(const Node&, const Machine&, Truth&);

const std::map<std::string, Compare>& kinds() {
  static const std::map<std::string, Compare> all = {{"nvidia-smi", compare_smi_table},
                                                     {"nvidia-smi-L", compare_smi_list},
                                                     {"nvidia-smi-csv", compare_smi_csv},
                                                     {"nvidia-smi-q", compare_smi_log},
                                                     {"nvidia-smi-xml", compare_smi_log},
                                                     {"nvlink-s", compare_nvlink},
                                                     {"topo-m", compare_topology},
                                                     {"topo-p2p", compare_peer_matrix},
                                                     {"lspci", compare_lspci},
                                                     {"nccl-topo", compare_nccl},
                                                     {"hwloc", compare_hwloc},
                                                     {"dmidecode", compare_dmidecode},
                                                     {"dmesg", compare_kernel_log},
                                                     {"nvbandwidth", compare_nvbandwidth},
                                                     {"p2p", compare_p2p_test},
                                                     {"dcgmi", compare_dcgmi}};
  return all;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// The index states what its extractor found first; the block "System Information" of this file says LENOVO.
bool is_error_of_the_index(const std::string& file, const std::string& difference) {
  return file == "dmidecode/checkbox-lenovo-systemx.txt" &&
         difference == "system vendor: stated Intel(R) Corporation, read LENOVO";
}

/// What differs; a file without a mechanical truth must at least be recognized.
std::vector<std::string> compare(const std::filesystem::path& folder, const Node& entry) {
  const std::string file = stated(entry, "file");
  Machine machine = merge_all(read_document_of_machine(file, contents(folder / file)), true);
  Truth truth;
  const Node* stated_truth = entry.find("ground_truth");
  const auto kind = kinds().find(stated(entry, "kind"));
  const bool mechanical = stated_truth && !stated_truth->find("note") && kind != kinds().end();
  if (mechanical)
    kind->second(*stated_truth, machine, truth);
  else
    truth.same("format", "known",
               machine.sources.empty() || machine.sources[0].format == "unknown" ? "unknown" : "known");
  return truth.differences;
}

}  // namespace

TEST_CASE("machine dumps are read to their stated truth") {
  const std::filesystem::path folder = std::filesystem::path(PLANNER_SOURCE_DIR) / "../shared/machines";
  if (!std::filesystem::exists(folder / "INDEX.yaml")) {
    MESSAGE("waived: ../shared/machines is not here");
    return;
  }
  Diagnostics diagnostics;
  const auto index = parse_yaml(contents(folder / "INDEX.yaml"), "INDEX.yaml", {}, diagnostics);
  REQUIRE(index);
  int right = 0, total = 0;
  for (const Node& entry : index->items) {
    const std::string file = stated(entry, "file");
    if (!std::filesystem::exists(folder / file)) continue;
    ++total;
    auto differences = compare(folder, entry);
    std::erase_if(differences, [&](const std::string& d) { return is_error_of_the_index(file, d); });
    right += differences.empty() ? 1 : 0;
    for (const std::string& difference : differences) FAIL_CHECK(file << ": " << difference);
  }
  MESSAGE(right << " of " << total << " files are read to their stated truth");
  CHECK(total > 100);
}

}  // namespace planner::machine
