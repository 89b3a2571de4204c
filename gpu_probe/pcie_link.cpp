// PCI Express link arithmetic.
#include "gpu_probe/pcie_link.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace planner::probe {

double raw_gb_per_s(PcieLink link) {
  constexpr std::array<double, 7> rates{0, 2.5, 5, 8, 16, 32, 64};
  if (link.gen < 1 || link.gen > 6) return 0;
  // Gen6 sends flits without line coding; its 242 of 256 bytes are counted here.
  const double coding = link.gen <= 2 ? 0.8 : link.gen <= 5 ? 128.0 / 130 : 242.0 / 256;
  return rates[static_cast<std::size_t>(link.gen)] * link.width * coding / 8;
}

std::string name_of(PcieLink link) {
  return "Gen" + std::to_string(link.gen) + " x" + std::to_string(link.width);
}

int link_class(double gb_per_s) {
  // Class c starts at 0.6 x 2^c: the geometric mean between what the class below and the class itself achieve.
  if (gb_per_s < 1.2) return 0;
  return std::min(8, static_cast<int>(std::floor(std::log2(gb_per_s / 0.6))));
}

int link_class(PcieLink link) {
  return std::max(0, static_cast<int>(std::lround(std::log2(std::max(1.0, raw_gb_per_s(link))))));
}

std::string links_of_class(int wanted) {
  std::string text;
  for (int gen = 3; gen <= 5; ++gen) {
    for (int width = 16; width >= 1; width /= 2) {
      if (link_class(PcieLink{gen, width}) != wanted) continue;
      text += (text.empty() ? "" : " or ") + name_of({gen, width});
    }
  }
  return text.empty() ? "an unknown link" : text;
}

}  // namespace planner::probe
