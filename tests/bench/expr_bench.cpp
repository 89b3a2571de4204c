// Time of one evaluation of `g.length <= chassis.gpu_clearance`, and of some larger rules, against the same comparison
// written by hand. Not part of the tests; build it by hand with
//   g++ -std=c++20 -O2 -Iengine tests/bench/expr_bench.cpp engine/{expr,units}/*.cpp engine/source/diagnostic.cpp
#include <chrono>
#include <cstdio>
#include <vector>

#include "expr/expression.h"

namespace {

using namespace planner;
using namespace planner::expr;

struct Gpu {
  std::int64_t length = 0;
  std::int64_t power = 0;
};
struct Chassis {
  std::int64_t gpu_clearance = 330;
};
struct Build {
  std::vector<Gpu> gpus;
  Chassis chassis;
  std::int64_t rated = 4000;
};

template <class T>
Member number_member(const char* name, Dimension dimension, std::int64_t T::*field, Footprint reads) {
  Member member;
  member.name = name;
  member.type = Type::number(dimension);
  member.reads = reads;
  member.nonnegative = true;
  member.get = [field](const void* object) { return number(Rational(static_cast<const T*>(object)->*field)); };
  return member;
}

constexpr Footprint kGpu = 1;
constexpr Footprint kChassis = 2;
constexpr Footprint kPsu = 4;

struct World {
  Schema schema;
  Build build;

  World() {
    for (int i = 0; i < 8; ++i) build.gpus.push_back({300 + i, 450});
    ObjectType& gpu = schema.add("gpu", "");
    gpu.members.push_back(number_member("length", dim::length, &Gpu::length, kGpu));
    gpu.members.push_back(number_member("power", dim::power, &Gpu::power, kGpu));
    ObjectType& chassis = schema.add("chassis", "");
    chassis.members.push_back(number_member("gpu_clearance", dim::length, &Chassis::gpu_clearance, kChassis));
    ObjectType& root = schema.add("build", "");
    Member in_build;
    in_build.name = "chassis";
    in_build.type = Type::object_of(&chassis);
    in_build.reads = kChassis;
    in_build.get = [&chassis](const void* object) -> Value {
      return ObjectRef{&chassis, &static_cast<const Build*>(object)->chassis};
    };
    root.members.push_back(in_build);
    Member gpus;
    gpus.name = "gpus";
    gpus.type = Type::list_of(&gpu);
    gpus.reads = kGpu;
    gpus.direction = Direction::grows;
    gpus.get = [&gpu](const void* object) -> Value {
      List list;
      for (const Gpu& g : static_cast<const Build*>(object)->gpus) list.push_back({&gpu, &g});
      return list;
    };
    root.members.push_back(gpus);
    root.members.push_back(number_member("rated", dim::power, &Build::rated, kPsu));
    schema.root = &root;
  }
};

template <class Function>
double nanoseconds(int rounds, Function function) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < rounds; ++i) function(i);
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
  return spent.count() / rounds;
}

void measure(World& world, const char* text, Footprint open, double by_hand) {
  constexpr int kRounds = 2'000'000;
  const ObjectType* gpu = world.schema.find("gpu");
  Diagnostics diagnostics;
  const auto rule = Expression::compile(text, Scope{&world.schema, {{"g", gpu}}}, {}, diagnostics);
  if (!rule) {
    std::printf("%s", render(diagnostics).c_str());
    return;
  }
  Environment environment{{world.schema.root, &world.build}, {{gpu, world.build.gpus.data()}}, open};
  std::size_t yes = 0;
  const double spent = nanoseconds(kRounds, [&](int i) {
    environment.bindings[0].object = &world.build.gpus[static_cast<std::size_t>(i) % 8];
    const Value value = rule->evaluate(environment);
    const bool* known = std::get_if<bool>(&value);
    yes += known != nullptr && *known ? 1 : 0;
  });
  std::printf("%8.1f ns  %6.1f x by hand  %7zu true  open %u  %s\n", spent, spent / by_hand, yes, open, text);
}

}  // namespace

int main() {
  World world;
  volatile std::size_t fits = 0;
  const double by_hand = nanoseconds(20'000'000, [&](int i) {
    const volatile std::int64_t& length = world.build.gpus[static_cast<std::size_t>(i) % 8].length;
    fits = fits + (length <= world.build.chassis.gpu_clearance ? 1 : 0);
  });
  std::printf("%8.1f ns  by hand\n", by_hand);
  measure(world, "g.length <= chassis.gpu_clearance", 0, by_hand);
  measure(world, "g.length <= chassis.gpu_clearance", kChassis, by_hand);
  measure(world, "g.length > 305 mm && g.power * 2 <= 80% * rated", 0, by_hand);
  measure(world, "gpus.all(h, h.length <= chassis.gpu_clearance)", 0, by_hand);
  measure(world, "gpus.sum(h, h.power) <= 80% * rated", 0, by_hand);
  measure(world, "gpus.sum(h, h.power) <= 80% * rated", kGpu, by_hand);
  return 0;
}
