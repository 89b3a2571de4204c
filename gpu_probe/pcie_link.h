// PCI Express links: raw rates and what a measured bandwidth says about a link.
#pragma once

#include <string>

namespace planner::probe {

/// A link by generation (1 to 6) and width in lanes.
struct PcieLink {
  int gen = 0, width = 0;
  friend bool operator==(const PcieLink&, const PcieLink&) = default;
};

/// GB/s in one direction: transfer rate times lanes times line coding (8b/10b to Gen2, 128b/130b from Gen3), before
/// packet overhead. 0 for an unknown generation.
double raw_gb_per_s(PcieLink link);

/// "Gen5 x16".
std::string name_of(PcieLink link);

/// The class of a measured copy bandwidth: links whose raw rates are equal cannot be told apart by speed, and classes
/// differ by a factor of 2. Class 0 is Gen3 x1 (raw 1 GB/s); each next class doubles; Gen5 x16 is class 6. Never
/// negative.
int link_class(double gb_per_s);
/// The class that the link itself belongs to.
int link_class(PcieLink link);
/// Links of a class, "Gen3 x16, Gen4 x8 or Gen5 x4".
std::string links_of_class(int link_class);

}  // namespace planner::probe
