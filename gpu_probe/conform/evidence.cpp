#include "gpu_probe/conform/evidence.h"

#include <atomic>
#include <sstream>

#include "gpu_probe/conform/fragments.h"
#include "gpu_probe/machine/live.h"
#include "gpu_probe/machine/merge.h"
#include "gpu_probe/machine/reader.h"
#include "gpu_probe/machine/snapshot.h"
#include "gpu_probe/machine_nvml.h"
#include "gpu_probe/progress.h"
#include "gpu_probe/replay_device.h"

namespace planner::conform {
namespace {

/// A probe report starts with its version and command within the first lines.
bool is_probe_report(std::string_view text) {
  const std::string_view head = text.substr(0, 400);
  return head.find("\"format_version\"") != std::string_view::npos &&
         head.find("\"command\"") != std::string_view::npos && head.find("\"probe\"") != std::string_view::npos;
}

/// A piece of output as it is pasted into a report: with its heading restored, or row by row.
bool read_piece(const EvidenceFile& file, Observed& observed, std::vector<machine::Reading>& readings) {
  bool made_address = false;
  const std::string whole = completed_fragment(file.text, made_address);
  if (!whole.empty()) {
    std::vector<machine::Reading> found = machine::read_document_of_machine(file.name, whole);
    for (machine::Reading& r : found) {
      if (r.source.format == "unknown") continue;
      if (made_address) forget_address(r.machine);
      readings.push_back(std::move(r));
      return true;
    }
  }
  machine::Reading piece;
  piece.source.name = file.name;
  piece.source.format = "piece of output";
  if (!read_fragment(file.text, piece.machine, observed)) return false;
  readings.push_back(std::move(piece));
  return true;
}

bool any_known(const std::vector<machine::Reading>& readings) {
  for (const machine::Reading& r : readings)
    if (r.source.format != "unknown") return true;
  return false;
}

}  // namespace

Evidence read_evidence(const std::vector<EvidenceFile>& files, Diagnostics& diagnostics) {
  Evidence evidence;
  std::vector<machine::Reading> readings;
  for (const EvidenceFile& file : files) {
    if (is_probe_report(file.text)) {
      evidence.probe_json = file.text;
      continue;
    }
    if (machine::is_snapshot(file.text)) {
      auto snapshot = machine::read_snapshot(file.text, file.name, diagnostics);
      if (!snapshot) continue;
      machine::Reading reading;
      reading.source.name = file.name;
      reading.source.format = "snapshot";
      reading.machine = std::move(*snapshot);
      readings.push_back(std::move(reading));
      continue;
    }
    std::vector<machine::Reading> found = machine::read_document_of_machine(file.name, file.text);
    const bool tool = read_tool_output(file.text, evidence.observed);
    if (!any_known(found)) {
      found.clear();
      if (!read_piece(file, evidence.observed, found) && !tool) evidence.not_recognized.push_back(file.name);
    }
    readings.insert(readings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  if (readings.size() == 1 && readings.front().source.format == "snapshot")
    evidence.machine = std::move(readings.front().machine);
  else if (!readings.empty())
    evidence.machine = machine::merge_all(std::move(readings), false);
  return evidence;
}

void tell(const std::vector<std::string>& told, Evidence& evidence) {
  for (const std::string& text : told) {
    machine::Reading piece;
    piece.source = {"told", "piece of output", {}, {}};
    const bool tool = read_tool_output(text, evidence.observed);
    const bool figures = read_fragment(text, piece.machine, evidence.observed);
    const std::size_t before = evidence.observed.not_understood.size();
    add_complaint(text, evidence.observed);
    if (tool || figures) evidence.observed.not_understood.resize(before);
    if (figures) machine::merge(std::move(piece), evidence.machine);
  }
}

Evidence look_at_this_machine() {
  std::vector<machine::Reading> readings = machine::gather_machine(machine::FileRoot("/"));
  std::vector<machine::PciDevice> pci;
  for (const machine::Reading& r : readings) pci.insert(pci.end(), r.machine.pci.begin(), r.machine.pci.end());
  readings.push_back(probe::gather_nvml(pci));
  Evidence evidence;
  evidence.machine = machine::merge_all(std::move(readings), false);
  return evidence;
}

std::optional<Evidence> read_evidence_files(const std::vector<std::string>& paths, Diagnostics& diagnostics) {
  std::vector<EvidenceFile> files;
  for (const std::string& path : paths) {
    std::string problem;
    auto bytes = machine::read_bytes(path, problem);
    if (bytes)
      files.push_back({path, std::move(*bytes)});
    else
      diagnostics.error(path, {}, problem);
  }
  if (diagnostics.has_errors()) return std::nullopt;
  Evidence evidence = read_evidence(files, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return evidence;
}

std::optional<probe::Report> replay_probe(std::string_view json, const probe::RunInput& input, std::string& problem) {
  const auto device = probe::make_replay_device(json, problem);
  if (device == nullptr) return std::nullopt;
  std::ostringstream silent;
  probe::Progress progress(silent, probe::Progress::Style::none, 0);
  const std::atomic<bool> stop{false};
  return probe::run(*device, input, progress, stop);
}

}  // namespace planner::conform
