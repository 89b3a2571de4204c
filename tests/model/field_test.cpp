// The field table: documented, typed, and able to give back what it was given.
#include "model/field.h"

#include <doctest/doctest.h>

#include <set>

#include "model/enum_names.h"
#include "model/structured_field.h"

using namespace planner;

namespace {

std::vector<Part> one_of_each() {
  return {Gpu{},    Board{}, Cpu{},     Memory{}, Psu{},     Chassis{},
          Cooler{}, Riser{}, Storage{}, Nic{},    Circuit{}, Platform{}};
}

Scalar sample(const ScalarType& type) {
  switch (type.kind) {
    case ScalarType::Kind::boolean:
      return true;
    case ScalarType::Kind::number:
      return Rational(3);
    case ScalarType::Kind::text:
      return std::string("text");
    case ScalarType::Kind::enumeration:
      return std::string(type.names.back());
  }
  return false;
}

}  // namespace

TEST_CASE("fields have distinct names and a sentence of documentation") {
  for (std::size_t k = 0; k < kPartKinds; ++k) {
    const auto kind = static_cast<PartKind>(k);
    std::set<std::string_view> names;
    CHECK(!fields_of(kind).empty());
    for (const Field& f : fields_of(kind)) {
      CHECK_MESSAGE(names.insert(f.name).second, std::string(f.name));
      CHECK_MESSAGE(f.doc.ends_with('.'), std::string(f.doc));
      CHECK(find_field(kind, f.name) == &f);
    }
    for (const StructuredField& f : structured_fields_of(kind)) {
      CHECK_MESSAGE(names.insert(f.name).second, std::string(f.name));
      CHECK_MESSAGE(f.doc.ends_with('.'), std::string(f.doc));
      CHECK(find_structured_field(kind, f.name) == &f);
    }
    CHECK(find_field(kind, "no_such_field") == nullptr);
  }
}

TEST_CASE("every field is unknown at first, takes a value of its type, and forgets it with a reason") {
  for (Part& part : one_of_each()) {
    for (const Field& f : fields_of(kind_of(part))) {
      INFO(std::string(f.name));
      CHECK(!f.get(raw(part)).known());
      const Scalar value = sample(f.type);
      f.set(raw(part), value);
      CHECK(f.get(raw(part)) == Known<Scalar>(value));
    }
    // Each field has its own member: setting the others has not disturbed it.
    for (const Field& f : fields_of(kind_of(part))) {
      CHECK(f.get(raw(part)) == Known<Scalar>(sample(f.type)));
      f.set_unknown(raw(part), "why");
      CHECK(f.get(raw(part)).reason() == "why");
    }
  }
}

TEST_CASE("a value of the wrong type is not held") {
  Gpu gpu;
  find_field(PartKind::gpu, "pcie_gen")->set(&gpu, *Rational::make(9, 2));
  CHECK(!gpu.pcie_gen.known());
  find_field(PartKind::gpu, "cooling")->set(&gpu, std::string("magic"));
  CHECK(!gpu.cooling.known());
  find_field(PartKind::gpu, "vram")->set(&gpu, true);
  CHECK(!gpu.vram.known());
}

TEST_CASE("names of kinds and enumerators") {
  const auto parts = one_of_each();
  for (std::size_t k = 0; k < kPartKinds; ++k) {
    CHECK(kind_of(parts[k]) == static_cast<PartKind>(k));
    CHECK(enum_of<PartKind>(name_of(static_cast<PartKind>(k))) == static_cast<PartKind>(k));
  }
  CHECK(name_of(PowerConnector::hpwr_12v2x6) == "hpwr_12v2x6");
  CHECK(enum_name(Condition::new_) == "new");
  CHECK(enum_name(RiserType::power_adapter) == "power_adapter");
  CHECK(enum_name(EfficiencyClass::ruby) == "ruby");
  CHECK(!enum_of<GpuCooling>("Blower"));
}
