#include <algorithm>
#include <tuple>

#include "facts/placement_solve.h"

namespace planner::placement {
namespace {

constexpr std::size_t kMostDriveCases = 64;
constexpr std::size_t kMostDrives = 16;

/// All ways to put drives on M.2 sockets, the most harmless first: those that take lanes from nothing, then the
/// fastest.
class DrivePorts {
 public:
  DrivePorts(const Host& host, const std::vector<Drive>& drives) : host_(host), drives_(drives) {
    for (std::size_t i = 0; i < host.connectors.size(); ++i)
      if (host.connectors[i].kind == ConnectorKind::m2 && host.connectors[i].offer.lanes != 0)
        sockets_.push_back(static_cast<int>(i));
    std::stable_sort(sockets_.begin(), sockets_.end(), [&](int a, int b) { return rank(a) < rank(b); });
  }

  std::vector<std::vector<int>> list() {
    std::vector<int> chosen;
    assign(chosen);
    if (cases_.empty()) cases_.push_back(std::vector<int>(drives_.size(), -1));
    return std::move(cases_);
  }

 private:
  std::tuple<bool, bool, Bandwidth> rank(int connector) const {
    const Connector& c = host_.connectors[static_cast<std::size_t>(connector)];
    const bool chipset = c.root < 0 || host_.roots[static_cast<std::size_t>(c.root)].chipset;
    return {shares_lanes(host_, connector), chipset, Bandwidth{} - bandwidth_of(c.offer)};
  }

  bool alike(int a, int b) const {
    const Connector& x = host_.connectors[static_cast<std::size_t>(a)];
    const Connector& y = host_.connectors[static_cast<std::size_t>(b)];
    return x.offer == y.offer && x.root == y.root && x.switch_id == y.switch_id && !shares_lanes(host_, a) &&
           !shares_lanes(host_, b);
  }

  void assign(std::vector<int>& chosen) {
    if (cases_.size() >= kMostDriveCases) return;
    if (chosen.size() == drives_.size()) {
      cases_.push_back(chosen);
      return;
    }
    const Drive& drive = drives_[chosen.size()];
    int tried = -1;
    bool any = false;
    for (const int socket : sockets_) {
      const bool taken = std::find(chosen.begin(), chosen.end(), socket) != chosen.end();
      if (taken || (!drive.wish.empty() && host_.connectors[static_cast<std::size_t>(socket)].label != drive.wish))
        continue;
      any = true;
      if (tried >= 0 && alike(tried, socket)) continue;
      tried = socket;
      chosen.push_back(socket);
      assign(chosen);
      chosen.pop_back();
    }
    if (any) return;
    chosen.push_back(-1);
    assign(chosen);
    chosen.pop_back();
  }

  const Host& host_;
  const std::vector<Drive>& drives_;
  std::vector<int> sockets_;
  std::vector<std::vector<int>> cases_;
};

}  // namespace

bool shares_lanes(const Host& host, int connector) {
  return std::any_of(host.sharings.begin(), host.sharings.end(),
                     [&](const Sharing& s) { return s.used == connector || s.affects == connector; });
}

std::vector<std::vector<int>> list_drive_cases(const Host& host, const std::vector<Drive>& drives) {
  return DrivePorts(host, drives).list();
}

std::vector<Drive> collect_drives(const Inventory& inventory) {
  std::vector<Drive> drives;
  const BuildItem* item = nullptr;
  int in_item = 0;
  for (const Fitted<Storage>& unit : inventory.storage) {
    in_item = unit.item == item ? in_item + 1 : 0;
    item = unit.item;
    const Storage& part = *unit.part;
    const bool m2 =
        part.form_factor && part.form_factor->starts_with("M.2") && (!part.lanes || part.lanes->smallest() > 0);
    if (!m2 || drives.size() >= kMostDrives) continue;
    Drive drive{unit.index, {}, {}};
    drive.link.lanes = part.lanes ? static_cast<int>(std::min<std::int64_t>(part.lanes->smallest(), 16)) : -1;
    drive.link.gen = part.pcie_gen ? static_cast<int>(std::clamp<std::int64_t>(*part.pcie_gen, 1, 6)) : -1;
    if (item != nullptr && in_item < static_cast<int>(item->slots.size()))
      drive.wish = item->slots[static_cast<std::size_t>(in_item)];
    drives.push_back(drive);
  }
  return drives;
}

}  // namespace planner::placement
