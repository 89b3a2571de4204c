// CPUs, boards, supplies, cases and coolers of OpenDB.
#include <algorithm>

#include "import/opendb_kinds.h"
#include "quote/wording.h"

namespace planner::import {
namespace {

constexpr std::int64_t kMostSlots = 48;  // of any kind on one board; beyond it is a typing error

/// Desktop sockets exist on boards of one CPU alone.
bool is_desktop_socket(std::string_view socket) {
  return socket.starts_with("AM") || socket.starts_with("FM") || socket.starts_with("sTR") || socket == "LGA1150" ||
         socket == "LGA1151" || socket == "LGA1155" || socket == "LGA1200" || socket == "LGA1700" ||
         socket == "LGA1851";
}

/// A form factor that the name contradicts is one of the data set's known errors.
bool name_contradicts(std::string_view name, std::string_view form) {
  const std::string folded = quote::fold(name);
  const auto says = [&](std::initializer_list<std::string_view> words) { return quote::has_any_phrase(folded, words); };
  const bool micro = says({"micro atx", "micro-atx", "matx", "m-atx", "microatx"});
  const bool mini = says({"mini itx", "mini-itx", "itx"}), extended = says({"eatx", "e-atx", "extended atx"});
  if (form == "Micro-ATX") return mini || extended;
  if (form == "Mini-ITX") return micro || extended;
  if (form == "ATX") return micro || mini || extended;
  return form == "E-ATX" && (micro || mini);
}

std::string efficiency_name(std::string_view rating) {
  if (!rating.starts_with("80+")) return {};
  std::string grade = quote::fold(rating.substr(3));
  std::erase(grade, ' ');
  return grade.empty() || grade == "standard" ? "white" : grade;
}

/// "ATX" for SFX supplies and worse: the name has the last word.
std::string psu_form_factor(const Record& record) {
  std::string form = record.text("form_factor");
  const std::string name = quote::fold(record.text("metadata.name"));
  const bool small = quote::has_any_phrase(name, {"sfx", "sfx-l", "tfx", "flex", "flex-atx", "1u", "2u"});
  if (form == "ATX/EPS") form = "ATX";
  if (form == "ATX" && small) return {};
  return form == "ATX" || form == "SFX" || form == "SFX-L" || form == "TFX" ? form : std::string();
}

void map_psu_connectors(const Record& record, Draft& draft) {
  const auto plugs = [&](const char* path, const char* field) {
    if (const auto v = record.number(path)) draft.figure(field, *v, "", record.place(path), true);
  };
  plugs("connectors.atx_24_pin", "atx24_connectors");
  plugs("connectors.eps_8_pin", "eps_connectors");
  plugs("connectors.pcie_6_plus_2_pin", "pcie_8pin_connectors");
  plugs("connectors.pcie_12vhpwr", "hpwr_connectors");
}

std::string chassis_type(std::string_view form) {
  if (form.find("Tower") != std::string_view::npos) return "tower";
  return form.find("Test Bench") != std::string_view::npos ? "open_frame" : "";
}

}  // namespace

void map_cpu(const Record& record, Draft& draft) {
  if (const auto s = record.text("socket"); !s.empty()) draft.figure("socket", socket_name(s), record.place("socket"));
  if (const auto v = record.number("cores.total")) draft.figure("cores", *v, "", record.place("cores.total"));
  if (const auto v = record.number("cores.threads")) draft.figure("threads", *v, "", record.place("cores.threads"));
  const auto tdp = record.number("specifications.tdp"), ppt = record.number("specifications.ppt");
  if (tdp) draft.figure("tdp", *tdp, "W", record.place("specifications.tdp"));
  if (ppt && tdp && *ppt >= *tdp) draft.figure("max_power", *ppt, "W", record.place("specifications.ppt"));
  const auto types = record.texts("specifications.memory.types");
  if (types.size() == 1) draft.figure("memory_type", types.front(), record.place("specifications.memory.types"));
  if (const auto v = record.number("specifications.memory.channels"))
    draft.figure("memory_channels", *v, "", record.place("specifications.memory.channels"));
}

void map_board(const Record& record, const MapContext& context, Draft& draft) {
  const bool sure = context.checked;
  const std::string socket = socket_name(record.text("socket"));
  if (!socket.empty()) draft.figure("socket", socket, record.place("socket"), sure);
  if (is_desktop_socket(socket)) draft.figure("sockets", "1", record.place("socket"), true);
  std::string chipset = record.text("chipset");
  for (const std::string_view maker : {"Intel ", "AMD "})
    if (chipset.starts_with(maker)) chipset.erase(0, maker.size());
  if (!chipset.empty()) draft.figure("chipset", chipset, record.place("chipset"));
  const std::string form = board_form_factor(record.text("form_factor"));
  if (!form.empty() && !name_contradicts(record.text("metadata.name"), form))
    draft.figure("form_factor", form, record.place("form_factor"), sure);
  if (const auto t = record.text("memory.ram_type"); !t.empty())
    draft.figure("memory_type", t, record.place("memory.ram_type"), sure);
  if (const auto v = record.count("memory.slots"); v && *v <= kMostSlots)
    draft.figure("memory_slots", Rational(*v), "", record.place("memory.slots"), sure);
  // A few hold terabytes in a field of gigabytes.
  if (const auto v = record.number("memory.max"); v && sure)
    draft.figure("memory_capacity", *v, "GB", record.place("memory.max"), sure);
}

void map_psu(const Record& record, const MapContext& context, Draft& draft) {
  const auto stated = watts_in(record.text("metadata.name")), watts = record.number("wattage");
  if (watts && (stated ? *stated == *watts : context.checked))
    draft.figure("rated_output", *watts, "W", record.place("wattage"), true);
  if (const auto f = psu_form_factor(record); !f.empty())
    draft.figure("form_factor", f, record.place("form_factor"), context.checked);
  if (const auto e = efficiency_name(record.text("efficiency_rating")); !e.empty())
    draft.figure("efficiency", e, record.place("efficiency_rating"), context.checked);
  if (const auto v = record.number("length")) draft.figure("length", *v, "mm", record.place("length"), context.checked);
  if (context.checked && record.has_figures("connectors")) map_psu_connectors(record, draft);
}

void map_chassis(const Record& record, const MapContext& context, Draft& draft) {
  const bool sure = context.checked;
  const auto length = [&](const char* path, const char* field) {
    if (const auto v = record.number(path)) draft.figure(field, *v, "mm", record.place(path), sure);
  };
  if (const auto t = chassis_type(record.text("form_factor")); !t.empty())
    draft.figure("type", t, record.place("form_factor"));
  // Outer dimensions are left out: the data set confuses height, width and depth.
  length("max_video_card_length", "gpu_clearance");
  length("max_cpu_cooler_height", "cooler_clearance");
  length("max_psu_length", "psu_clearance");
  if (const auto v = record.count("expansion_slots"); v && *v <= kMostSlots)
    draft.figure("expansion_slots", Rational(*v), "", record.place("expansion_slots"), sure);
  if (!sure) return;
  std::vector<std::string> forms;
  for (const auto& form : record.texts("supported_motherboard_form_factors"))
    if (const auto name = board_form_factor(form); !name.empty()) forms.push_back(name);
  draft.list("board_form_factors", forms, record.place("supported_motherboard_form_factors"));
  draft.list("psu_form_factors", record.texts("supported_power_supply_form_factors"),
             record.place("supported_power_supply_form_factors"));
}

void map_cooler(const Record& record, const MapContext& context, Draft& draft) {
  const bool water = record.is_true("water_cooled");
  const auto radiator = record.number("radiator_size");
  if (water || radiator)
    draft.figure("type", "aio", record.place("water_cooled"));
  else if (record.at("water_cooled") != nullptr)
    draft.figure("type", record.is_true("fanless") ? "passive" : "air", record.place("water_cooled"));
  const auto height = record.number("height");
  if (height && !water) draft.figure("height", *height, "mm", record.place("height"), context.checked);
  if (radiator && water) draft.figure("radiator", *radiator, "mm", record.place("radiator_size"), context.checked);
  if (!context.checked) return;
  std::vector<std::string> sockets;
  for (const auto& s : record.texts("cpu_sockets")) sockets.push_back(socket_name(s));
  draft.list("sockets", sockets, record.place("cpu_sockets"));
}

}  // namespace planner::import
