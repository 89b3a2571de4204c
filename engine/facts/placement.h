// Lanes and slots as one exact problem: which card sits where, through what, and what link it gets.
#pragma once

#include <string>
#include <vector>

#include "facts/inventory.h"

namespace planner {

enum class Mount : std::uint8_t {
  direct,   ///< in a slot of the board
  riser,    ///< on a riser or cable from a slot or port, listed in the build
  assumed,  ///< on a riser that the build does not list (counted in risers_missing)
  onboard,  ///< SXM/OAM module of a platform
  none      ///< nowhere to connect it
};

/// Where one GPU (or NIC) is and what link it trains to when planned right.
struct CardPlacement {
  Mount mount = Mount::none;
  int slot = -1;               ///< index into Placement::slots, or -1
  int port = -1;               ///< index into Placement::ports, or -1
  int riser = -1;              ///< index into Inventory::risers, or -1
  Known<Lanes> lanes;          ///< min of card, granted slot width, riser
  Known<std::int64_t> gen;     ///< min of card, slot, CPU, riser
  Known<SlotWidth> gap;        ///< direct: free pitches to the next card on its fan side; unknown when not direct
  Known<std::int64_t> socket;  ///< CPU socket its lanes come from (NUMA)
  bool behind_chipset = false;
  std::string switch_id;  ///< nearest PCIe switch above it, or empty
  std::string why;        ///< mount none: the reason
};

/// What became of one slot.
struct SlotUse {
  const Slot* slot = nullptr;
  Known<Lanes> granted;   ///< after sharing and bifurcation, for its (first) card
  int split = 1;          ///< cards it serves by bifurcation
  std::vector<int> gpus;  ///< GPU indices served
  std::vector<int> nics;
  std::vector<int> drives;  ///< storage on carrier cards
  int covered_by = -1;      ///< GPU whose width covers this slot, or -1
  std::string note;         ///< "x8 because M2_1 is used", "dark: CPU 2 not fitted"
};

struct PortUse {
  const Port* port = nullptr;
  int instance = 0;  ///< 0 .. count-1
  int gpu = -1;
  int drive = -1;
};

/// Lane budget of one CPU socket (or chipset).
struct LaneBudget {
  std::string root;  ///< "cpu0", "chipset"
  Known<Lanes> offered;
  Lanes used;
};

/// The chosen assignment: among all physically possible ones the one with the widest narrowest GPU link, then the
/// largest sum, then the largest cooling gaps; ties by slot position. Deterministic.
struct Placement {
  std::vector<CardPlacement> gpus;
  std::vector<CardPlacement> nics;
  std::vector<SlotUse> slots;
  std::vector<PortUse> ports;
  std::vector<LaneBudget> roots;
  Known<std::int64_t> direct_capacity;  ///< how many of the build's GPUs can sit directly in slots at once
  int unplaced = 0;                     ///< GPUs with no connection at all
  int risers_missing = 0;               ///< GPUs on assumed risers
  int splitters_missing = 0;            ///< slots split by bifurcation for which no splitter is listed
  int cables_missing = 0;  ///< host-side cables (SlimSAS, MCIO) needed for listed device adapters but not listed
  int device_adapters_missing = 0;
  bool slots_known = false;  ///< false: no board, or its slots are not recorded
  std::string shortfall;     ///< the cut that proves a shortfall, in words, or empty
};

/// Exact for up to 16 GPUs and 24 slots; deterministic. Never throws.
Placement place_cards(const Inventory& inventory);

/// Usable PCIe bandwidth of one direction: lanes x transfer rate x line code (gens 1-2: 8b/10b, 3-5: 128b/130b,
/// 6: 242/256 FLIT), PCI-SIG base specifications. Gen4 x16 = 31.508 GB/s. Packet overhead is not subtracted.
Bandwidth pcie_bandwidth(std::int64_t gen, Lanes lanes);

}  // namespace planner
