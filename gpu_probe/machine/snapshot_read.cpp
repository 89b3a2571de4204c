// Reads a snapshot back, strictly: a value of the wrong type is an error with its place, never a default.
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "gpu_probe/machine/fields.h"
#include "gpu_probe/machine/snapshot.h"
#include "source/read.h"

namespace planner::machine {
namespace {

constexpr ReadLimits kLimits{.bytes = 32u << 20, .nodes = 2'000'000, .depth = 32, .scalar_bytes = 64u << 10};

class SnapshotReader {
 public:
  SnapshotReader(const std::string& file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  bool read(const Node& node, std::string& to) {
    if (!node.is_scalar() || !node.quoted) return wrong(node, "a text");
    to = node.text;
    return true;
  }
  bool read(const Node& node, bool& to) {
    if (!node.is_scalar() || node.quoted || (node.text != "true" && node.text != "false"))
      return wrong(node, "true or false");
    to = node.text == "true";
    return true;
  }
  bool read(const Node& node, std::int64_t& to) {
    const char* end = node.text.data() + node.text.size();
    if (!node.is_scalar() || node.quoted) return wrong(node, "a whole number");
    const auto [stop, error] = std::from_chars(node.text.data(), end, to);
    return (error == std::errc{} && stop == end) || wrong(node, "a whole number");
  }
  bool read(const Node& node, double& to) {
    if (!node.is_scalar() || node.quoted) return wrong(node, "a number");
    char* end = nullptr;
    to = std::strtod(node.text.c_str(), &end);
    return (end == node.text.c_str() + node.text.size() && !node.text.empty() && std::isfinite(to)) ||
           wrong(node, "a number");
  }
  bool read(const Node& node, PciAddress& to) {
    const auto address = node.is_scalar() ? parse_pci_address(node.text) : std::nullopt;
    if (!address) return wrong(node, "a PCI address such as \"0000:01:00.0\"");
    to = *address;
    return true;
  }
  bool read(const Node& node, EventKind& to) {
    const auto kind = node.is_scalar() ? event_kind(node.text) : std::nullopt;
    if (!kind) return wrong(node, "a kind of kernel event");
    to = *kind;
    return true;
  }
  template <class T>
  bool read(const Node& node, std::optional<T>& to) {
    if (node.is_null()) return true;
    return read(node, to.emplace());
  }
  template <class T>
  bool read(const Node& node, std::vector<T>& to) {
    if (!node.is_list()) return wrong(node, "a list");
    bool good = true;
    for (const Node& item : node.items) good = read(item, to.emplace_back()) && good;
    return good;
  }
  template <Described T>
  bool read(const Node& node, T& to) {
    if (!node.is_map()) return wrong(node, "an object");
    bool good = true;
    std::size_t known = 0;
    each_field(to, [&](const char* name, auto& value) {
      const Node* entry = node.find(name);
      if (!entry) return;
      ++known;
      good = read(*entry, value) && good;
    });
    if (known < node.entries.size()) report_unknown(node, to);
    return good;
  }

 private:
  bool wrong(const Node& node, const char* wanted) {
    diagnostics_.error(file_, node.at, std::string("this is not ") + wanted);
    return false;
  }
  template <class T>
  void report_unknown(const Node& node, const T& object) {
    for (const auto& entry : node.entries) {
      bool known = entry.key == "planner_machine" || entry.key == "format_version";
      each_field(object, [&](const char* name, const auto&) { known = known || entry.key == name; });
      if (!known) diagnostics_.warning(file_, entry.at, "key \"" + entry.key + "\" is not known and left out");
    }
  }

  const std::string& file_;
  Diagnostics& diagnostics_;
};

template <class Cells>
bool fits(const std::vector<std::string>& rows, const std::vector<std::string>& columns, const Cells& cells) {
  if (cells.size() != rows.size()) return false;
  for (const auto& row : cells) {
    if (row.size() != columns.size()) return false;
  }
  return true;
}

/// Matrices whose cells do not fit their rows and columns would be read beyond their ends.
bool matrices_fit(const Machine& machine) {
  const auto& levels = machine.topology.levels;
  bool good = fits(levels.rows, levels.columns, levels.cells);
  for (const auto& peer : machine.topology.peer)
    good = good && fits(peer.matrix.rows, peer.matrix.columns, peer.matrix.cells);
  for (const auto& made : machine.measurements) good = good && fits(made.rows, made.columns, made.cells);
  return good;
}

}  // namespace

std::optional<Machine> read_snapshot(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  const auto root = parse_json(text, file, kLimits, diagnostics);
  if (!root) return std::nullopt;
  const Node* mark = root->find("planner_machine");
  const Node* version = root->find("format_version");
  if (!mark || !version) {
    diagnostics.error(file, {}, "not a machine snapshot: planner_machine or format_version is missing");
    return std::nullopt;
  }
  if (version->text != std::to_string(kSnapshotVersion)) {
    diagnostics.error(file, version->at,
                      "format_version " + version->text + " is not " + std::to_string(kSnapshotVersion),
                      "gather again with this version of planner");
    return std::nullopt;
  }
  Machine machine;
  SnapshotReader reader(file, diagnostics);
  if (!reader.read(*root, machine)) return std::nullopt;
  if (!matrices_fit(machine)) {
    diagnostics.error(file, {}, "a matrix has other cells than its rows and columns name");
    return std::nullopt;
  }
  return machine;
}

}  // namespace planner::machine
