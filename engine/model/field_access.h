// How a member of a part becomes a line of the field table: its scalar type, reading and storing, from the member
// alone.
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/enum_names.h"
#include "model/field.h"

namespace planner::field_access {

/// Conversion between a member's value type and Scalar. `from` leaves nothing when the scalar cannot be held exactly.
template <class T>
struct Conversion {
  static_assert(std::is_enum_v<T>, "a field is bool, text, a whole number, a quantity or an enumeration");
  static ScalarType type() { return ScalarType::enumeration(names_of<T>()); }
  static Scalar to(T value) { return std::string(enum_name(value)); }
  static std::optional<T> from(const Scalar& s) {
    const auto* name = std::get_if<std::string>(&s);
    return name ? enum_of<T>(*name) : std::nullopt;
  }
};

template <>
struct Conversion<bool> {
  static ScalarType type() { return ScalarType::boolean(); }
  static Scalar to(bool value) { return value; }
  static std::optional<bool> from(const Scalar& s) {
    const auto* value = std::get_if<bool>(&s);
    return value ? std::optional(*value) : std::nullopt;
  }
};

template <>
struct Conversion<std::string> {
  static ScalarType type() { return ScalarType::text(); }
  static Scalar to(const std::string& value) { return value; }
  static std::optional<std::string> from(const Scalar& s) {
    const auto* value = std::get_if<std::string>(&s);
    return value ? std::optional(*value) : std::nullopt;
  }
};

template <>
struct Conversion<std::int64_t> {
  static ScalarType type() { return ScalarType::number(dim::number); }
  static Scalar to(std::int64_t value) { return Rational(value); }
  static std::optional<std::int64_t> from(const Scalar& s) {
    const auto* value = std::get_if<Rational>(&s);
    return value && value->is_integer() ? std::optional(value->num()) : std::nullopt;
  }
};

template <class Tag>
struct Conversion<Quantity<Tag>> {
  static ScalarType type() { return ScalarType::number(Tag::dimension); }
  static Scalar to(Quantity<Tag> value) { return value.in_base(); }
  static std::optional<Quantity<Tag>> from(const Scalar& s) {
    const auto* value = std::get_if<Rational>(&s);
    const auto smallest = value ? multiply(*value, Rational(Tag::per_base)) : std::nullopt;
    return smallest ? std::optional(Quantity<Tag>::from_smallest(smallest->round())) : std::nullopt;
  }
};

template <class M>
struct MemberTraits;

template <class Owner, class Value>
struct MemberTraits<Known<Value> Owner::*> {
  using Part = Owner;
  using Held = Value;
};

/// The line of the field table for `Member`, a pointer to a Known<...> of a part.
template <auto Member>
Field field(std::string_view name, std::string_view doc) {
  using Traits = MemberTraits<decltype(Member)>;
  using Owner = typename Traits::Part;
  using Held = typename Traits::Held;
  Field f;
  f.name = name;
  f.doc = doc;
  f.type = Conversion<Held>::type();
  f.get = [](const void* part) -> Known<Scalar> {
    const Known<Held>& value = static_cast<const Owner*>(part)->*Member;
    if (!value.known()) return Known<Scalar>::unknown(value.reason());
    return Conversion<Held>::to(*value);
  };
  f.set = [](void* part, const Scalar& scalar) {
    const auto value = Conversion<Held>::from(scalar);
    static_cast<Owner*>(part)->*Member = value ? Known<Held>(*value) : Known<Held>::unknown("value cannot be held");
  };
  f.set_unknown = [](void* part, std::string reason) {
    static_cast<Owner*>(part)->*Member = Known<Held>::unknown(std::move(reason));
  };
  return f;
}

// The tables of the kinds, in fields_*.cpp.
std::span<const Field> gpu_fields();
std::span<const Field> board_fields();
std::span<const Field> cpu_fields();
std::span<const Field> memory_fields();
std::span<const Field> psu_fields();
std::span<const Field> chassis_fields();
std::span<const Field> cooler_fields();
std::span<const Field> riser_fields();
std::span<const Field> storage_fields();
std::span<const Field> nic_fields();
std::span<const Field> circuit_fields();
std::span<const Field> platform_fields();

}  // namespace planner::field_access
