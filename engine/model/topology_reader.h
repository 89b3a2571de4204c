// PCIe topology of boards in the catalog's format: slots, ports, switches and lane sharing.
#pragma once

#include <string>
#include <vector>

#include "model/exact_text.h"
#include "model/node_reader.h"
#include "model/part.h"

namespace planner {

/// A slot, or a row of equal ones: label "GPU{1..8}" with `pitch` gives eight, `pitch` positions apart.
void read_slots(std::vector<Slot>& out, const Node& node, NodeReader& reader);
void read_port(std::vector<Port>& out, const Node& node, NodeReader& reader);
void read_switch(std::vector<Switch>& out, const Node& node, NodeReader& reader);
void read_share(std::vector<LaneShare>& out, const Node& node, NodeReader& reader);

Node write_slot(const Slot& slot);
Node write_port(const Port& port);
Node write_switch(const Switch& node);
Node write_share(const LaneShare& share);

/// Reports labels given twice, upstreams and shares that name nothing on the board, and switches above themselves.
/// `at` is the place to name where the model keeps none.
void check_topology(const Board& board, Location at, NodeReader& reader);

}  // namespace planner
