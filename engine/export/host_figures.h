// Processors and memory of a plan as operating systems count them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "facts/facts.h"

namespace planner {

/// Figures of the host; nothing where the plan or the catalog does not say, and then the origin says why.
struct HostFigures {
  std::optional<std::int64_t> sockets, cores_per_socket, threads_per_core;
  std::string cpu_origin;
  std::optional<std::int64_t> memory_mib;  ///< installed
  std::string memory_origin;
};

/// A module's "GB" is taken as 2^30 byte, as JEDEC memory is built.
HostFigures host_figures(const Facts& facts);

/// Firmware, kernel and crash reserve keep a part of the memory for themselves. 93 % leaves room for that and still
/// shows one missing module of up to 14; of more modules one missing stays unseen.
inline constexpr const char* kMemoryShareWords =
    "the lower figure is 93 % of the installed memory, left by firmware and kernel (planner's allowance, not a catalog "
    "figure)";
std::int64_t usable_mib(std::int64_t installed);

}  // namespace planner
