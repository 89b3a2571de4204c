// A recorded run: the JSON report of a real machine, measured again without it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gpu_probe/device.h"

namespace planner::probe {

/// A device that answers from the recording; a task that the recording lacks is skipped with that reason. Null and a
/// `problem` for text that is not such a report. Accepts any `format_version` 1.x.
std::unique_ptr<Device> make_replay_device(std::string_view json, std::string& problem);

}  // namespace planner::probe
