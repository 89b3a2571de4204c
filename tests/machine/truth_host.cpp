// Truths about dmidecode, the kernel log and measurements.
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "truth.h"

namespace planner::machine {
namespace {

void compare_names(const Node& truth, const char* key, const Text& vendor, const Text& product, Truth& to) {
  const Node* names = truth.find(key);
  if (!names || names->items.empty()) return;
  // The extractor of a partial table took the product for the vendor.
  const bool both = names->items.size() > 1;
  if (both) to.same(std::string(key) + " vendor", or_dash(names->items[0].text), shown(vendor));
  to.same(std::string(key) + " product", or_dash(names->items.back().text), shown(product));
}

std::int64_t events(const Machine& machine, const std::function<bool(const KernelEvent&)>& counts) {
  std::int64_t sum = 0;
  for (const KernelEvent& event : machine.kernel_log) sum += counts(event) ? event.repeats : 0;
  return sum;
}

void compare_xids(const Node& list, const Machine& machine, Truth& to) {
  const bool pairs = !list.items.empty() && list.items[0].is_list();
  if (pairs) {
    std::map<std::string, std::int64_t> wanted;
    for (const Node& pair : list.items)
      ++wanted[to_text(*parse_pci_address(pair.items[0].text)) + " " + pair.items[1].text];
    for (const auto& [key, count] : wanted) {
      const auto same = [&, k = key](const KernelEvent& e) {
        return e.kind == EventKind::xid && e.device && to_text(*e.device) + " " + shown(e.code) == k;
      };
      to.same("xid " + key, std::to_string(count), std::to_string(events(machine, same)));
    }
    return;
  }
  std::set<std::int64_t> wanted, read;
  for (const Node& code : list.items) wanted.insert(whole_at(code.text).value_or(-1));
  for (const KernelEvent& event : machine.kernel_log) {
    if (event.kind == EventKind::xid || event.kind == EventKind::sxid) read.insert(event.code.value_or(-1));
  }
  for (const std::int64_t code : wanted)
    to.same("code " + std::to_string(code), "found", read.count(code) ? "found" : "missing");
  to.same("codes", wanted.size(), read.size());
}

}  // namespace

void compare_dmidecode(const Node& truth, const Machine& machine, Truth& to) {
  compare_names(truth, "system", machine.host.system_vendor, machine.host.product, to);
  compare_names(truth, "baseboard", machine.host.board_vendor, machine.host.board, to);
  if (truth.find("processors")) to.same("processors", stated(truth, "processors"), std::to_string(machine.cpus.size()));
  if (truth.find("memory_slots"))
    to.same("memory_slots", stated(truth, "memory_slots"), std::to_string(machine.dimms.size()));
  if (truth.find("populated")) {
    const auto full =
        std::count_if(machine.dimms.begin(), machine.dimms.end(), [](const Dimm& d) { return d.populated == true; });
    to.same("populated", stated(truth, "populated"), std::to_string(full));
  }
  if (const Node* dimms = truth.find("dimms")) {
    std::set<std::string> read, wanted;
    for (const Dimm& d : machine.dimms) {
      if (d.populated == true)
        read.insert(shown(d.size_bytes) + " " + shown(d.type) + " " + shown(d.speed_mts) + " " +
                    shown(d.configured_mts));
    }
    for (const Node& dimm : dimms->items) {
      // "64 GB DDR5 speed 6400 MT/s conf 6400 MT/s"
      const auto words = words_of(dimm.text);
      wanted.insert(shown(bytes_of(std::string(words[0]) + " " + std::string(words[1]))) + " " + std::string(words[2]) +
                    " " + std::string(words[4]) + " " + std::string(words[7]));
    }
    to.same("kinds of modules", wanted.size(), read.size());
    for (const std::string& kind : wanted) to.same(kind, "found", read.count(kind) ? "found" : "missing");
  }
  if (truth.find("pcie_slots")) to.same("slots", stated(truth, "pcie_slots"), std::to_string(machine.slots.size()));
}

void compare_kernel_log(const Node& truth, const Machine& machine, Truth& to) {
  if (const Node* xids = truth.find("xids")) compare_xids(*xids, machine, to);
  if (truth.find("aer"))
    to.same("aer", stated(truth, "aer"),
            std::to_string(events(machine, [](const auto& e) { return e.kind == EventKind::aer; })));
  if (!truth.find("no_space")) return;
  const auto no_space = [&](const std::function<bool(const KernelEvent&)>& kind) {
    return std::to_string(events(machine, [&](const KernelEvent& e) {
      return e.kind == EventKind::bar_unassigned && e.detail == "no space" && kind(e);
    }));
  };
  to.same("no_space", stated(truth, "no_space"), no_space([](const KernelEvent&) { return true; }));
  to.same("no_space_io", stated(truth, "no_space_io"),
          no_space([](const KernelEvent& e) { return e.resource == "io-window" || e.resource == "io-bar"; }));
  to.same("no_space_mem", stated(truth, "no_space_mem"),
          no_space([](const KernelEvent& e) { return e.resource == "memory-window"; }));
  to.same("no_space_bar", stated(truth, "no_space_bar"),
          no_space([](const KernelEvent& e) { return e.harmless == false; }));
}

void compare_nvbandwidth(const Node& truth, const Machine& machine, Truth& to) {
  const auto& all = machine.measurements;
  if (truth.find("driver")) to.same("driver", stated(truth, "driver"), shown(machine.software.driver_version));
  if (truth.find("testcases")) to.same("testcases", stated(truth, "testcases"), std::to_string(all.size()));
  if (const Node* status = truth.find("status")) {
    for (const auto& entry : status->entries) {
      const auto same = [&](const Measurement& m) { return m.status && lower(*m.status) == lower(entry.key); };
      to.same(entry.key, entry.value.text, std::to_string(std::count_if(all.begin(), all.end(), same)));
    }
  }
  if (truth.find("matrices")) {
    const auto filled = std::count_if(all.begin(), all.end(), [](const Measurement& m) { return !m.cells.empty(); });
    to.same("matrices", stated(truth, "matrices"), std::to_string(filled));
  }
  if (const Node* tests = truth.find("tests")) {
    to.same("tests", tests->items.size(), all.size());
    for (std::size_t i = 0; i < tests->items.size() && i < all.size(); ++i)
      to.same("test", tests->items[i].text, all[i].test);
  }
  if (const Node* sums = truth.find("sums")) {
    for (std::size_t i = 0; i < sums->items.size() && i < all.size(); ++i) {
      const double wanted = number_at(sums->items[i].items[1].text).value_or(-1);
      to.same(all[i].test + " sum", std::to_string(wanted), std::to_string(all[i].sum.value_or(0)));
    }
  }
  // The file with warnings before its JSON states only that a plain parser fails on it.
  if (truth.find("json")) to.same("tests after the warnings", "read", all.empty() ? "none" : "read");
}

void compare_p2p_test(const Node& truth, const Machine& machine, Truth& to) {
  const Node* devices = truth.find("devices");
  to.same("devices", devices->items.size(), machine.gpus.size());
  for (std::size_t i = 0; i < devices->items.size() && i < machine.gpus.size(); ++i) {
    // "0 NVIDIA RTX 6000 Ada Generation bus 1"
    const std::string& line = devices->items[i].text;
    const auto bus = after(line, " bus ");
    to.same("name", std::string(trim(std::string_view(line).substr(1, line.find(" bus ") - 1))),
            shown(machine.gpus[i].name));
    to.same("bus", shown(hex_of(*bus)), std::to_string(machine.gpus[i].address ? machine.gpus[i].address->bus : 0));
  }
  const auto can = std::count_if(machine.peer_access.begin(), machine.peer_access.end(),
                                 [](const PeerAccess& p) { return p.can_access == true; });
  to.same("can_access", stated(truth, "can_access"), std::to_string(can));
  to.same("cannot", stated(truth, "cannot"), std::to_string(static_cast<long>(machine.peer_access.size()) - can));
  for (const Measurement& m : machine.measurements)
    to.same(m.test, "passed " + std::to_string(machine.gpus.size()),
            shown(m.status) + " " + std::to_string(m.cells.size()));
  to.same("matrices", std::size_t{8}, machine.measurements.size());
}

void compare_dcgmi(const Node& truth, const Machine& machine, Truth& to) {
  const Node* status = truth.find("status");
  if (!status) return;
  std::size_t wanted = 0;
  for (const auto& category : status->entries) {
    for (const auto& test : category.value.entries) {
      std::string stated_words, read_words;
      for (const Node& word : test.value.items) stated_words += lower(word.text) + " ";
      wanted += test.value.items.size();
      for (const DiagResult& result : machine.diagnostics) {
        if (result.category == category.key && result.test == test.key) read_words += result.status + " ";
      }
      to.same(category.key + "/" + test.key, stated_words, read_words);
    }
  }
  to.same("results", wanted, machine.diagnostics.size());
}

}  // namespace planner::machine
