// Merging by the lists of fields.
#include "gpu_probe/machine/merge.h"

#include <algorithm>

#include "gpu_probe/machine/agreement.h"
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/fields.h"
#include "gpu_probe/machine/scrub.h"

namespace planner::machine {
namespace {

constexpr std::size_t kMostContradictions = 200;

class Merger {
 public:
  Merger(Machine& machine, const std::string& source) : machine_(machine), source_(source) {}

  template <class T>
  void value(const std::string& what, std::string_view field, std::optional<T>& to, const std::optional<T>& from) {
    if (!from) return;
    if (!to) {
      to = from;
      return;
    }
    if (agree(*to, *from)) {
      if constexpr (std::is_same_v<T, std::string>) {
        if (to->size() > 3 && to->substr(to->size() - 3) == "...") to = from;
      }
    } else if (!may_differ(field)) {
      contradict(what, word(*to), word(*from));
    }
  }
  template <class T>
  void value(const std::string&, std::string_view, std::vector<T>& to, const std::vector<T>& from) {
    if (to.empty()) to = from;
  }
  template <class T>
  requires(!Described<T>) void value(const std::string&, std::string_view, T&, const T&) {}
  template <Described T>
  void value(const std::string& what, std::string_view, T& to, const T& from) {
    object(what, to, from);
  }

  template <Described T>
  void object(const std::string& what, T& to, const T& from) {
    each_field_pair(to, from, [&](const char* name, auto& a, const auto& b) { value(what + " " + name, name, a, b); });
  }

  /// Merges lists whose items have a key; `same` says which belong together.
  template <class T, class Same, class Name>
  void list(std::vector<T>& to, const std::vector<T>& from, Same same, Name name) {
    const std::size_t before = to.size();
    for (const T& item : from) {
      const auto end = to.begin() + static_cast<std::ptrdiff_t>(before);
      const auto known = std::find_if(to.begin(), end, [&](const T& t) { return same(t, item); });
      if (known != end)
        object(name(item), *known, item);
      else
        to.push_back(item);
    }
  }

  void contradict(const std::string& what, const std::string& first, const std::string& second) {
    auto& all = machine_.contradictions;
    for (Contradiction& known : all) {
      if (known.what != what) continue;
      known.values.push_back({second, source_});
      return;
    }
    if (all.size() < kMostContradictions) all.push_back({what, {{first, "earlier source"}, {second, source_}}});
  }

