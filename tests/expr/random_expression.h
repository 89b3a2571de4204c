// Random well-typed expressions over the test machine, from a seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "world.h"

namespace planner::expr::testing {

class RandomExpression {
 public:
  /// Without `known(...)` an unknown stands for any value, which some properties need.
  RandomExpression(std::uint32_t seed, bool with_known) : random_(seed), with_known_(with_known) {}

  std::string boolean(int depth);
  std::string number(Dimension dimension, int depth);
  /// A macro that yields a number.
  std::string aggregate(Dimension dimension, int depth);
  int pick(int count) { return static_cast<int>(random_() % static_cast<std::uint32_t>(count)); }
  Rational rational();
  Figure figure(bool negative_too = false);
  /// A machine with random figures, some unknown.
  World world();
  /// What `world` may become when the kinds in `open` are decided: more parts, values moved by their direction.
  void complete(World& world, Footprint open);
  /// Gives every unknown figure a value.
  void reveal(World& world);

 private:
  std::string list(const std::string& variable, bool gpus, int depth);
  std::string comparison(int depth);
  std::string leaf(Dimension dimension);
  Gpu gpu();
  Psu psu();
  void choose_again(World& world, Footprint open);

  std::mt19937 random_;
  bool with_known_;
  std::vector<std::string> gpu_names_ = {"g"};
  std::vector<std::string> psu_names_ = {"s"};
};

}  // namespace planner::expr::testing
