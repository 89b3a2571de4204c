// A value that may be unknown: "unknown" is a state with a reason, never 0 and never a guess.
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace planner {

/// A value or the reason why there is none.
template <class T>
class Known {
 public:
  Known() = default;
  Known(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor): a plain value is known
  static Known unknown(std::string reason) {
    Known k;
    k.reason_ = std::move(reason);
    return k;
  }

  bool known() const { return value_.has_value(); }
  explicit operator bool() const { return known(); }
  /// Requires known().
  const T& operator*() const { return *value_; }
  const T* operator->() const { return &*value_; }
  T value_or(T fallback) const { return value_ ? *value_ : std::move(fallback); }
  /// Why it is unknown; empty means "not recorded".
  const std::string& reason() const { return reason_; }

  friend bool operator==(const Known& a, const Known& b) { return a.value_ == b.value_; }

 private:
  std::optional<T> value_;
  std::string reason_;
};

}  // namespace planner
