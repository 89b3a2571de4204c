// Members of pairs, events, figures, results, complaints and differences.
#include <cstdio>

#include "check/member.h"
#include "gpu_probe/conform/conform_schema.h"

namespace planner::conform {
namespace {

template <class Object>
class ElementType {
 public:
  ElementType(expr::Schema& schema, std::string name, std::string doc, std::string (*label)(const Object&))
      : type_(schema.add(std::move(name), std::move(doc))) {
    type_.label = [label](const void* object) { return label(*static_cast<const Object*>(object)); };
  }
  template <class Get>
  ElementType& fact(std::string name, std::string doc, Get get) {
    add_fact<Object>(type_, std::move(name), std::move(doc), 0, expr::Direction::any, "compare", get);
    return *this;
  }

 private:
  expr::ObjectType& type_;
};

void register_pair(expr::Schema& schema) {
  ElementType<PairState> t(schema, "pair", "two GPUs of the machine", [](const PairState& p) {
    return "GPU " + std::to_string(p.a) + " - GPU " + std::to_string(p.b);
  });
  t.fact("level", "nvlink, pix, pxb, phb, node, sys", [](const PairState& p) { return p.level; })
      .fact("planned_level", "the same by plan", [](const PairState& p) { return p.planned_level; })
      .fact("farther", "steps farther apart than planned", [](const PairState& p) { return p.farther; })
      .fact("same_node", "both are on one NUMA node", [](const PairState& p) { return p.same_node; })
      .fact("peer_access", "the driver offers copies between them", [](const PairState& p) { return p.peer_access; })
      .fact("peer_planned", "their stock driver offers such copies by catalog",
            [](const PairState& p) { return p.peer_planned; })
      .fact("bandwidth", "best measured copy between them", [](const PairState& p) { return p.bandwidth; })
      .fact("farther_bandwidth", "best measured copy of a pair that is farther apart",
            [](const PairState& p) { return p.farther_bandwidth; });
}

void register_event(expr::Schema& schema) {
  using E = EventGroup;
  ElementType<E> t(schema, "event", "equal lines of the kernel log", [](const E& e) {
    if (e.gpu >= 0) return "GPU " + std::to_string(e.gpu);
    return e.device.empty() ? std::string("kernel log") : "device " + e.device;
  });
  t.fact("kind", "xid, aer, bar-unassigned, link-down, fallen-off-bus, ...",
         [](const E& e) { return std::string(machine::to_text(e.kind)); })
      .fact("code", "number of an Xid", [](const E& e) { return e.code; })
      .fact("device", "PCI address", [](const E& e) { return e.device; })
      .fact("severity", "AER: correctable, nonfatal, fatal", [](const E& e) { return e.severity; })
      .fact("detail", "the error in the kernel's words", [](const E& e) { return e.detail; })
      .fact("resource",
            "bar-unassigned: bar, rom, io-window, ...; driver-problem: version, firmware, other-driver, ...",
            [](const E& e) { return e.resource; })
      .fact("harmless", "says nothing against the machine", [](const E& e) { return e.harmless; })
      .fact("of_gpu", "of a GPU or a bridge above one", [](const E& e) { return e.of_gpu; })
      .fact("placed", "the bus was listed, so that it is known what sits at that address",
            [](const E& e) { return e.placed; })
      .fact("count", "times it was logged", [](const E& e) { return e.count; })
      .fact("line", "the first such line", [](const E& e) { return e.line; });
}

void register_nic(expr::Schema& schema) {
  using N = NicState;
  ElementType<N> t(schema, "nic", "a network card, of the machine or of the plan",
                   [](const N& n) { return n.subject; });
  t.fact("found", "it is in the machine", [](const N& n) { return n.found; })
      .fact("width", "link width now", [](const N& n) { return n.width; })
      .fact("card_width", "widest link of the card", [](const N& n) { return n.card_width; })
      .fact("slot_width", "widest link of the port above it", [](const N& n) { return n.slot_width; })
      .fact("gen", "PCIe generation now", [](const N& n) { return n.gen; })
      .fact("possible_gen", "the most that card and slot can do together", [](const N& n) { return n.possible_gen; })
      .fact("speed", "of its fastest port that is up", [](const N& n) { return n.speed; })
      .fact("node", "NUMA node", [](const N& n) { return n.node; })
      .fact("beside_gpu", "below a PCIe switch that also has a GPU", [](const N& n) { return n.beside_gpu; });
  const auto plan = [&t](const char* name, const char* doc, auto get) {
    using Value = std::decay_t<decltype(get(std::declval<const PlannedNic&>()))>;
    t.fact(name, doc, [get](const N& n) -> Value {
      if (n.planned == nullptr) return Value::unknown("the plan has no such card");
      return get(*n.planned);
    });
  };
  plan("planned_width", "link width by plan", [](const PlannedNic& p) { return p.lanes; });
  plan("planned_gen", "PCIe generation by plan", [](const PlannedNic& p) { return p.gen; });
  plan("planned_node", "CPU socket by plan", [](const PlannedNic& p) { return p.socket; });
  plan("planned_speed", "speed of a port by plan", [](const PlannedNic& p) { return p.port_speed; });
  plan("planned_slot", "slot by plan", [](const PlannedNic& p) { return Known<std::string>(p.slot); });
  plan("planned_beside_gpu", "by plan below a PCIe switch that also has a GPU",
       [](const PlannedNic& p) { return Truth(p.beside_gpu); });
}

std::string reading_text(const machine::Sensor& s) {
  if (!s.value) return "no reading";
  char text[40];
  std::snprintf(text, sizeof text, "%g ", *s.value);
  return text + s.unit.value_or("");
}

void register_sensor(expr::Schema& schema) {
  using S = SensorState;
  ElementType<S> t(schema, "sensor", "a reading of the BMC or of a sensor chip",
                   [](const S& s) { return "sensor " + s.sensor->label.value_or("?"); });
  t.fact("label", "its name", [](const S& s) { return s.sensor->label.value_or("?"); })
      .fact("kind", "temperature, fan, power, voltage, current, supply, redundancy, discrete",
            [](const S& s) { return s.kind; })
      .fact("state", "ok, warning, critical, or empty where the source does not judge",
            [](const S& s) { return s.state; })
      .fact("detail", "states of a discrete sensor in words", [](const S& s) { return s.sensor->detail.value_or(""); })
      .fact("temperature", "its reading", [](const S& s) { return s.temperature; })
      .fact("reading", "its reading as text", [](const S& s) { return reading_text(*s.sensor); })
      .fact("inlet", "it measures the air that goes in", [](const S& s) { return s.inlet; })
      .fact("inlet_limit", "highest inlet temperature by plan, else the BMC's limit",
            [](const S& s) { return s.inlet_limit; })
      .fact("limit_basis", "where that limit comes from", [](const S& s) { return s.limit_basis; })
      .fact("too_hot", "above its own critical limit", [](const S& s) { return s.too_hot; })
      .fact("stands", "a fan that should turn and does not", [](const S& s) { return s.stands; });
}

void register_trouble(expr::Schema& schema) {
  using T = BmcTrouble;
  ElementType<T> t(schema, "bmc_trouble", "a trouble in the BMC's event log that nothing after it ended",
                   [](const T& b) { return b.sensor; });
  t.fact("kind", "supply, fan, temperature, memory, bus, processor", [](const T& b) { return b.kind; })
      .fact("sensor", "that reported it", [](const T& b) { return b.sensor; })
      .fact("event", "in the BMC's words", [](const T& b) { return b.event; })
      .fact("time", "of the last such line", [](const T& b) { return b.time; })
      .fact("count", "times it was logged", [](const T& b) { return b.count; });
}

void register_figure(expr::Schema& schema) {
  using F = Figure;
  ElementType<F> t(schema, "figure", "a measured figure", [](const F& f) { return f.subject; });
  t.fact("tool", "that measured it", [](const F& f) { return f.tool; })
      .fact("metric", "what it is", [](const F& f) { return f.metric; })
      .fact("subject", "of which GPU or pair", [](const F& f) { return f.subject; })
      .fact("unit", "of the value", [](const F& f) { return f.unit; })
      .fact("value", "in that unit", [](const F& f) { return f.value; })
      .fact("expected", "what it should be, in that unit", [](const F& f) { return f.expected; })
      .fact("of_peers", "share of the median of its peers", [](const F& f) { return f.of_peers; })
      .fact("of_baseline", "share of the same figure on the earlier day", [](const F& f) { return f.of_baseline; })
      .fact("verdict", "of the probe: pass, warn, fail, skip, inconclusive", [](const F& f) { return f.verdict; })
      .fact("reason", "why the probe says so", [](const F& f) { return f.reason; })
      .fact("hint", "likeliest cause, or empty", [](const F& f) { return f.hint; })
      .fact("informs_only", "a property of the platform, not judged", [](const F& f) { return f.informs_only; })
      .fact("lower_is_better", "a latency", [](const F& f) { return f.lower_is_better; });
}

void register_result(expr::Schema& schema) {
  using R = ToolResult;
  ElementType<R> t(schema, "result", "a result of a test tool",
                   [](const R& r) { return r.tool + " " + r.test + (r.subject.empty() ? "" : ", " + r.subject); });
  t.fact("tool", "dcgmi, gpu_burn, probe, ...", [](const R& r) { return r.tool; })
      .fact("test", "name of the test", [](const R& r) { return r.test; })
      .fact("outcome", "passed, failed, warned, skipped, no-work, busy, data-errors, incomplete",
            [](const R& r) { return r.outcome; })
      .fact("message", "in the tool's words", [](const R& r) { return r.message; })
      .fact("excused", "the failure names a state that is as planned", [](const R& r) { return r.excused; });
}

void register_complaint(expr::Schema& schema) {
  using C = Complaint;
  ElementType<C> t(schema, "complaint", "what somebody reported",
                   [](const C& c) { return std::string(c.symptom->title); });
  t.fact("symptom", "id of the symptom", [](const C& c) { return std::string(c.symptom->id); })
      .fact("hard", "it proves by itself that something is wrong", [](const C& c) { return c.hard; })
      .fact("told", "as it was told", [](const C& c) { return c.told; });
}

void register_difference(expr::Schema& schema, std::string name, std::string doc) {
  using D = Difference;
  ElementType<D> t(schema, std::move(name), std::move(doc), [](const D& d) { return d.what; });
  t.fact("what", "the thing", [](const D& d) { return d.what; })
      .fact("before", "first value", [](const D& d) { return d.before; })
      .fact("now", "second value", [](const D& d) { return d.now; });
}

}  // namespace

void register_elements(expr::Schema& schema) {
  register_pair(schema);
  register_event(schema);
  register_nic(schema);
  register_sensor(schema);
  register_trouble(schema);
  register_figure(schema);
  register_result(schema);
  register_complaint(schema);
  register_difference(schema, "change", "something that is not as in the baseline");
  register_difference(schema, "contradiction", "something that two sources state differently");
}

}  // namespace planner::conform
