// What groups of facts depend on, as sets of part kinds.
#pragma once

#include "check/schema.h"

namespace planner::footprints {

inline constexpr expr::Footprint kPlacement = footprint_of(PartKind::gpu) | footprint_of(PartKind::board) |
                                              footprint_of(PartKind::cpu) | footprint_of(PartKind::riser) |
                                              footprint_of(PartKind::storage) | footprint_of(PartKind::nic) |
                                              footprint_of(PartKind::chassis);
inline constexpr expr::Footprint kConsumers = footprint_of(PartKind::gpu) | footprint_of(PartKind::board) |
                                              footprint_of(PartKind::cpu) | footprint_of(PartKind::memory) |
                                              footprint_of(PartKind::storage) | footprint_of(PartKind::nic);
inline constexpr expr::Footprint kSupply = kConsumers | footprint_of(PartKind::psu) | footprint_of(PartKind::riser);
inline constexpr expr::Footprint kPower = kSupply | footprint_of(PartKind::circuit);
inline constexpr expr::Footprint kMemory =
    footprint_of(PartKind::memory) | footprint_of(PartKind::board) | footprint_of(PartKind::cpu);
inline constexpr expr::Footprint kAll = (1u << kPartKinds) - 1;

}  // namespace planner::footprints
