// Reads what people have about a machine: snapshots, tool output, probe reports; any of them in any file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/conform/observation.h"
#include "gpu_probe/machine/machine.h"
#include "gpu_probe/report.h"
#include "gpu_probe/runner.h"
#include "source/diagnostic.h"

namespace planner::conform {

/// A file as it was read.
struct EvidenceFile {
  std::string name;
  std::string text;
};

/// What several files of one machine say together.
struct Evidence {
  machine::Machine machine;
  Observed observed;
  std::optional<std::string> probe_json;    ///< the last probe report among them
  std::vector<std::string> not_recognized;  ///< names of files in which nothing was found
};

/// Recognises and merges. Never fails on content: a file in which nothing is recognised is named. A snapshot or probe
/// report that is broken is an error with its place.
Evidence read_evidence(const std::vector<EvidenceFile>& files, Diagnostics& diagnostics);

/// Adds what people tell: complaints, and the figures that they mention.
void tell(const std::vector<std::string>& told, Evidence& evidence);

/// Reads the files and their content; nothing and diagnostics where one cannot be read.
std::optional<Evidence> read_evidence_files(const std::vector<std::string>& paths, Diagnostics& diagnostics);

/// This machine as it is now, without root where possible. Identifiers are left out.
Evidence look_at_this_machine();

/// What a probe report says about the machine: its GPUs, links and pairs.
machine::Machine machine_of_probe(const probe::Inventory& inventory);

/// The report of a probe run as JSON, judged again by `input`. Nothing and a problem for other text.
std::optional<probe::Report> replay_probe(std::string_view json, const probe::RunInput& input, std::string& problem);

}  // namespace planner::conform
