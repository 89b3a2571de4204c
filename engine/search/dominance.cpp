// Which options can be left out because another one is at least as good in everything that facts read.
#include <algorithm>
#include <array>

#include "facts/power.h"
#include "model/field.h"
#include "search/columns.h"

namespace planner {
namespace {

/// How a field of a kind compares: facts read it, and more is never worse, less is never worse, or only equal will do.
enum class Taste : std::uint8_t { more, less, equal };

struct FieldTaste {
  PartKind kind;
  std::string_view field;
  Taste taste;
};

/// Every field of these kinds that engine/facts reads. A fact that starts to read another field must add it here; the
/// search against brute force finds a forgotten one.
constexpr std::array kTastes = {
    FieldTaste{PartKind::storage, "form_factor", Taste::equal},
    FieldTaste{PartKind::storage, "lanes", Taste::equal},
    FieldTaste{PartKind::storage, "pcie_gen", Taste::equal},
    FieldTaste{PartKind::storage, "power", Taste::less},
    FieldTaste{PartKind::memory, "memory_type", Taste::equal},
    FieldTaste{PartKind::memory, "module_type", Taste::equal},
    FieldTaste{PartKind::memory, "modules", Taste::equal},
    FieldTaste{PartKind::memory, "module_capacity", Taste::equal},
    FieldTaste{PartKind::memory, "module_power", Taste::less},
    FieldTaste{PartKind::cooler, "height", Taste::less},
    FieldTaste{PartKind::cooler, "rack_units", Taste::less},
    FieldTaste{PartKind::cooler, "type", Taste::equal},
    FieldTaste{PartKind::cooler, "radiator", Taste::less},
    FieldTaste{PartKind::cooler, "rated_power", Taste::more},
    FieldTaste{PartKind::psu, "rated_output", Taste::more},
    FieldTaste{PartKind::psu, "input_min", Taste::less},
    FieldTaste{PartKind::psu, "input_max", Taste::more},
    FieldTaste{PartKind::psu, "efficiency", Taste::equal},
    FieldTaste{PartKind::psu, "efficiency_half", Taste::more},
    FieldTaste{PartKind::psu, "efficiency_full", Taste::more},
    FieldTaste{PartKind::psu, "atx_version", Taste::equal},
    FieldTaste{PartKind::psu, "form_factor", Taste::equal},
    FieldTaste{PartKind::psu, "length", Taste::less},
    FieldTaste{PartKind::psu, "atx24_connectors", Taste::more},
    FieldTaste{PartKind::psu, "eps_connectors", Taste::more},
    FieldTaste{PartKind::psu, "pcie_8pin_connectors", Taste::more},
    FieldTaste{PartKind::psu, "pcie_8pin_cables", Taste::more},
    FieldTaste{PartKind::psu, "hpwr_connectors", Taste::more},
    FieldTaste{PartKind::psu, "hpwr_sense", Taste::more},
    FieldTaste{PartKind::cpu, "socket", Taste::equal},
    FieldTaste{PartKind::cpu, "family", Taste::equal},
    FieldTaste{PartKind::cpu, "threads", Taste::more},
    FieldTaste{PartKind::cpu, "tdp", Taste::less},
    FieldTaste{PartKind::cpu, "max_power", Taste::less},
    FieldTaste{PartKind::cpu, "pcie_gen", Taste::more},
    FieldTaste{PartKind::cpu, "pcie_lanes", Taste::more},
    FieldTaste{PartKind::cpu, "max_sockets", Taste::more},
    FieldTaste{PartKind::cpu, "memory_type", Taste::equal},
    FieldTaste{PartKind::cpu, "memory_channels", Taste::equal},
    FieldTaste{PartKind::cpu, "ecc", Taste::equal},
    FieldTaste{PartKind::cpu, "udimm", Taste::equal},
    FieldTaste{PartKind::cpu, "rdimm", Taste::equal},
};

bool no_worse(const Field& field, Taste taste, const void* a, const void* b) {
  const Known<Scalar> left = field.get(a);
  const Known<Scalar> right = field.get(b);
  if (left.known() != right.known()) return false;
  if (!left || *left == *right) return true;
  const auto* x = std::get_if<Rational>(&*left);
  const auto* y = std::get_if<Rational>(&*right);
  if (x == nullptr || y == nullptr || taste == Taste::equal) return false;
  return taste == Taste::more ? *x >= *y : *x <= *y;
}

/// Output of a supply at every voltage of the catalog's circuits; unknown is comparable only with unknown.
bool no_less_output(const Part& a, const Part& b) {
  const auto* left = std::get_if<Psu>(&a);
  const auto* right = std::get_if<Psu>(&b);
  if (left == nullptr || right == nullptr) return true;
  for (const int volts : {100, 110, 120, 200, 208, 220, 230, 240}) {
    const auto x = psu_output_at(*left, Voltage::from_base(volts));
    const auto y = psu_output_at(*right, Voltage::from_base(volts));
    if (x.known() != y.known() || (x && *x < *y)) return false;
  }
  return true;
}

bool same_sockets(const Part& a, const Part& b) {
  const auto* left = std::get_if<Cooler>(&a);
  const auto* right = std::get_if<Cooler>(&b);
  return left == nullptr || right == nullptr || left->sockets == right->sockets;
}

/// The tastes of a kind with their fields, looked up once.
const std::vector<std::pair<const Field*, Taste>>& tastes_of(PartKind kind) {
  static const auto tables = [] {
    std::array<std::vector<std::pair<const Field*, Taste>>, kPartKinds> result;
    for (const FieldTaste& t : kTastes)
      result[static_cast<std::size_t>(t.kind)].emplace_back(find_field(t.kind, t.field), t.taste);
    return result;
  }();
  return tables[static_cast<std::size_t>(kind)];
}

bool beats(const Option& a, const Option& b) {
  const BuildItem& x = a.items.front();
  const BuildItem& y = b.items.front();
  if (x.count != y.count) return false;
  const auto& tastes = tastes_of(kind_of(*x.part));
  const bool better = std::all_of(tastes.begin(), tastes.end(), [&](const auto& t) {
    return t.first != nullptr && no_worse(*t.first, t.second, raw(*x.part), raw(*y.part));
  });
  return better && same_sockets(*x.part, *y.part) && no_less_output(*x.part, *y.part);
}

}  // namespace

bool makes_needless(const Option& a, const Option& b) {
  return a.cents <= b.cents && beats(a, b);
}

void drop_dominated(std::vector<Option>& options) {
  std::vector<Option> kept;
  for (Option& o : options) {
    const bool beaten = std::any_of(kept.begin(), kept.end(), [&](const Option& k) { return makes_needless(k, o); });
    if (!beaten) kept.push_back(std::move(o));
  }
  options = std::move(kept);
}

}  // namespace planner
