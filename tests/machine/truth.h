// Compares a reading with what INDEX.yaml states about its file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/machine/machine.h"
#include "source/node.h"

namespace planner::machine {

/// Collects what differs, as "field: stated X, read Y".
class Truth {
 public:
  void same(const std::string& field, const std::string& stated, const std::string& read) {
    ++checked;
    if (stated != read) differences.push_back(field + ": stated " + stated + ", read " + read);
  }
  void same(const std::string& field, std::size_t stated, std::size_t read) {
    same(field, std::to_string(stated), std::to_string(read));
  }

  std::vector<std::string> differences;
  std::size_t checked = 0;
};

/// Text of a scalar entry, empty if there is none.
std::string stated(const Node& truth, std::string_view key);
/// "5" or "-" for what was not read.
std::string shown(const Number& number);
std::string shown(const Text& text);
/// "-" for words such as N/A.
std::string or_dash(const std::string& text);

// One function a kind of INDEX.yaml.
void compare_smi_log(const Node& truth, const Machine& machine, Truth& to);
void compare_smi_table(const Node& truth, const Machine& machine, Truth& to);
void compare_smi_list(const Node& truth, const Machine& machine, Truth& to);
void compare_smi_csv(const Node& truth, const Machine& machine, Truth& to);
void compare_nvlink(const Node& truth, const Machine& machine, Truth& to);
void compare_topology(const Node& truth, const Machine& machine, Truth& to);
void compare_peer_matrix(const Node& truth, const Machine& machine, Truth& to);
void compare_lspci(const Node& truth, const Machine& machine, Truth& to);
void compare_nccl(const Node& truth, const Machine& machine, Truth& to);
void compare_hwloc(const Node& truth, const Machine& machine, Truth& to);
void compare_dmidecode(const Node& truth, const Machine& machine, Truth& to);
void compare_kernel_log(const Node& truth, const Machine& machine, Truth& to);
void compare_nvbandwidth(const Node& truth, const Machine& machine, Truth& to);
void compare_p2p_test(const Node& truth, const Machine& machine, Truth& to);
void compare_dcgmi(const Node& truth, const Machine& machine, Truth& to);

}  // namespace planner::machine
