// The answer of suggest for programs.
#include "report/answer.h"
#include "report/json_parts.h"

namespace planner {
namespace {

using Json = nlohmann::ordered_json;

Json suggestion_json(const Suggestion& s, const std::string& role) {
  Json j{{"role", role}, {"roles", s.roles}, {"name", s.build.name}};
  j["price"] = {{"amount", static_cast<double>(s.scores.cents) / 100}, {"currency", "USD"}};
  j["parts"] = Json::array();
  for (const BuildItem& item : s.build.items) {
    Json part{{"kind", name_of(kind_of(*item.part))},
              {"id", info_of(*item.part).id},
              {"name", info_of(*item.part).name},
              {"quantity", item.count}};
    if (const Price* p = usd_price(info_of(*item.part)))
      part["unit_price"] = static_cast<double>(p->cents) / 100, part["price_as_of"] = p->as_of;
    if (item.power_limit) part["power_limit"] = item.power_limit->text();
    j["parts"].push_back(part);
  }
  j["objective"] = {{"throughput_tflops", s.scores.throughput.to_double()},
                    {"precision", s.scores.fp16 ? "fp16" : "bf16"},
                    {"vram_gb", s.scores.vram.to_double()},
                    {"gpu_power_w", s.scores.gpu_power.to_double()},
                    {"cost_usd", static_cast<double>(s.scores.cents) / 100}};
  j["verdict"] = name_of(s.report.verdict);
  j["counts"] = to_json(s.report.counts);
  j["findings"] = Json::array();
  for (const Finding& f : s.report.findings)
    if (f.outcome == Outcome::failed) j["findings"].push_back(to_json(f));
  j["facts"] = facts_json(Facts(s.build));
  return j;
}

Json certificate_json(const Certificate& c) {
  Json j{{"proved", c.proved}, {"gap", c.gap}, {"nodes", c.nodes}, {"leaves", c.leaves}, {"gpu_models", c.gpu_models}};
  if (!c.proved) j["open"] = c.open;
  j["prunes"] = c.prunes;
  j["excluded"] = c.excluded;
  j["assumptions"] = c.assumptions;
  j["digests"] = {{"catalog", c.catalog_digest}, {"rules", c.rules_digest}};
  return j;
}

}  // namespace

std::string suggest_json(const SuggestResult& result, const Request& request) {
  Json j{{"format_version", kFormatVersion}, {"command", "suggest"}};
  j["request"] = {{"gpus", request.gpus}, {"budget", request.budget ? Json(request.budget->to_double()) : Json()}};
  j["builds"] = Json::array();
  for (const Suggestion& s : result.builds) j["builds"].push_back(suggestion_json(s, s.roles.front()));
  j["certificate"] = certificate_json(result.certificate);
  if (result.builds.empty()) {
    j["conflict"] = result.conflict;
    j["relaxations"] = Json::array();
    for (const Relaxation& r : result.relaxations) {
      Json relaxation{{"wish", r.wish}, {"text", r.text}};
      if (r.example) relaxation["build"] = suggestion_json(*r.example, "cheapest");
      j["relaxations"].push_back(relaxation);
    }
  }
  return j.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace planner
