// Words of dcgmi diag's results, in text and JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gpu_probe/machine/value.h"

namespace planner::machine {

/// "pass", "fail", "warn" or "skip" of "PASS", "Fail - All", "Skipped"; nothing for other words.
std::optional<std::string> diag_status(std::string_view text);
/// The one GPU that a result or message names ("Fail - GPU: 3", "GPU 3 has ..."); nothing for several or none.
Number diag_gpu(std::string_view text);

}  // namespace planner::machine
