// A machine put together in a few lines, for the tests of facts.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "facts/body.h"
#include "facts/power.h"

namespace planner::test {

inline Power watts(std::int64_t n) {
  return Power::from_base(n);
}
inline Voltage volts(std::int64_t n) {
  return Voltage::from_base(n);
}
inline Length mm(std::int64_t n) {
  return Length::from_base(n);
}
/// A share in thousandths.
inline Ratio per_mille(std::int64_t n) {
  return Ratio::from_smallest(n * 1000);
}

template <class T>
T named(std::string name) {
  T part;
  part.info.id = name;
  part.info.name = std::move(name);
  return part;
}

inline Gpu gpu(std::string name, std::int64_t board_watts, std::vector<ConnectorCount> connectors = {}) {
  Gpu g = named<Gpu>(std::move(name));
  g.board_power = watts(board_watts);
  g.power_connectors = std::move(connectors);
  g.power_connectors_known = true;
  return g;
}
inline Gpu rtx3090() {
  return gpu("rtx-3090", 350, {{PowerConnector::pcie_8pin, 2}});
}
inline Gpu rtx4090() {
  return gpu("rtx-4090", 450, {{PowerConnector::hpwr_12v2x6, 1}});
}
inline Gpu rtx5090() {
  return gpu("rtx-5090", 575, {{PowerConnector::hpwr_12v2x6, 1}});
}

inline Cpu cpu(std::string name, std::string socket, std::int64_t tdp_watts) {
  Cpu c = named<Cpu>(std::move(name));
  c.socket = std::move(socket);
  c.tdp = watts(tdp_watts);
  return c;
}

inline Board board(std::string name, std::string socket, std::int64_t eps) {
  Board b = named<Board>(std::move(name));
  b.socket = std::move(socket);
  b.sockets = 1;
  b.eps_connectors = eps;
  return b;
}

/// A desktop supply with full output at every voltage of 100 to 240 V.
inline Psu psu(std::string name, std::int64_t output_watts, std::int64_t pcie8, std::int64_t hpwr,
               std::int64_t eps = 2) {
  Psu p = named<Psu>(std::move(name));
  p.rated_output = watts(output_watts);
  p.input_min = volts(100);
  p.input_max = volts(240);
  p.efficiency = EfficiencyClass::gold;
  p.form_factor = std::string("ATX");
  p.pcie_8pin_connectors = pcie8;
  p.hpwr_connectors = hpwr;
  p.eps_connectors = eps;
  return p;
}

inline Memory kit(std::int64_t modules, std::int64_t gigabytes, ModuleType type = ModuleType::rdimm,
                  std::string ddr = "DDR4") {
  Memory m = named<Memory>("kit");
  m.modules = modules;
  m.module_capacity = DataSize::from_base(gigabytes);
  m.module_type = type;
  m.memory_type = std::move(ddr);
  return m;
}

inline Circuit circuit(std::int64_t voltage, std::int64_t amperes, Known<Ratio> continuous = {}) {
  Circuit c = named<Circuit>("circuit");
  c.voltage = volts(voltage);
  c.breaker = Current::from_base(amperes);
  c.continuous = continuous;
  return c;
}

/// Parts in a build; the rig has to outlive the facts made from it.
class Rig {
 public:
  Rig() = default;
  Rig(Rig&&) = default;
  Rig& operator=(Rig&&) = default;

  Rig& add(Part part, int count = 1, Known<Power> limit = {}) {
    parts_.push_back(std::move(part));
    BuildItem item;
    item.part = &parts_.back();
    item.count = count;
    item.power_limit = std::move(limit);
    build_.items.push_back(std::move(item));
    return *this;
  }
  Build& build() { return build_; }
  Inventory inventory() const { return take_inventory(build_, nullptr); }
  PowerFacts power() const { return budget_power(inventory()); }
  FitFacts fit(const Placement& placement = {}) const { return measure_fit(inventory(), placement); }
  ThermalFacts thermal(const Placement& placement = {}) const { return measure_heat(inventory(), placement, power()); }
  MemoryFacts memory() const { return count_memory(inventory()); }
  FirmwareFacts firmware(const Placement& placement = {}) const { return read_firmware(inventory(), placement); }
  CostFacts cost() const { return sum_cost(inventory()); }
  QuoteFacts quote() const { return sum_quote(inventory()); }

 private:
  std::deque<Part> parts_;
  Build build_;
};

}  // namespace planner::test