 private:
  Machine& machine_;
  const std::string& source_;
};

template <class T>
bool both_equal(const std::optional<T>& a, const std::optional<T>& b) {
  return a && b && *a == *b;
}

bool same_gpu(const Gpu& a, const Gpu& b) {
  if (a.address && b.address) return *a.address == *b.address;
  if (a.index && b.index) return *a.index == *b.index;
  return both_equal(a.uuid, b.uuid);
}

std::string gpu_name(const Gpu& gpu) {
  return "gpu " + (gpu.address ? to_text(*gpu.address) : gpu.index ? std::to_string(*gpu.index) : std::string("?"));
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void merge_topology(Topology& to, const Topology& from, Merger& merger) {
  if (to.levels.rows.empty()) {
    to.levels = from.levels;
    to.endpoints = from.endpoints;
    to.hides_nvlink = from.hides_nvlink;
  } else if (!from.levels.rows.empty() &&
             (to.levels.cells != from.levels.cells || to.levels.columns != from.levels.columns)) {
    merger.contradict("topology matrix", std::to_string(to.levels.rows.size()) + " rows", "another matrix");
  }
  append(to.peer, from.peer);
}

void merge_kernel_log(std::vector<KernelEvent>& to, const std::vector<KernelEvent>& from) {
  for (const KernelEvent& event : from) {
    const bool known = std::any_of(to.begin(), to.end(),
                                   [&](const KernelEvent& e) { return e.line == event.line && e.kind == event.kind; });
    if (!known) to.push_back(event);
  }
}

void merge_lists(const Machine& from, Machine& to, Merger& merger) {
  merger.list(
      to.cpus, from.cpus, [](const Cpu& a, const Cpu& b) { return both_equal(a.socket, b.socket); },
      [](const Cpu& c) { return "cpu " + std::to_string(c.socket.value_or(0)); });
  merger.list(
      to.numa_nodes, from.numa_nodes, [](const NumaNode& a, const NumaNode& b) { return a.id == b.id; },
      [](const NumaNode& n) { return "numa node " + std::to_string(n.id); });
  merger.list(
      to.dimms, from.dimms,
      [](const Dimm& a, const Dimm& b) { return both_equal(a.locator, b.locator) && a.bank == b.bank; },
      [](const Dimm& d) { return "dimm " + d.locator.value_or("?"); });
  merger.list(
      to.slots, from.slots, [](const Slot& a, const Slot& b) { return both_equal(a.designation, b.designation); },
      [](const Slot& s) { return "slot " + s.designation.value_or("?"); });
  merger.list(
      to.pci, from.pci, [](const PciDevice& a, const PciDevice& b) { return a.address == b.address; },
      [](const PciDevice& d) { return "pci " + to_text(d.address); });
  merger.list(
      to.nics, from.nics,
      [](const Nic& a, const Nic& b) {
        return both_equal(a.rdma, b.rdma) || both_equal(a.name, b.name) ||
               (both_equal(a.address, b.address) && !(a.rdma && b.rdma) && !(a.name && b.name));
      },
      [](const Nic& n) { return "nic " + n.name.value_or(n.rdma.value_or("?")); });
  merger.list(
      to.drives, from.drives, [](const Drive& a, const Drive& b) { return both_equal(a.name, b.name); },
      [](const Drive& d) { return "drive " + d.name.value_or("?"); });
  merger.list(
      to.nvswitches, from.nvswitches,
      [](const NvSwitch& a, const NvSwitch& b) { return both_equal(a.address, b.address); },
      [](const NvSwitch&) { return std::string("nvswitch"); });
  merger.list(to.gpus, from.gpus, same_gpu, gpu_name);
}

}  // namespace

void merge(Reading reading, Machine& machine) {
  const std::string source = reading.source.name;
  Merger merger(machine, source);
  Machine& from = reading.machine;
  merger.object("host", machine.host, from.host);
  merger.object("software", machine.software, from.software);
  merger.value("gpus attached", "gpus_attached", machine.gpus_attached, from.gpus_attached);
  merge_lists(from, machine, merger);
  merge_topology(machine.topology, from.topology, merger);
  if (from.kernel_log_read) machine.kernel_log_read = machine.kernel_log_read.value_or(false) || *from.kernel_log_read;
  merge_kernel_log(machine.kernel_log, from.kernel_log);
  append(machine.sensors, from.sensors);
  append(machine.bmc_log, from.bmc_log);
  append(machine.measurements, from.measurements);
  append(machine.peer_access, from.peer_access);
  append(machine.diagnostics, from.diagnostics);
  append(machine.contradictions, from.contradictions);
  append(machine.unknown, from.unknown);
  append(machine.sources, from.sources);
  machine.sources.push_back(std::move(reading.source));
}

Machine merge_all(std::vector<Reading> readings, bool identifiers) {
  // What knows both address and index comes first, so that what knows one of them finds its GPU.
  std::stable_sort(readings.begin(), readings.end(), [](const Reading& a, const Reading& b) {
    const auto rank = [](const Reading& r) {
      const auto whole = [](const Gpu& g) { return g.address && g.index; };
      return !r.machine.gpus.empty() && std::all_of(r.machine.gpus.begin(), r.machine.gpus.end(), whole) ? 0 : 1;
    };
    return rank(a) < rank(b);
  });
  Machine machine;
  for (Reading& reading : readings) merge(std::move(reading), machine);
  complete(machine);
  if (!identifiers) remove_identifiers(machine);
  return machine;
}

}  // namespace planner::machine
