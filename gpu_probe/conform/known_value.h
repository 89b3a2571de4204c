// From the snapshot's optionals to known values of the engine, each with the way to learn what is missing.
#pragma once

#include <cmath>
#include <optional>
#include <string>

#include "units/known.h"
#include "units/quantity.h"

namespace planner::conform {

template <class T>
Known<T> known_or(const std::optional<T>& value, const char* why) {
  return value ? Known<T>(*value) : Known<T>::unknown(why);
}

/// A figure in base units ("W", "GB/s") as a quantity; unknown too where it is not a sane number.
template <class Q>
Known<Q> quantity_or(const std::optional<double>& value, const char* why) {
  if (!value || !std::isfinite(*value) || std::abs(*value) > 1e12) return Known<Q>::unknown(why);
  return Q::from_smallest(std::llround(*value * static_cast<double>(Q::per_base)));
}

inline Known<DataSize> bytes_or(const std::optional<std::int64_t>& bytes, const char* why) {
  if (!bytes || *bytes < 0) return Known<DataSize>::unknown(why);
  return DataSize::from_smallest(*bytes / 1'000'000);
}

inline Known<Lanes> lanes_or(const std::optional<std::int64_t>& lanes, const char* why) {
  if (!lanes || *lanes <= 0 || *lanes > 64) return Known<Lanes>::unknown(why);
  return Lanes::from_base(*lanes);
}

}  // namespace planner::conform
