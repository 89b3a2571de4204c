// Reads the probe's references out of planner's catalog.
#pragma once

#include <vector>

#include "gpu_probe/reference.h"
#include "model/catalog.h"

namespace planner::probe {

/// One reference for every GPU of the catalog, in catalog order.
std::vector<GpuReference> references_from(const Catalog& catalog);

}  // namespace planner::probe
