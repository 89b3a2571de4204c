#include "facts/power.h"

#include <algorithm>

#include "facts/circuits.h"
#include "facts/connectors.h"
#include "facts/power_lines.h"
#include "facts/power_packing.h"
#include "facts/power_supply.h"

namespace planner {
namespace {

/// Sum of quantities of which one unknown makes the sum unknown.
class PowerSum {
 public:
  void add(const Known<Power>& power) {
    if (!power && reason_.empty()) reason_ = power.reason().empty() ? "not recorded" : power.reason();
    total_ += power.value_or(Power{});
  }
  void add(const PowerLine& line) {
    if (line.known)
      total_ += line.sustained;
    else if (reason_.empty())
      reason_ = line.what + ": " + line.basis;
  }
  Known<Power> value() const { return reason_.empty() ? Known<Power>(total_) : Known<Power>::unknown(reason_); }
  Power known_part() const { return total_; }

 private:
  Power total_;
  std::string reason_;
};

/// The supplies of a platform, and hot-plug modules, feed one common bus.
bool is_bank(const Inventory& inventory) {
  if (inventory.psus.empty()) return false;
  if (inventory.platform != nullptr && inventory.psus.front().part == &inventory.platform->psu) return true;
  return inventory.psus.size() > 1 && std::all_of(inventory.psus.begin(), inventory.psus.end(),
                                                  [](const auto& psu) { return psu.part->redundant.value_or(false); });
}

/// Works out the budget step by step; each step reads what the ones before it filled in.
class Budget {
 public:
  explicit Budget(const Inventory& inventory) : inventory_(inventory) {}

  PowerFacts run() {
    f_.lines = list_consumers(inventory_);
    sum_consumers();
    f_.input_voltage = input_voltage_of(inventory_);
    f_.input_voltage_stated = f_.input_voltage.known();
    rate_supplies();
    if (is_bank(inventory_))
      share_equally();
    else
      assign_consumers();
    for (std::size_t i = 0; i < f_.psus.size(); ++i) load_supply(i);
    f_.circuits = load_circuits(inventory_, f_.psus);
    sum_supplies();
    f_.smallest_circuit = smallest_circuit(inventory_, f_.psus);
    return std::move(f_);
  }

 private:
  std::size_t gpu_count() const { return inventory_.gpus.size(); }
  bool is_gpu_line(std::size_t line) const { return line < gpu_count(); }

  void sum_consumers() {
    PowerSum gpus, defaults, cpus, all, peaks;
    for (const auto& gpu : inventory_.gpus) defaults.add(gpu.part->board_power);
    for (std::size_t i = 0; i < f_.lines.size(); ++i) {
      const PowerLine& line = f_.lines[i];
      all.add(line);
      if (is_gpu_line(i)) {
        gpus.add(line);
        peaks.add(line.excursion);
      } else {
        peaks.add(line);
        if (i < gpu_count() + inventory_.cpus.size())
          cpus.add(line);
        else
          f_.rest += line.sustained;
      }
    }
    f_.gpus = gpus.value();
    f_.gpus_default = defaults.value();
    f_.cpus = cpus.value();
    f_.sustained = all.value();
    f_.excursion = peaks.value();
    f_.btu_per_hour = f_.sustained ? Known<std::int64_t>(btu_per_hour(*f_.sustained))
                                   : Known<std::int64_t>::unknown(f_.sustained.reason());
  }

