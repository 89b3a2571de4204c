// Strong integer quantities: watts cannot be added to millimeters, and verdicts never rest on floating point.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "units/dimension.h"

namespace planner {

/// An exact quantity: a signed count of the smallest unit of `Tag` (Tag::per_base of them make one base unit).
template <class Tag>
class Quantity {
 public:
  using tag = Tag;
  static constexpr Dimension dimension = Tag::dimension;
  static constexpr std::int64_t per_base = Tag::per_base;

  constexpr Quantity() = default;
  /// From a count of the smallest unit (mW, um, cents, quarter slots, ...).
  static constexpr Quantity from_smallest(std::int64_t count) { return Quantity(count); }
  /// From whole base units (W, mm, dollars, slots, ...).
  static constexpr Quantity from_base(std::int64_t count) { return Quantity(count * per_base); }
  /// From an exact value in base units, rounded to the smallest unit.
  static Quantity from_rational(Rational base_units) {
    const auto scaled = multiply(base_units, Rational(per_base));
    return Quantity(scaled ? scaled->round() : 0);
  }

  constexpr std::int64_t smallest() const { return count_; }
  Rational in_base() const { return *Rational::make(count_, per_base); }
  double to_double() const { return static_cast<double>(count_) / static_cast<double>(per_base); }
  std::string text() const { return format_amount({in_base(), dimension}); }

  friend constexpr auto operator<=>(const Quantity&, const Quantity&) = default;
  constexpr Quantity& operator+=(Quantity other) {
    count_ += other.count_;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity other) {
    count_ -= other.count_;
    return *this;
  }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return a += b; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return a -= b; }
  friend constexpr Quantity operator*(Quantity a, std::int64_t times) { return Quantity(a.count_ * times); }
  friend constexpr Quantity operator*(std::int64_t times, Quantity a) { return a * times; }
  friend constexpr Quantity operator/(Quantity a, std::int64_t parts) { return Quantity(a.count_ / parts); }
  /// This quantity times num/den, rounded down in magnitude (128-bit inside, so no overflow on the way).
  constexpr Quantity scaled(std::int64_t num, std::int64_t den) const {
    return Quantity(static_cast<std::int64_t>(static_cast<Int128>(count_) * num / den));
  }

 private:
  constexpr explicit Quantity(std::int64_t count) : count_(count) {}
  std::int64_t count_ = 0;
};

// clang-format off
struct PowerTag     { static constexpr Dimension dimension = dim::power;       static constexpr std::int64_t per_base = 1000; };
struct LengthTag    { static constexpr Dimension dimension = dim::length;      static constexpr std::int64_t per_base = 1000; };
struct MoneyTag     { static constexpr Dimension dimension = dim::money;       static constexpr std::int64_t per_base = 100; };
struct SlotTag      { static constexpr Dimension dimension = dim::slots;       static constexpr std::int64_t per_base = 4; };
struct LaneTag      { static constexpr Dimension dimension = dim::lanes;       static constexpr std::int64_t per_base = 1; };
struct DataTag      { static constexpr Dimension dimension = dim::data;        static constexpr std::int64_t per_base = 1000; };
struct BandwidthTag { static constexpr Dimension dimension = dim::bandwidth;   static constexpr std::int64_t per_base = 1000; };
struct ComputeTag   { static constexpr Dimension dimension = dim::compute;     static constexpr std::int64_t per_base = 1000; };
struct VoltageTag   { static constexpr Dimension dimension = dim::voltage;     static constexpr std::int64_t per_base = 1000; };
struct CurrentTag   { static constexpr Dimension dimension = dim::current;     static constexpr std::int64_t per_base = 1000; };
struct AirflowTag   { static constexpr Dimension dimension = dim::airflow;     static constexpr std::int64_t per_base = 100; };
struct TemperatureTag { static constexpr Dimension dimension = dim::temperature; static constexpr std::int64_t per_base = 10; };
struct FrequencyTag { static constexpr Dimension dimension = dim::frequency;   static constexpr std::int64_t per_base = 1; };
struct TimeTag      { static constexpr Dimension dimension = dim::time;        static constexpr std::int64_t per_base = 1'000'000; };
struct RatioTag     { static constexpr Dimension dimension = dim::number;      static constexpr std::int64_t per_base = 1'000'000; };
struct MassTag      { static constexpr Dimension dimension = dim::mass;        static constexpr std::int64_t per_base = 1000; };
// clang-format on

using Power = Quantity<PowerTag>;              ///< milliwatts
using Length = Quantity<LengthTag>;            ///< micrometers
using Money = Quantity<MoneyTag>;              ///< US cents
using SlotWidth = Quantity<SlotTag>;           ///< quarter slot pitches (20.32 mm / 4)
using Lanes = Quantity<LaneTag>;               ///< PCIe lanes
using DataSize = Quantity<DataTag>;            ///< megabytes (10^6 bytes)
using Bandwidth = Quantity<BandwidthTag>;      ///< megabytes per second, one direction unless said otherwise
using Compute = Quantity<ComputeTag>;          ///< GFLOPS, dense
using Voltage = Quantity<VoltageTag>;          ///< millivolts
using Current = Quantity<CurrentTag>;          ///< milliamperes
using Airflow = Quantity<AirflowTag>;          ///< 1/100 CFM
using Temperature = Quantity<TemperatureTag>;  ///< 1/10 degree Celsius
using Frequency = Quantity<FrequencyTag>;      ///< hertz (transfers per second for memory speed)
using Duration = Quantity<TimeTag>;            ///< microseconds
using Ratio = Quantity<RatioTag>;              ///< parts per million of 1
using Mass = Quantity<MassTag>;                ///< grams

/// The pitch of expansion slots (PCI-SIG CEM): 20.32 mm.
inline constexpr Length kSlotPitch = Length::from_smallest(20'320);

}  // namespace planner
