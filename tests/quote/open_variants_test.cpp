// Names that several generations or forms share are asked back, because the variant decides plugs, power or boot.
#include <doctest/doctest.h>

#include "quote/resolver.h"
#include "shipped_catalog.h"

using namespace planner;
using namespace planner::quote;

namespace {

Match resolve(const std::string& text, PartKind kind) {
  static const std::vector<const Part*> parts = [] {
    std::vector<const Part*> all;
    for (const auto& part : shipped_catalog().parts()) all.push_back(part.get());
    return all;
  }();
  static const Resolver resolver(parts);
  return resolver.resolve({text, {}, kind});
}

}  // namespace

TEST_CASE("a supply's name without its generation is asked back") {
  for (const char* text : {"RM1000x", "Corsair RM1000x", "HX1500i", "Corsair HX1500i 1500W", "HX1200i", "RM850x",
                           "Leadex 1600W", "ROG Thor 1600W Titanium", "ROG Thor 1600T"}) {
    CAPTURE(text);
    const Match match = resolve(text, PartKind::psu);
    CHECK(match.status == Match::Status::several);
    CHECK(!match.candidates.empty());
  }
  CHECK(resolve("RM1000x", PartKind::psu).candidates.size() >= 2);
  CHECK(resolve("HX1500i", PartKind::psu).candidates.size() == 3);
  for (const char* text : {"Corsair RM1000x 2021", "RM1000x 2024", "Corsair RM1000x (2024)", "CP-9020271-NA",
                           "HX1500i 2023", "Leadex Titanium 1600W", "ROG Thor 1600T3", "Corsair AX1600i"}) {
    CAPTURE(text);
    CHECK(resolve(text, PartKind::psu).status == Match::Status::one);
  }
}

TEST_CASE("card or module is asked back unless the line says it") {
  for (const char* text : {"A100 40GB", "A100 80GB", "V100 32GB", "H100 80GB", "H100", "RTX 6000", "RTX 5000",
                           "NVIDIA RTX 6000", "RTX PRO 6000"}) {
    CAPTURE(text);
    CHECK(resolve(text, PartKind::gpu).status == Match::Status::several);
  }
  const auto form = [](const char* text) {
    const Match match = resolve(text, PartKind::gpu);
    CAPTURE(text);
    REQUIRE(match.status == Match::Status::one);
    return *std::get<Gpu>(*match.part).form_factor;
  };
  CHECK(form("A100 PCIe 40GB") == GpuFormFactor::pcie_card);
  CHECK(form("Tesla V100 PCIe 32GB") == GpuFormFactor::pcie_card);
  CHECK(form("A100 SXM4 40GB") == GpuFormFactor::sxm);
  CHECK(form("4x NVIDIA H100 80GB HBM3") == GpuFormFactor::sxm);
}

TEST_CASE("a cooler's name without its radiator is asked back") {
  CHECK(resolve("AORUS LIQUID COOLER", PartKind::cooler).status == Match::Status::several);
  CHECK(resolve("AORUS LIQUID COOLER 280", PartKind::cooler).status == Match::Status::one);
}