  /// 1 W = 3.412 BTU/h, rounded up.
  static std::int64_t btu_per_hour(Power heat) { return (heat.smallest() * 3412 + 999'999) / 1'000'000; }

  void rate_supplies() {
    for (const auto& unit : inventory_.psus) {
      PsuLoad psu;
      psu.capacity = psu_output_at(*unit.part, f_.input_voltage);
      psu.capacity_low_line = psu_output_at(*unit.part, Voltage::from_base(120));
      if (!psu.capacity && !f_.input_voltage_stated) {
        psu.capacity = psu_output_high_line(*unit.part);
        psu.capacity_assumes_high_line = psu.capacity.known();
      }
      psu.excursion_capacity = psu_excursion_capacity(*unit.part, psu.capacity);
      psu.hpwr_sense = unit.part->hpwr_sense;
      f_.psus.push_back(std::move(psu));
    }
  }

  void share_equally() {
    for (PsuLoad& psu : f_.psus) {
      psu.shares_load = true;
      psu.feeds_board = true;
      psu.plugs_short =
          Known<std::int64_t>::unknown("the cards hang on the bank of supplies, cabled inside the server");
    }
  }

  /// Board, CPUs and the rest hang on the supply with most EPS plugs.
  std::size_t board_supply() const {
    std::size_t chosen = 0;
    const auto eps = [this](std::size_t i) { return inventory_.psus[i].part->eps_connectors.value_or(0); };
    const auto capacity = [this](std::size_t i) { return f_.psus[i].capacity.value_or(Power{}); };
    for (std::size_t i = 1; i < f_.psus.size(); ++i)
      if (eps(i) > eps(chosen) || (eps(i) == eps(chosen) && capacity(i) > capacity(chosen))) chosen = i;
    return chosen;
  }

  /// Weight of a GPU for the packing; one without a figure counts like the heaviest that has one.
  Power weight_of(std::size_t gpu) const {
    if (f_.lines[gpu].known) return f_.lines[gpu].sustained;
    Power heaviest = Power::from_base(1);
    for (std::size_t g = 0; g < gpu_count(); ++g) heaviest = std::max(heaviest, f_.lines[g].sustained);
    return heaviest;
  }

  std::vector<PackItem> pack_items() {
    std::vector<PackItem> items;
    for (std::size_t g = 0; g < gpu_count(); ++g) {
      std::size_t same = 0;
      while (same < g && (inventory_.gpus[same].part != inventory_.gpus[g].part || weight_of(same) != weight_of(g)))
        ++same;
      if (same == g) kind_needs_.push_back(plug_needs(*inventory_.gpus[g].part));
      items.push_back(
          {weight_of(g).smallest(), same < g ? items[same].kind : static_cast<int>(kind_needs_.size()) - 1});
    }
    return items;
  }

  std::vector<PackBin> pack_bins(std::size_t board) {
    Power base;
    for (std::size_t i = gpu_count(); i < f_.lines.size(); ++i) base += f_.lines[i].sustained;
    std::vector<PackBin> bins;
    for (std::size_t i = 0; i < f_.psus.size(); ++i) {
      const Known<Power>& rated = inventory_.psus[i].part->rated_output;
      const Power capacity = f_.psus[i].capacity.value_or(rated.value_or(Power::from_base(1)));
      supplies_.push_back(plugs_of(inventory_, i));
      std::size_t same = 0;
      // The one that feeds the board is like no other, nor are those that breakout boards serve differently.
      while (same < i && (same == board || i == board || inventory_.psus[same].part != inventory_.psus[i].part ||
                          supplies_[same].pcie6 != supplies_[i].pcie6))
        ++same;
      bins.push_back(
          {capacity.smallest(), i == board ? base.smallest() : 0, same < i ? bins[same].kind : static_cast<int>(i)});
    }
    return bins;
  }

  PlugNeeds needs_on(std::size_t psu, std::span<const int> count_by_kind) const {
    PlugNeeds needs;
    if (psu == board_ && inventory_.board != nullptr) needs = plug_needs(*inventory_.board, inventory_.cpus.size());
    for (std::size_t kind = 0; kind < count_by_kind.size() && kind < kind_needs_.size(); ++kind)
      needs.add(kind_needs_[kind], count_by_kind[kind]);
    return needs;
  }

  void assign_consumers() {
    if (f_.psus.empty()) return;
    board_ = board_supply();
    const std::vector<PackItem> items = pack_items();
    const std::vector<PackBin> bins = pack_bins(board_);
    const Packing packing = pack(items, bins, [this](int bin, std::span<const int> counts) {
      const auto b = static_cast<std::size_t>(bin);
      return match_plugs(needs_on(b, counts), supplies_[b]).proven_short;
    });
    f_.packing_exact = packing.exact;
    std::vector<std::vector<int>> counts(f_.psus.size(), std::vector<int>(kind_needs_.size(), 0));
    for (std::size_t g = 0; g < gpu_count(); ++g) {
      const auto b = static_cast<std::size_t>(packing.bin_of[g]);
      f_.lines[g].psu = packing.bin_of[g];
      f_.psus[b].gpus.push_back(static_cast<int>(g));
      ++counts[b][static_cast<std::size_t>(items[g].kind)];
    }
    for (std::size_t i = gpu_count(); i < f_.lines.size(); ++i) f_.lines[i].psu = static_cast<int>(board_);
    f_.psus[board_].feeds_board = f_.lines.size() > gpu_count();
    for (std::size_t b = 0; b < f_.psus.size(); ++b) count_plugs(b, needs_on(b, counts[b]));
  }

  void count_plugs(std::size_t b, const PlugNeeds& needs) {
    PsuLoad& psu = f_.psus[b];
    const PlugMatch match = match_plugs(needs, supplies_[b]);
    psu.hpwr_needed = needs.hpwr_count();
    psu.hpwr_native = supplies_[b].hpwr;
    psu.pcie8_needed = needs.pcie8 + needs.pcie6;
    psu.pcie8_available = supplies_[b].pcie8;
    psu.eps_needed = needs.eps_board + needs.eps_cards;
    psu.eps_available = supplies_[b].eps;
    psu.plugs_short = match.shortage;
    psu.adapters_needed = match.hpwr_adapters;
    psu.eps_adapters_needed = match.eps_adapters;
  }

  /// The short peaks of all its GPUs together: training steps start on all of them at once.
  void load_supply(std::size_t index) {
    PsuLoad& psu = f_.psus[index];
    PowerSum sustained, peaks;
    for (std::size_t i = 0; i < f_.lines.size(); ++i) {
      const PowerLine& line = f_.lines[i];
      if (!psu.shares_load && line.psu != static_cast<int>(index)) continue;
      sustained.add(line);
      if (is_gpu_line(i))
        peaks.add(line.excursion);
      else
        peaks.add(line);
    }
    psu.sustained = share(psu, sustained.known_part());
    psu.excursion = peaks.value() ? Known<Power>(share(psu, *peaks.value())) : peaks.value();
    const Known<Power> all = sustained.value();
    psu.load = load_ratio(all ? Known<Power>(psu.sustained) : all, psu.capacity);
    psu.wall = all ? psu_wall_power(*inventory_.psus[index].part, psu.sustained, psu.capacity, f_.input_voltage) : all;
  }

  /// Of a bank's load each supply carries an equal part, rounded up.
  Power share(const PsuLoad& psu, Power total) const {
    if (!psu.shares_load) return total;
    const auto n = static_cast<std::int64_t>(f_.psus.size());
    return Power::from_smallest((total.smallest() + n - 1) / n);
  }

  static Known<Ratio> load_ratio(const Known<Power>& load, const Known<Power>& capacity) {
    if (!load) return Known<Ratio>::unknown(load.reason());
    if (!capacity) return Known<Ratio>::unknown(capacity.reason().empty() ? "output not recorded" : capacity.reason());
    if (capacity->smallest() <= 0) return Known<Ratio>::unknown("the supply does not run at this voltage");
    return ratio_above(load->smallest(), capacity->smallest());
  }

  void sum_supplies() {
    if (f_.psus.empty()) {
      const auto none = Known<Power>::unknown("no power supply in the build");
      f_.capacity = f_.capacity_low_line = f_.capacity_redundant = f_.wall = none;
      f_.load = Known<Ratio>::unknown(none.reason());
      return;
    }
    PowerSum capacity, low_line, wall;
    for (const PsuLoad& psu : f_.psus) {
      capacity.add(psu.capacity);
      low_line.add(psu.capacity_low_line);
      wall.add(psu.wall);
      f_.capacity_assumes_high_line = f_.capacity_assumes_high_line || psu.capacity_assumes_high_line;
    }
    f_.capacity = capacity.value();
    f_.capacity_low_line = low_line.value();
    f_.wall = wall.value();
    f_.load = load_ratio(f_.sustained, f_.capacity);
    f_.capacity_redundant = redundant_capacity();
  }

  /// How many supplies may fail: of a platform as declared, of a bank of hot-plug modules one.
  Known<std::int64_t> redundant_units() const {
    if (!is_bank(inventory_)) return Known<std::int64_t>::unknown("supplies are not redundant");
    const bool of_platform =
        inventory_.platform != nullptr && inventory_.psus.front().part == &inventory_.platform->psu;
    return of_platform ? inventory_.platform->psu_redundant : Known<std::int64_t>(1);
  }

  /// The largest ones fail first.
  Known<Power> redundant_capacity() const {
    const Known<std::int64_t> gone = redundant_units();
    if (!gone) return Known<Power>::unknown(gone.reason());
    if (!f_.capacity) return f_.capacity;
    std::vector<Power> outputs;
    for (const PsuLoad& psu : f_.psus) outputs.push_back(*psu.capacity);
    std::sort(outputs.begin(), outputs.end());
    const auto stay = std::clamp<std::int64_t>(static_cast<std::int64_t>(outputs.size()) - *gone, 0,
                                               static_cast<std::int64_t>(outputs.size()));
    Power left;
    for (std::int64_t i = 0; i < stay; ++i) left += outputs[static_cast<std::size_t>(i)];
    return left;
  }

  const Inventory& inventory_;
  PowerFacts f_;
  std::size_t board_ = 0;
  std::vector<PlugNeeds> kind_needs_;  ///< inputs of one card, by kind of pack item
  std::vector<PlugSupply> supplies_;
};

}  // namespace

PowerFacts budget_power(const Inventory& inventory) {
  return Budget(inventory).run();
}

}  // namespace planner
