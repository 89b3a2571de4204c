// GPUs, drives and memory of OpenDB.
#include <algorithm>
#include <array>

#include "import/opendb_kinds.h"
#include "quote/tokens.h"
#include "quote/wording.h"
#include "source/node_builder.h"

namespace planner::import {
namespace {

std::string cooling_name(std::string_view text) {
  if (text.find("Fan") != std::string_view::npos) return "open_air";
  if (text == "Blower") return "blower";
  if (text == "Passive") return "passive";
  if (text == "Hybrid") return "hybrid";
  return text == "Water Cooled" ? "liquid" : "";
}

/// Plugs of a card, from a block in which at least one is counted.
Node connectors(const Record& record) {
  static constexpr std::array<std::pair<const char*, const char*>, 4> kPlugs = {
      {{"power_connectors.pcie_6_pin", "pcie_6pin"},
       {"power_connectors.pcie_8_pin", "pcie_8pin"},
       {"power_connectors.pcie_12VHPWR", "hpwr_12v2x6"},
       {"power_connectors.pcie_12V_2x6", "hpwr_12v2x6"}}};
  Node plugs = list_node();
  bool hpwr = false;
  for (const auto& [path, type] : kPlugs) {
    const auto count = record.count(path);
    const bool is_hpwr = std::string_view(type) == "hpwr_12v2x6";
    if (!count || (is_hpwr && hpwr)) continue;  // both names of one plug
    hpwr = hpwr || is_hpwr;
    Node plug = map_node();
    put(plug, "type", type);
    put(plug, "count", std::to_string(*count));
    plugs.items.push_back(std::move(plug));
  }
  return plugs;
}

/// "PCIe 4.0 x16", "M.2 PCIe 3.0 x4": generation and lanes, each where stated.
void map_link(const Record& record, std::string_view path, std::string_view lanes_field, Draft& draft) {
  const std::string text = record.text(path);
  const std::size_t pcie = text.find("PCIe ");
  if (pcie == std::string::npos) return;
  const std::string_view link = std::string_view(text).substr(pcie + 5);
  if (link.size() > 3 && quote::is_digit(link[0]) && link.substr(1, 2) == ".0")
    draft.figure("pcie_gen", std::string(link.substr(0, 1)), record.place(path));
  const std::size_t x = link.find('x');
  const std::string lanes(x == std::string_view::npos ? std::string_view() : link.substr(x));
  if (lanes == "x1" || lanes == "x2" || lanes == "x4" || lanes == "x8" || lanes == "x16")
    draft.figure(lanes_field, lanes, record.place(path));
}

/// What board partners build differently is not taken from the chip's own card.
void map_partner_card(const Record& record, const MapContext& context, Draft& draft) {
  const std::string why = "differs by board partner";
  for (const char* field : {"length", "slot_width", "cooling", "power_connectors"}) {
    if (!draft.has(field)) draft.unknown(field, why);
  }
  draft.unknown("height", why);
  draft.unknown("power_limit_min", why);
  draft.unknown("power_limit_max", why);
  draft.unknown("boost_clock", why);
  const Gpu& base = std::get<Gpu>(*context.base);
  const auto watts = record.number("tdp");
  const bool plausible = watts && base.board_power && *watts > base.board_power->in_base() &&
                         watts->to_double() <= 1.35 * base.board_power->to_double();
  if (plausible && context.checked) draft.figure("board_power", *watts, "W", record.place("tdp"), true);
}

}  // namespace

void map_gpu(const Record& record, const MapContext& context, Draft& draft) {
  const bool sure = context.checked;
  if (const auto v = record.number("length")) draft.figure("length", *v, "mm", record.place("length"), sure);
  if (const auto v = record.number("total_slot_width"))
    draft.figure("slot_width", *v, "slots", record.place("total_slot_width"), sure);
  if (const auto c = cooling_name(record.text("cooling")); !c.empty())
    draft.figure("cooling", c, record.place("cooling"), sure);
  if (sure && record.has_figures("power_connectors"))
    draft.structured("power_connectors", connectors(record), record.place("power_connectors"));
  if (context.base != nullptr) return map_partner_card(record, context, draft);
  draft.figure("form_factor", "pcie_card", {});
  if (const auto v = record.number("memory")) draft.figure("vram", *v, "GB", record.place("memory"), sure);
  if (const auto t = record.text("memory_type"); !t.empty())
    draft.figure("vram_type", t, record.place("memory_type"), sure);
  if (const auto v = record.number("tdp"); v && sure) draft.figure("board_power", *v, "W", record.place("tdp"), sure);
  map_link(record, "interface", "pcie_lanes", draft);
}

void map_storage(const Record& record, Draft& draft) {
  const auto stated = gigabytes_in(record.text("metadata.name"));
  const auto capacity = record.number("capacity");
  if (capacity && (!stated || *stated == *capacity))
    draft.figure("capacity", *capacity, "GB", record.place("capacity"), stated.has_value());
  if (!capacity && stated) draft.figure("capacity", *stated, "GB", record.place("metadata.name"));
  const std::string interface = record.text("interface");
  const bool serial = interface.find("SATA") != std::string::npos || interface.find("SAS") != std::string::npos;
  std::string form = record.text("form_factor");
  if (form.starts_with("M.2-")) form[3] = ' ';
  if (form == "2.5\"") form = serial ? "2.5in SATA" : "";
  if (form == "3.5\"") form = "3.5in";
  if (!form.empty() && form != "PCIe") draft.figure("form_factor", form, record.place("form_factor"));
  if (serial)
    draft.figure("lanes", "x0", record.place("interface"));
  else
    map_link(record, "interface", "lanes", draft);
}

/// The data set calls nearly every module unbuffered and without ECC, registered ones for servers too: only what the
/// name says counts, or what only unbuffered modules for desktops have.
void map_module_type(const Record& record, Draft& draft) {
  const std::string name = quote::fold(record.text("metadata.name") + " " + record.text("metadata.series"));
  const auto says = [&](std::initializer_list<std::string_view> words) { return quote::has_any_phrase(name, words); };
  const Location at = record.place("metadata.name");
  const std::string form = record.text("form_factor");
  const bool registered = says({"rdimm", "r-dimm", "registered", "reg"});
  if (says({"lrdimm", "lr-dimm", "load reduced", "load-reduced"}))
    draft.figure("module_type", "lrdimm", at);
  else if (registered)
    draft.figure("module_type", "rdimm", at);
  else if (form.find("SO-DIMM") != std::string::npos || says({"sodimm", "so-dimm"}))
    draft.figure("module_type", "sodimm", at);
  else if (says({"udimm", "u-dimm", "unbuffered"}) ||
           (record.is_true("rgb") && record.text("registered") == "Unbuffered" && !says({"ecc", "server"})))
    draft.figure("module_type", "udimm", at);
  if (says({"non-ecc", "non ecc"}))
    draft.figure("ecc", "false", at);
  else if (registered || says({"ecc"}))
    draft.figure("ecc", "true", at);
}

void map_memory(const Record& record, const MapContext& context, Draft& draft) {
  const std::string type = record.text("ram_type");
  if (type.starts_with("DDR") && type != "DDR1")
    draft.figure("memory_type", type, record.place("ram_type"),
                 record.text("metadata.name").find(type) != std::string::npos);
  const auto quantity = record.count("modules.quantity"), each = record.count("modules.capacity_gb");
  const auto total = record.count("capacity");
  const bool agree = quantity && each && *quantity <= 64 && *each <= 1024 && (!total || *quantity * *each == *total);
  if (agree) {
    const bool sure = context.checked || total.has_value();
    draft.figure("modules", Rational(*quantity), "", record.place("modules.quantity"), sure);
    draft.figure("module_capacity", Rational(*each), "GB", record.place("modules.capacity_gb"), sure);
  }
  if (const auto speed = record.number("speed")) draft.figure("speed", *speed, "MT/s", record.place("speed"));
  map_module_type(record, draft);
}

}  // namespace planner::import
