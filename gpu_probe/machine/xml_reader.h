// Readers of XML documents, by root element.
#pragma once

#include <pugixml.hpp>

#include "gpu_probe/machine/reader.h"

namespace planner::machine {

/// <nvidia_smi_log>
void read_smi_xml(const pugi::xml_node& root, Machine& machine, Source& source);
/// <system> of NCCL_TOPO_FILE or NCCL_TOPO_DUMP_FILE
void read_nccl_topology(const pugi::xml_node& root, Machine& machine, Source& source);
/// <topology> of lstopo
void read_hwloc(const pugi::xml_node& root, Machine& machine, Source& source);

}  // namespace planner::machine
