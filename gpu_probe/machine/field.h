// How a struct of the snapshot lists its fields, so that writer, reader, merger and tests share one list.
#pragma once

#include <tuple>

namespace planner::machine {

/// A field by its name in JSON.
template <class Struct, class Value>
struct Field {
  const char* name;
  Value Struct::*member;
};
template <class Struct, class Value>
Field(const char*, Value Struct::*) -> Field<Struct, Value>;

/// Selects the overload of `fields`.
template <class Struct>
struct Of {};

/// A struct of the snapshot that has a list of fields.
template <class T>
concept Described = requires {
  fields(Of<T>{});
};

/// Calls `visit(name, value)` for every field, in the order of the list.
template <Described T, class Visit>
void each_field(T& object, Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field.name, object.*(field.member)), ...); }, fields(Of<T>{}));
}
template <Described T, class Visit>
void each_field(const T& object, Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field.name, object.*(field.member)), ...); }, fields(Of<T>{}));
}
/// Calls `visit(name, a, b)` with the same field of two objects.
template <Described T, class Visit>
void each_field_pair(T& a, const T& b, Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field.name, a.*(field.member), b.*(field.member)), ...); },
             fields(Of<T>{}));
}

}  // namespace planner::machine
