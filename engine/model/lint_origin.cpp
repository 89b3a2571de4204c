// Where figures come from, and what names mean.
#include <algorithm>
#include <cctype>
#include <map>

#include "model/field.h"
#include "model/lint_checks.h"

namespace planner {
namespace {

/// Letters and digits in lower case: what is left of a name when people write it their way.
std::string plain(std::string_view name) {
  std::string result;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool names_a_gpu(const Catalog& catalog, const std::string& text) {
  const std::string wanted = plain(text);
  for (const Part* part : catalog.of_kind(PartKind::gpu)) {
    const PartInfo& info = info_of(*part);
    if (plain(info.id) == wanted || plain(info.name) == wanted) return true;
    if (std::any_of(info.aliases.begin(), info.aliases.end(), [&](const std::string& a) { return plain(a) == wanted; }))
      return true;
  }
  return false;
}

struct NameUse {
  const PartInfo* info;
  std::string_view field;
  std::string text;
};

void report_clash(const NameUse& first, const NameUse& second, LintReport& report) {
  const std::string message =
      "`" + second.text + "` also means " + first.info->id + " (" + std::string(first.field) + ")";
  if (first.field == "part_numbers" && second.field == "part_numbers")
    report.error(*second.info, second.field, message);
  else
    report.warning(*second.info, second.field, message);
}

}  // namespace

void lint_references(const Part& part, const Catalog& catalog, LintReport& report) {
  const PartInfo& info = info_of(part);
  if (const auto* riser = std::get_if<Riser>(&part)) {
    for (const std::string& gpu : riser->gpus)
      if (!names_a_gpu(catalog, gpu)) report.warning(info, "gpus", "no GPU `" + gpu + "`");
  }
  const auto* platform = std::get_if<Platform>(&part);
  if (platform == nullptr) return;
  for (const std::string& gpu : platform->validated_gpus)
    if (!names_a_gpu(catalog, gpu)) report.warning(info, "validated_gpus", "no GPU `" + gpu + "`");
  if (!platform->includes_gpu.empty() && platform->includes_gpu_count <= 0)
    report.error(info, "includes_gpu_count", "includes a GPU but not how many");
}

void lint_provenance(const Part& part, LintReport& report) {
  const PartInfo& info = info_of(part);
  if (info.sources.empty() && !info.generic) {
    for (const PartSection& section : sections_of(part)) {
      for (const Field& field : fields_of(section.kind)) {
        const std::string name = std::string(section.prefix) + std::string(field.name);
        if (field.get(section.part) && provenance_of(info, name).source.empty()) report.error(info, name, "no source");
      }
    }
  }
  for (const Price& price : info.prices) {
    const std::string what = price.currency + " price";
    if (price.as_of.empty()) report.error_at(info, "prices", price.at, what + " without a date");
    if (price.source.empty()) report.error_at(info, "prices", price.at, what + " without a source");
    if (price.cents <= 0) report.error_at(info, "prices", price.at, what + " of nothing");
  }
}

void lint_names(const Catalog& catalog, LintReport& report) {
  std::map<std::string, NameUse> uses;
  const auto use = [&](const Part& part, std::string_view field, const std::string& text) {
    const std::string key = plain(text);
    if (key.empty()) return report.warning(info_of(part), field, "a name without letters or digits");
    const NameUse here{&info_of(part), field, text};
    const auto [it, added] = uses.emplace(key, here);
    const bool same_part = !added && (it->second.info == here.info);
    if (!added && !same_part) report_clash(it->second, here, report);
  };
  for (const auto& part : catalog.parts()) {
    const PartInfo& info = info_of(*part);
    use(*part, "name", info.name);
    for (const std::string& alias : info.aliases) use(*part, "aliases", alias);
    for (const std::string& number : info.part_numbers) use(*part, "part_numbers", number);
  }
}

}  // namespace planner
