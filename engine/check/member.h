// Makes schema members out of struct members of facts: one line per fact.
#pragma once

#include <string>
#include <utility>

#include "check/schema.h"

namespace planner {

namespace detail {

template <class Tag>
expr::Value to_value(const Quantity<Tag>& q) {
  return expr::number(q.in_base());
}
inline expr::Value to_value(std::int64_t n) {
  return expr::number(Rational(n));
}
inline expr::Value to_value(int n) {
  return expr::number(Rational(n));
}
inline expr::Value to_value(bool b) {
  return b;
}
inline expr::Value to_value(const std::string& s) {
  return s;
}
template <class T>
expr::Value to_value(const Known<T>& k) {
  if (!k.known()) return expr::Unknown{k.reason()};
  return to_value(*k);
}

template <class T>
struct TypeOf;
template <class Tag>
struct TypeOf<Quantity<Tag>> {
  static expr::Type type() { return expr::Type::number(Tag::dimension); }
};
template <>
struct TypeOf<std::int64_t> {
  static expr::Type type() { return expr::Type::number(dim::number); }
};
template <>
struct TypeOf<int> : TypeOf<std::int64_t> {};
template <>
struct TypeOf<bool> {
  static expr::Type type() { return expr::Type::boolean(); }
};
template <>
struct TypeOf<std::string> {
  static expr::Type type() { return expr::Type::text(); }
};
template <class T>
struct TypeOf<Known<T>> : TypeOf<T> {};

}  // namespace detail

/// How a fact moves while a build grows, once the parts in `settled` are chosen.
struct Moves {
  expr::Direction direction = expr::Direction::any;
  expr::Footprint settled = 0;
  Moves(expr::Direction d, expr::Footprint s = 0) : direction(d), settled(s) {}  // NOLINT(google-explicit-constructor)
};

/// Adds a computed fact to `type`. `get` maps an `Object` to a quantity, count, truth, text or a Known of one; the type
/// with its dimension follows from what it returns.
template <class Object, class Get>
void add_fact(expr::ObjectType& type, std::string name, std::string doc, expr::Footprint reads, Moves moves,
              std::string producer, Get get) {
  using Result = std::decay_t<decltype(get(std::declval<const Object&>()))>;
  expr::Member m;
  m.name = std::move(name);
  m.doc = std::move(doc);
  m.type = detail::TypeOf<Result>::type();
  m.reads = reads;
  m.direction = moves.direction;
  m.settled = moves.settled;
  m.producer = std::move(producer);
  m.get = [get](const void* object) { return detail::to_value(get(*static_cast<const Object*>(object))); };
  type.members.push_back(std::move(m));
}

}  // namespace planner
