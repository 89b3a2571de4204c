// Cross references inside one board: labels, upstreams, switches and lane sharing.
#include <algorithm>
#include <map>

#include "model/topology_reader.h"

namespace planner {
namespace {

bool is_root(std::string_view upstream) {
  return upstream == "chipset" ||
         (upstream.size() == 4 && upstream.starts_with("cpu") && upstream[3] >= '0' && upstream[3] <= '7');
}

class TopologyCheck {
 public:
  TopologyCheck(const Board& board, Location at, NodeReader& reader) : board_(board), at_(at), reader_(reader) {}

  void run() {
    for (const Switch& s : board_.switches) add_switch(s);
    for (const Switch& s : board_.switches) {
      check_upstream(s.upstream, "switch `" + s.id + "`", at_);
      check_cycle(s);
    }
    for (const Slot& s : board_.slots) add_label(s.label, s.at, s.upstream, "slot");
    for (const Port& p : board_.ports) add_label(p.label, p.at, p.upstream, "port");
    for (const LaneShare& share : board_.shares) {
      check_label(share.affects, "affects");
      if (!share.used.empty()) check_label(share.used, "used");
    }
  }

 private:
  void add_switch(const Switch& s) {
    if (is_root(s.id)) return reader_.error(at_, "switch cannot be called `" + s.id + "`");
    if (!switches_.emplace(s.id, &s).second) reader_.error(at_, "switch `" + s.id + "` is given twice");
    names_.push_back(s.id);
  }

  void add_label(const std::string& label, Location at, const std::string& upstream, const std::string& what) {
    const auto [first, added] = labels_.emplace(label, at);
    if (!added)
      reader_.error(at, "label `" + label + "` is given twice; first at line " + std::to_string(first->second.line));
    check_upstream(upstream, what + " `" + label + "`", at);
  }

  void check_upstream(const std::string& upstream, const std::string& what, Location at) {
    if (upstream.empty() || is_root(upstream) || switches_.count(upstream) != 0) return;
    std::vector<std::string_view> names = {"cpu0", "cpu1", "chipset"};
    names.insert(names.end(), names_.begin(), names_.end());
    reader_.error(at,
                  what + " hangs on `" + upstream + "`, which is neither a CPU, the chipset nor a switch of this board",
                  near_or(upstream, names, "it has " + listed(names)));
  }

  void check_cycle(const Switch& start) {
    const Switch* s = &start;
    for (std::size_t steps = 0; s != nullptr; ++steps) {
      const auto above = switches_.find(s->upstream);
      if (above == switches_.end()) return;
      s = above->second;
      if (s == &start || steps > board_.switches.size())
        return reader_.error(at_, "switch `" + start.id + "` is above itself");
    }
  }

  void check_label(const std::string& label, std::string_view key) {
    if (labels_.count(label) != 0) return;
    std::vector<std::string_view> names;
    for (const auto& [name, at] : labels_) names.push_back(name);
    reader_.error(at_,
                  "lane share: `" + std::string(key) + "` is `" + label + "`, which is no slot or port of this board",
                  near_or(label, names, names.empty() ? "" : "it has " + listed(names)));
  }

  const Board& board_;
  Location at_;
  NodeReader& reader_;
  std::map<std::string, const Switch*, std::less<>> switches_;
  std::vector<std::string_view> names_;
  std::map<std::string, Location, std::less<>> labels_;
};

}  // namespace

void check_topology(const Board& board, Location at, NodeReader& reader) {
  TopologyCheck(board, at, reader).run();
}

}  // namespace planner
