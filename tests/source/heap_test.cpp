// Asking for large pages changes nothing but speed.
#include "source/heap.h"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

TEST_CASE("memory works as before, also when it is asked for twice or for nothing") {
  for (const std::size_t bytes : {std::size_t{8} << 20, std::size_t{8} << 20, std::size_t{0}}) {
    planner::prefer_large_pages(bytes);
    std::vector<std::unique_ptr<std::vector<int>>> pieces;
    for (int i = 0; i < 20'000; ++i)
      pieces.push_back(std::make_unique<std::vector<int>>(static_cast<std::size_t>(i % 200), i));
    int wrong = 0;
    for (int i = 0; i < 20'000; ++i)
      for (const int value : *pieces[static_cast<std::size_t>(i)]) wrong += value == i ? 0 : 1;
    CHECK(wrong == 0);
  }
}
