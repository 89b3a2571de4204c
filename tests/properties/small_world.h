// Small random catalogs of real parts: the parts of one sound build, some others beside them, and random prices.
#pragma once

#include <random>
#include <set>
#include <string>
#include <vector>

#include "model/catalog.h"
#include "source/node.h"

namespace planner {

/// Draws the same numbers on every machine.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  /// 0 .. below-1; `below` > 0.
  std::size_t roll(std::size_t below) { return engine_() % below; }

 private:
  std::mt19937 engine_;
};

/// Documents of the shipped catalog cut down to a few parts.
struct SmallWorld {
  std::vector<Document> documents;
};

/// A catalog with a sound build for `gpus` cards in it and up to two further parts of each kind.
SmallWorld draw_world(Dice& dice, int gpus);

/// A catalog with servers that bring eight GPU modules, and a few CPUs, memory modules and drives for them.
SmallWorld draw_server_world(Dice& dice);

/// The catalog of these documents.
Catalog catalog_of(const std::vector<Document>& documents);

/// The documents, and the parts within each, in the opposite order.
std::vector<Document> reversed(std::vector<Document> documents);

}  // namespace planner
