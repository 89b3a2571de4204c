// NCCL's settings.
#include "gpu_probe/nccl_environment.h"

#include <cstdlib>
#include <string_view>

namespace planner::probe {

bool keep_multicast_off() {
  constexpr const char* variable = "NCCL_NVLS_ENABLE";
  constexpr int keep_the_users = 0;
  setenv(variable, "0", keep_the_users);
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "0";
}

}  // namespace planner::probe
