#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/edmonds_karp_max_flow.hpp>

#include "facts/placement_result.h"

namespace planner::placement {
namespace {

constexpr int kUnlimited = 1 << 20;

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
struct Vertex {
  boost::default_color_type color = boost::white_color;
  Traits::edge_descriptor predecessor;
};
struct Edge {
  int capacity = 0;
  int residual = 0;
  Traits::edge_descriptor reverse;
};
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Vertex, Edge>;

/// A flow network over whole lanes; adds the reverse edges that the algorithm works on.
class FlowNetwork {
 public:
  int add_vertex() { return static_cast<int>(boost::add_vertex(graph_)); }

  void add_edge(int from, int to, int capacity) {
    const auto forward = boost::add_edge(vertex(from), vertex(to), graph_).first;
    const auto backward = boost::add_edge(vertex(to), vertex(from), graph_).first;
    graph_[forward].capacity = capacity;
    graph_[forward].reverse = backward;
    graph_[backward].reverse = forward;
    edges_.push_back(forward);
  }

  int run(int source, int sink) {
    const int flow = boost::edmonds_karp_max_flow(graph_, vertex(source), vertex(sink),
                                                  boost::capacity_map(boost::get(&Edge::capacity, graph_))
                                                      .residual_capacity_map(boost::get(&Edge::residual, graph_))
                                                      .reverse_edge_map(boost::get(&Edge::reverse, graph_))
                                                      .color_map(boost::get(&Vertex::color, graph_))
                                                      .predecessor_map(boost::get(&Vertex::predecessor, graph_)));
    mark_reachable(source);
    return flow;
  }

  /// After run(): on the source's side of the minimum cut.
  bool reachable(int v) const { return reachable_[vertex(v)]; }

  int cut_capacity() const {
    int sum = 0;
    for (const auto& e : edges_)
      if (reachable_[boost::source(e, graph_)] && !reachable_[boost::target(e, graph_)]) sum += graph_[e].capacity;
    return sum;
  }

 private:
  static std::size_t vertex(int v) { return static_cast<std::size_t>(v); }

  void mark_reachable(int source) {
    reachable_.assign(boost::num_vertices(graph_), false);
    std::vector<std::size_t> open{vertex(source)};
    reachable_[vertex(source)] = true;
    while (!open.empty()) {
      const std::size_t v = open.back();
      open.pop_back();
      for (auto [it, end] = boost::out_edges(v, graph_); it != end; ++it) {
        const std::size_t to = boost::target(*it, graph_);
        if (graph_[*it].residual <= 0 || reachable_[to]) continue;
        reachable_[to] = true;
        open.push_back(to);
      }
    }
  }

