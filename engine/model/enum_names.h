// Names of enumerators as the catalog, rules and reports write them: the C++ names without a trailing underscore.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "model/part.h"

namespace planner {

/// Specialised for every enumeration of the model: `names` in declaration order.
template <class E>
struct EnumNames;

// clang-format off
template <> struct EnumNames<PartKind> { static constexpr std::array<std::string_view, 12> names = {
    "gpu", "board", "cpu", "memory", "psu", "chassis", "cooler", "riser", "storage", "nic", "circuit", "platform"}; };
template <> struct EnumNames<Confidence> { static constexpr std::array<std::string_view, 3> names = {"low", "medium", "high"}; };
template <> struct EnumNames<PriceBasis> { static constexpr std::array<std::string_view, 4> names = {
    "street", "list", "launch", "estimate"}; };
template <> struct EnumNames<Condition> { static constexpr std::array<std::string_view, 2> names = {"new", "used"}; };
template <> struct EnumNames<GpuFormFactor> { static constexpr std::array<std::string_view, 4> names = {
    "pcie_card", "sxm", "oam", "mezzanine"}; };
template <> struct EnumNames<GpuCooling> { static constexpr std::array<std::string_view, 5> names = {
    "open_air", "blower", "passive", "hybrid", "liquid"}; };
template <> struct EnumNames<EccSupport> { static constexpr std::array<std::string_view, 3> names = {"none", "optional", "always"}; };
template <> struct EnumNames<PeerToPeer> { static constexpr std::array<std::string_view, 3> names = {
    "supported", "driver_limited", "none"}; };
template <> struct EnumNames<NvlinkKind> { static constexpr std::array<std::string_view, 3> names = {"none", "bridge", "switched"}; };
template <> struct EnumNames<ModuleType> { static constexpr std::array<std::string_view, 4> names = {
    "udimm", "rdimm", "lrdimm", "sodimm"}; };
template <> struct EnumNames<ChassisType> { static constexpr std::array<std::string_view, 4> names = {
    "tower", "rack", "open_frame", "server"}; };
template <> struct EnumNames<CoolerType> { static constexpr std::array<std::string_view, 4> names = {
    "air", "aio", "custom_loop", "passive"}; };
template <> struct EnumNames<EfficiencyClass> { static constexpr std::array<std::string_view, 8> names = {
    "none", "white", "bronze", "silver", "gold", "platinum", "titanium", "ruby"}; };
template <> struct EnumNames<RiserType> { static constexpr std::array<std::string_view, 10> names = {
    "ribbon", "usb_x1", "splitter", "m2_adapter", "host_adapter", "cable", "device_adapter", "switch_board", "nvlink_bridge",
    "power_adapter"}; };
template <> struct EnumNames<PowerConnector> { static constexpr std::array<std::string_view, 5> names = {
    "pcie_6pin", "pcie_8pin", "hpwr_12v2x6", "nvidia_12pin", "eps_8pin"}; };
// clang-format on

/// All names of an enumeration, in declaration order.
template <class E>
constexpr std::span<const std::string_view> names_of() {
  return EnumNames<E>::names;
}

/// The name of an enumerator.
template <class E>
constexpr std::string_view enum_name(E value) {
  return EnumNames<E>::names[static_cast<std::size_t>(value)];
}

/// The enumerator of that exact name, or nothing.
template <class E>
constexpr std::optional<E> enum_of(std::string_view name) {
  for (std::size_t i = 0; i < EnumNames<E>::names.size(); ++i) {
    if (EnumNames<E>::names[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace planner
