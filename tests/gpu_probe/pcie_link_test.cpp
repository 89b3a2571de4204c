// Link arithmetic: raw rates, classes of bandwidth.
#include "gpu_probe/pcie_link.h"

#include <doctest/doctest.h>

using namespace planner::probe;

TEST_CASE("raw rates") {
  CHECK(raw_gb_per_s({3, 16}) == doctest::Approx(15.754).epsilon(0.001));
  CHECK(raw_gb_per_s({4, 16}) == doctest::Approx(31.508).epsilon(0.001));
  CHECK(raw_gb_per_s({5, 16}) == doctest::Approx(63.015).epsilon(0.001));
  CHECK(raw_gb_per_s({1, 16}) == doctest::Approx(4.0));
  CHECK(raw_gb_per_s({0, 16}) == 0);
  CHECK(raw_gb_per_s({7, 16}) == 0);
}

TEST_CASE("classification is total and monotone") {
  int last = 0;
  for (double speed = 0; speed < 400; speed += 0.05) {
    const int now = link_class(speed);
    CHECK(now >= last);
    last = now;
  }
  CHECK(link_class(-1.0) == 0);
}

TEST_CASE("published copy bandwidths fall into the class of their link") {
  CHECK(link_class(12.35) == link_class(PcieLink{3, 16}));
  CHECK(link_class(13.9) == link_class(PcieLink{4, 8}));
  CHECK(link_class(23.9) == link_class(PcieLink{4, 16}));
  CHECK(link_class(26.4) == link_class(PcieLink{4, 16}));
  CHECK(link_class(55.4) == link_class(PcieLink{5, 16}));
  CHECK(link_class(3.78) < link_class(PcieLink{3, 16}));
  CHECK(links_of_class(link_class(PcieLink{3, 16})) == "Gen3 x16 or Gen4 x8 or Gen5 x4");
}
