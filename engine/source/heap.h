// The heap that trees and parts are built in.
#pragma once

#include <cstddef>

namespace planner {

/// Extends the heap by `bytes` and asks the kernel for large pages there. The catalog is tens of megabytes in a hundred
/// thousand small pieces: touching it in pages of 4 KiB costs several times what filling it does, above all in a
/// virtual machine. Call it once, first in `main`; where it cannot be done (another allocator, another kernel) nothing
/// changes.
void prefer_large_pages(std::size_t bytes);

}  // namespace planner
