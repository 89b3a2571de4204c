#include "source/heap.h"

#include <cstdint>
#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace planner {

#if defined(__GLIBC__)
void prefer_large_pages(std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  constexpr std::size_t kFirst = 1u << 20;  // larger than what a fresh heap has left, so that it has to grow
  constexpr int kOwnMapping = 4 << 20;      // pieces below this size come out of the heap
  if (mallopt(M_MMAP_THRESHOLD, kOwnMapping) == 0 || mallopt(M_TOP_PAD, static_cast<int>(bytes)) == 0) return;
  void* const volatile piece = std::malloc(kFirst);  // volatile: a pair of malloc and free may be optimized away
  const auto begin = (reinterpret_cast<std::uintptr_t>(piece) + kPage - 1) / kPage * kPage;
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0));
  const bool in_heap = piece != nullptr && begin < end && end - begin <= bytes + 2 * kFirst;
  // Advice only: a kernel that does not follow it changes nothing but the time.
  if (in_heap) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  std::free(piece);
}
#else
void prefer_large_pages(std::size_t) {}
#endif

}  // namespace planner
