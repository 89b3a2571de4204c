#include "world.h"

#include <doctest/doctest.h>

#include <array>

namespace planner::expr::testing {
namespace {

constexpr std::array<std::string_view, 3> kCooling = {"open_air", "blower", "passive"};
constexpr std::array<std::string_view, 3> kForms = {"tower", "rack", "open_frame"};

Value figure(const Figure& value) {
  return value ? number(*value) : Value(Unknown{"not recorded"});
}
Value figure(const Flag& value) {
  return value ? Value(*value) : Value(Unknown{"not recorded"});
}
Value figure(const std::string& value) {
  return value;
}

template <class T, class Field>
Member& add(ObjectType& type, const char* name, Type of, Field T::*field, Footprint reads) {
  Member member;
  member.name = name;
  member.type = of;
  member.reads = reads;
  member.get = [field](const void* object) { return figure(static_cast<const T*>(object)->*field); };
  return type.members.emplace_back(std::move(member));
}

template <class T>
Member& add_list(ObjectType& root, const char* name, const ObjectType& element, std::deque<T> World::*field,
                 Footprint reads) {
  Member member;
  member.name = name;
  member.type = Type::list_of(&element);
  member.reads = reads;
  member.direction = Direction::grows;
  member.get = [field, &element](const void* object) -> Value {
    List list;
    for (const T& item : static_cast<const World*>(object)->*field) list.push_back({&element, &item});
    return list;
  };
  return root.members.emplace_back(std::move(member));
}

ObjectType& add_gpu(Schema& schema) {
  ObjectType& gpu = schema.add("gpu", "a graphics card");
  gpu.label = [](const void* object) { return "GPU " + static_cast<const Gpu*>(object)->name; };
  add(gpu, "name", Type::text(), &Gpu::name, kGpu);
  Member& length = add(gpu, "length", Type::number(dim::length), &Gpu::length, kGpu);
  length.nonnegative = true;
  length.direction = Direction::fixed;
  length.origin = [](const void*) { return Origin{"gpus.yaml", {41, 5}, "vendor page", "2026-03", false}; };
  add(gpu, "board_power", Type::number(dim::power), &Gpu::board_power, kGpu).nonnegative = true;
  add(gpu, "slot_width", Type::number(dim::slots), &Gpu::slot_width, kGpu).nonnegative = true;
  add(gpu, "vram", Type::number(dim::data), &Gpu::vram, kGpu).nonnegative = true;
  Member& lanes = add(gpu, "lanes", Type::number(dim::lanes), &Gpu::lanes, kGpu | kChassis);
  lanes.direction = Direction::shrinks;
  lanes.nonnegative = true;
  add(gpu, "delta", Type::number(dim::power), &Gpu::delta, kGpu);
  add(gpu, "cooling", Type::enumeration(kCooling), &Gpu::cooling, kGpu).direction = Direction::fixed;
  add(gpu, "hot", Type::boolean(), &Gpu::hot, kChassis);
  return gpu;
}

ObjectType& add_psu(Schema& schema) {
  ObjectType& psu = schema.add("psu", "a power supply");
  psu.label = [](const void*) { return "PSU"; };
  add(psu, "rated_output", Type::number(dim::power), &Psu::rated_output, kPsu).nonnegative = true;
  add(psu, "redundant", Type::boolean(), &Psu::redundant, kPsu).direction = Direction::fixed;
  return psu;
}

ObjectType& add_power(Schema& schema) {
  ObjectType& power = schema.add("power", "the power budget");
  add(power, "sustained", Type::number(dim::power), &Power::sustained, kGpu).direction = Direction::grows;
  add(power, "headroom", Type::number(dim::power), &Power::headroom, kGpu).direction = Direction::shrinks;
  add(power, "voltage", Type::number(dim::voltage), &Power::voltage, 0);
  return power;
}

void add_objects(ObjectType& root, const ObjectType& chassis, const ObjectType& power) {
  Member in_build;
  in_build.name = "chassis";
  in_build.type = Type::object_of(&chassis);
  in_build.reads = kChassis;
  in_build.get = [&chassis](const void* object) -> Value {
    const auto& held = static_cast<const World*>(object)->chassis;
    if (!held) return Unknown{"no chassis in the build"};
    return ObjectRef{&chassis, &*held};
  };
  root.members.push_back(in_build);
  Member budget;
  budget.name = "power";
  budget.type = Type::object_of(&power);
  budget.get = [&power](const void* object) -> Value {
    return ObjectRef{&power, &static_cast<const World*>(object)->power};
  };
  root.members.push_back(budget);
}

Schema make_schema() {
  Schema made;
  ObjectType& gpu = add_gpu(made);
  ObjectType& psu = add_psu(made);
  ObjectType& power = add_power(made);
  ObjectType& chassis = made.add("chassis", "the case");
  chassis.label = [](const void*) { return "Case"; };
  add(chassis, "gpu_clearance", Type::number(dim::length), &Chassis::gpu_clearance, kChassis).nonnegative = true;
  add(chassis, "form", Type::enumeration(kForms), &Chassis::form, kChassis);
  ObjectType& build = made.add("build", "the whole machine");
  add_list(build, "gpus", gpu, &World::gpus, kGpu);
  add_list(build, "psus", psu, &World::psus, kPsu);
  add_objects(build, chassis, power);
  Member& price = add(build, "price", Type::number(dim::money), &World::price, kGpu | kChassis | kPsu);
  price.direction = Direction::grows;
  price.nonnegative = true;
  add(build, "yes", Type::boolean(), &World::yes, 0);
  add(build, "no", Type::boolean(), &World::no, 0);
  add(build, "maybe", Type::boolean(), &World::maybe, 0);
  made.root = &build;
  return made;
}

}  // namespace

World::World() {
  gpus.push_back({"0", 358, 450, *Rational::make(7, 2), 24, 16, -10, "open_air", true});
  gpus.push_back({"1", 304, 450, 3, 24, 8, 20, "blower", false});
  psus.push_back({1600, false});
  psus.push_back({std::nullopt, true});
  chassis = Chassis{330, "tower"};
  power = {1500, 100, 230};
  price = 6000;
}

Environment World::environment(Footprint open) const {
  Environment made;
  made.root = {schema().root, this};
  made.bindings.push_back({schema().find("gpu"), gpus.empty() ? nullptr : &gpus.front()});
  made.bindings.push_back({schema().find("psu"), psus.empty() ? nullptr : &psus.front()});
  made.open = open;
  return made;
}

const Schema& schema() {
  static const Schema made = make_schema();
  return made;
}

Scope scope() {
  return {&schema(), {{"g", schema().find("gpu")}, {"s", schema().find("psu")}}};
}

Expression compiled(std::string_view text) {
  Diagnostics diagnostics;
  auto expression = Expression::compile(text, scope(), {"rules.yaml", {1, 1}, std::string(text)}, diagnostics);
  INFO(render(diagnostics));
  REQUIRE(expression.has_value());
  return std::move(*expression);
}

std::string result(std::string_view text, const World& world, Footprint open) {
  const Expression expression = compiled(text);
  return format(expression.evaluate(world.environment(open)), expression.type());
}

}  // namespace planner::expr::testing
