// What has to be asked before a quote can be judged: open variants, unnamed models, module counts.
#include <algorithm>
#include <array>

#include "model/field.h"
#include "quote/quote.h"
#include "units/dimension.h"

namespace planner {
namespace {

using Status = QuoteLine::Status;

// The fields that decide about power, fit and boot, most telling first; others tell variants apart only if none of
// these does.
constexpr auto kTelling = std::to_array<std::string_view>(
    {"board_power", "vram", "form_factor", "cooling", "slot_width", "module_type", "module_capacity", "rated_output",
     "atx_version", "hpwr_connectors", "tdp", "socket", "cores", "capacity", "bridge_span", "radiator", "gen"});
constexpr std::size_t kNamed = 4;

std::string text_of(const Field& field, const Scalar& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return std::string(field.name) + (*flag ? ": yes" : ": no");
  if (const auto* number = std::get_if<Rational>(&value)) {
    const bool plain = field.type.dimension.is_number();
    std::string name(field.name);
    std::replace(name.begin(), name.end(), '_', ' ');
    return (plain ? name + " " : std::string()) + format_amount({*number, field.type.dimension});
  }
  std::string name = std::get<std::string>(value);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

bool differs(const Field& field, const std::vector<const Part*>& parts) {
  const auto first = field.get(raw(*parts.front()));
  return std::any_of(parts.begin() + 1, parts.end(), [&](const Part* p) { return !(field.get(raw(*p)) == first); });
}

/// The fields in which the parts differ, at most two of the telling ones.
std::vector<const Field*> differences(const std::vector<const Part*>& parts) {
  std::vector<const Field*> found;
  const PartKind kind = kind_of(*parts.front());
  if (std::any_of(parts.begin(), parts.end(), [&](const Part* p) { return kind_of(*p) != kind; })) return found;
  for (const auto name : kTelling)
    if (const Field* field = find_field(kind, name); field != nullptr && found.size() < 2 && differs(*field, parts))
      found.push_back(field);
  return found;
}

/// "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition (300 W)".
std::string described(const Part& part, const std::vector<const Field*>& fields) {
  std::string figures;
  for (const auto* field : fields) {
    const auto value = field->get(raw(part));
    if (!value.known()) continue;
    figures += (figures.empty() ? "" : ", ") + text_of(*field, *value);
  }
  return info_of(part).name + (figures.empty() ? "" : " (" + figures + ")");
}

std::string quoted(const QuoteLine& line) {
  return "line " + std::to_string(line.line) + ", \"" + (line.name.empty() ? line.text : line.name) + "\": ";
}

std::string which_of(const QuoteLine& line, const std::vector<const Part*>& parts) {
  const auto fields = differences(parts);
  std::string text = quoted(line) + "is it ";
  const std::size_t named = std::min(parts.size(), kNamed);
  for (std::size_t i = 0; i < named; ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " or " : ", ";
    text += "the " + described(*parts[i], fields);
  }
  if (parts.size() > named) text += " or another";
  return text + "? Please give the part number.";
}

std::string about_memory(const QuoteLine& line, const Memory& memory) {
  if (!memory.module_capacity)
    return quoted(line) +
           "how many modules of which size are these, and are they registered (RDIMM) or unbuffered (UDIMM)? Please "
           "give the part number.";
  return quoted(line) + "are these registered (RDIMM) or unbuffered (UDIMM) modules? Please give the part number.";
}

std::string question_about(const QuoteLine& line, const Catalog& catalog) {
  std::vector<const Part*> parts;
  for (const auto& id : line.candidates)
    if (const Part* part = catalog.find(id)) parts.push_back(part);
  const auto* memory = line.part != nullptr ? std::get_if<Memory>(line.part) : nullptr;
  if (line.status == Status::ambiguous) {
    if (memory != nullptr) return about_memory(line, *memory);
    if (line.kind == PartKind::riser && line.part == nullptr)
      return quoted(line) + "how many are included? Please give the part number.";
    if (parts.size() > 1) return which_of(line, parts);
    return quoted(line) + "which model exactly is offered? Please give the part number.";
  }
  if (line.status == Status::unresolved && line.kind && line.part != nullptr)
    return quoted(line) + "which model exactly is this? Please give its maker and part number.";
  if (line.status != Status::resolved || line.reason.empty()) return {};
  if (line.kind == PartKind::riser && !line.quantity_stated)
    return quoted(line) + "how many are included, and of which length and PCIe generation?";
  if (memory != nullptr && line.score <= 70)
    return quoted(line) + "how many modules is it? Please give the part number.";
  const bool partner = line.kind == PartKind::gpu && !info_of(*line.part).origins.empty() &&
                       info_of(*line.part).id.rfind("stated-", 0) == 0;
  return partner ? quoted(line) +
                       "which card exactly is it? Please give its part number, length, slot width and power connectors."
                 : std::string();
}

}  // namespace

std::vector<std::string> vendor_questions(const Build& build, const Catalog& catalog) {
  std::vector<std::string> questions;
  if (!build.quote) return questions;
  for (const auto& line : build.quote->lines) {
    std::string question = question_about(line, catalog);
    if (!question.empty() && std::find(questions.begin(), questions.end(), question) == questions.end())
      questions.push_back(std::move(question));
  }
  return questions;
}

}  // namespace planner
