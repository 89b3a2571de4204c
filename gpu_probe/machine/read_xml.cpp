// XML documents by their root element.
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/xml_reader.h"

namespace planner::machine {
namespace {

/// Where the document starts: output is often preceded by a prompt or a warning.
std::size_t xml_start(std::string_view text) {
  for (const std::string_view mark :
       {"<?xml", "<!DOCTYPE", "<nvidia_smi_log", "<system", "<topology", "<graphs", "<!--"}) {
    const std::size_t at = text.find(mark);
    if (at != std::string_view::npos) return at;
  }
  return std::string_view::npos;
}

}  // namespace

bool read_xml(std::string_view text, Machine& machine, Source& source) {
  const std::size_t start = xml_start(text);
  if (start == std::string_view::npos) return false;
  pugi::xml_document document;
  const auto result =
      document.load_buffer(text.data() + start, text.size() - start, pugi::parse_default, pugi::encoding_utf8);
  const auto child = [&](const char* name) { return document.child(name); };
  if (const auto root = child("nvidia_smi_log")) {
    source.format = "nvidia-smi-xml";
    read_smi_xml(root, machine, source);
  } else if (const auto system = child("system")) {
    source.format = "nccl-topology";
    read_nccl_topology(system, machine, source);
  } else if (child("graphs")) {
    source.format = "nccl-graph";
    source.warnings.push_back("a graph of NCCL's channels, not of the machine");
  } else if (const auto topology = child("topology")) {
    source.format = "hwloc";
    read_hwloc(topology, machine, source);
  } else {
    return false;
  }
  if (!result) {
    // What was read up to the break stands.
    source.complete = false;
    source.warnings.push_back(std::string("broken XML: ") + result.description());
  }
  return true;
}

}  // namespace planner::machine