  Graph graph_;
  std::vector<Traits::edge_descriptor> edges_;
  std::vector<bool> reachable_;
};

std::string cards_want(int count, int lanes) {
  return std::to_string(count) + (count == 1 ? " card wants x" : " cards want x") + std::to_string(lanes);
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

class Cutter {
 public:
  Cutter(const Host& host, const Cards& cards, const Solution& solution)
      : host_(host), cards_(cards), solution_(solution) {}

  LaneCut cut() {
    source_ = network_.add_vertex();
    sink_ = network_.add_vertex();
    add_roots();
    for (std::size_t spot = 0; spot < solution_.options.connectors.size(); ++spot)
      if (solution_.result.chosen[spot] >= 0) add_connector(spot);
    LaneCut cut;
    cut.wanted = wanted_;
    cut.carried = network_.run(source_, sink_);
    cut.cut = network_.cut_capacity();
    if (cut.carried < cut.wanted) cut.words = describe();
    return cut;
  }

 private:
  struct Used {
    int connector = 0;
    int vertex = 0;
    int capacity = 0;
    int cards = 0;
    int wanted = 0;
  };

  void add_roots() {
    for (const Root& root : host_.roots) {
      roots_.push_back(network_.add_vertex());
      capacities_.push_back(root.offered < 0 ? kUnlimited : std::max(0, root.offered - root.switch_lanes));
    }
    roots_.push_back(network_.add_vertex());  // of connectors whose root is not established, or that hang on a switch
    capacities_.push_back(kUnlimited);
    for (std::size_t r = 0; r < packing::kRoots && r < host_.roots.size(); ++r)
      if (capacities_[r] < kUnlimited) capacities_[r] = std::max(0, capacities_[r] - solution_.given.drive_lanes[r]);
    for (std::size_t spot = 0; spot < solution_.options.connectors.size(); ++spot) {
      const int chosen = solution_.result.chosen[spot];
      if (chosen < 0 || solution_.options.choices[static_cast<std::size_t>(chosen)].nic_class < 0) continue;
      int& capacity = capacities_[root_of(spot)];
      if (capacity < kUnlimited)
        capacity =
            std::max(0, capacity - std::max(0, solution_.options.choices[static_cast<std::size_t>(chosen)].taken));
    }
    for (std::size_t r = 0; r < roots_.size(); ++r) network_.add_edge(source_, roots_[r], capacities_[r]);
  }

  std::size_t root_of(std::size_t spot) const {
    const Connector& c = host_.connectors[static_cast<std::size_t>(solution_.options.connectors[spot])];
    return c.takes_root_lanes ? static_cast<std::size_t>(c.root) : host_.roots.size();
  }

  void add_connector(std::size_t spot) {
    const Choice& choice = solution_.options.choices[static_cast<std::size_t>(solution_.result.chosen[spot])];
    if (choice.gpus == 0) return;
    // Behind a switch every card has its own full link; what they share shows as bandwidth, not as missing lanes.
    if (choice.pool >= 0 && cards_.pools[static_cast<std::size_t>(choice.pool)].type == RiserType::switch_board) return;
    const int connector = solution_.options.connectors[spot];
    const int offered = solution_.given.lanes[static_cast<std::size_t>(connector)];
    Used used{connector, network_.add_vertex(), offered < 0 ? kUnlimited : offered, 0, 0};
    network_.add_edge(roots_[root_of(spot)], used.vertex, used.capacity);
    for (int g = 0; g < choice.gpus; ++g) {
      const int wants = cards_.gpus[static_cast<std::size_t>(choice.gpu_class[static_cast<std::size_t>(g)])].link.lanes;
      if (wants < 0) continue;
      const int gpu = network_.add_vertex();
      network_.add_edge(used.vertex, gpu, wants);
      network_.add_edge(gpu, sink_, wants);
      ++used.cards;
      used.wanted += wants;
    }
    wanted_ += used.wanted;
    used_.push_back(used);
  }

  std::string describe() const {
    std::vector<std::string> parts;
    for (std::size_t r = 0; r < roots_.size(); ++r) {
      if (network_.reachable(roots_[r])) continue;
      int cards = 0, wanted = 0;
      for (const Used& u : used_) {
        const Connector& c = host_.connectors[static_cast<std::size_t>(u.connector)];
        if (!c.takes_root_lanes || static_cast<std::size_t>(c.root) != r) continue;
        cards += u.cards;
        wanted += u.wanted;
      }
      if (wanted <= capacities_[r]) continue;
      parts.push_back(host_.roots[r].name + " offers x" + std::to_string(capacities_[r]) + " to these slots; " +
                      cards_want(cards, wanted));
    }
    describe_connectors(parts);
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
    return text;
  }

  void describe_connectors(std::vector<std::string>& parts) const {
    std::vector<std::string> names;
    int offered = 0, cards = 0, wanted = 0;
    for (const Used& u : used_) {
      const Connector& c = host_.connectors[static_cast<std::size_t>(u.connector)];
      const std::size_t root = c.takes_root_lanes ? static_cast<std::size_t>(c.root) : host_.roots.size();
      if (!network_.reachable(roots_[root]) || network_.reachable(u.vertex) || u.wanted <= u.capacity) continue;
      names.push_back(std::string(c.label) + (c.second_port >= 0 ? "+" + std::string(c.second_label) : ""));
      offered += u.capacity;
      cards += u.cards;
      wanted += u.wanted;
    }
    if (names.empty()) return;
    parts.push_back(join(names) + (names.size() == 1 ? " offers x" : " offer x") + std::to_string(offered) + "; " +
                    cards_want(cards, wanted));
  }

  const Host& host_;
  const Cards& cards_;
  const Solution& solution_;
  FlowNetwork network_;
  int source_ = 0, sink_ = 0, wanted_ = 0;
  std::vector<int> roots_, capacities_;
  std::vector<Used> used_;
};

}  // namespace

LaneCut cut_lanes(const Host& host, const Cards& cards, const Solution& solution) {
  return Cutter(host, cards, solution).cut();
}

}  // namespace planner::placement
