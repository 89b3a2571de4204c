// What NCCL is told before it is loaded.
#pragma once

namespace planner::probe {

/// Sets NCCL_NVLS_ENABLE=0 unless the user has set the variable: all-reduce then stays off NVLink multicast (NVLS), so
/// that its bus bandwidth can be compared with the links, and no multicast state is set up in switches that others may
/// share. To be called before other threads run. Returns whether multicast is off.
bool keep_multicast_off();

}  // namespace planner::probe
