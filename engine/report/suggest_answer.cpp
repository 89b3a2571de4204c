// The answer of suggest.
#include <algorithm>

#include "report/answer.h"
#include "report/json_parts.h"
#include "report/sections.h"

namespace planner {
namespace {

using Json = nlohmann::ordered_json;

std::string join(const std::vector<std::string>& list, std::string_view separator) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : std::string(separator)) + item;
  return text;
}

std::string money(std::int64_t cents) {
  return Money::from_smallest(cents).text();
}

std::string role_text(const std::vector<std::string>& roles) {
  std::vector<std::string> words;
  for (const std::string& r : roles)
    words.push_back(r == "best_value"       ? "best value"
                    : r == "most_efficient" ? "most efficient"
                    : r == "front"          ? "trade-off"
                                            : r);
  return join(words, ", ");
}

std::string value_text(const Scores& s) {
  if (s.cents == 0) return "-";
  const auto per = Rational::make(static_cast<Int128>(s.throughput.smallest()) * 100, static_cast<Int128>(s.cents));
  return per ? format_decimal(*per, 1) + " GFLOPS/$" : "-";
}

std::string host_of(const Build& build) {
  for (const BuildItem& item : build.items) {
    const PartKind kind = kind_of(*item.part);
    if (kind == PartKind::board || kind == PartKind::platform) return info_of(*item.part).name;
  }
  return "-";
}

std::string comparison(const SuggestResult& result) {
  std::vector<std::vector<std::string>> rows = {
      {"", "role", "GPUs", "host", "price", "tensor", "VRAM", "GPU power", "value"}};
  for (std::size_t i = 0; i < result.builds.size(); ++i) {
    const Suggestion& s = result.builds[i];
    rows.push_back({std::to_string(i + 1), role_text(s.roles), s.build.name, host_of(s.build), money(s.scores.cents),
                    s.scores.throughput.text() + (s.scores.fp16 ? " FP16" : ""), s.scores.vram.text(),
                    s.scores.gpu_power.text(), value_text(s.scores)});
  }
  return table(rows, 2);
}

std::string certificate_text(const Certificate& c, const TextStyle& style) {
  std::string out = paint(style, Ink::bold, "Proof") + "\n";
  out += c.proved ? "  proved optimal: gap 0" : "  not proved: the node limit was reached";
  out += "; " + std::to_string(c.gpu_models) + " GPU models, " + std::to_string(c.nodes) + " partial builds, " +
         std::to_string(c.leaves) + " complete builds checked\n";
  std::vector<std::string> cuts;
  for (const auto& [rule, count] : c.prunes) cuts.push_back(rule + " " + std::to_string(count));
  if (!cuts.empty()) out += "  cut by rule: " + wrap(style, join(cuts, ", "), 15) + "\n";
  std::vector<std::string> excluded;
  for (const auto& [reason, count] : c.excluded) excluded.push_back(reason + " " + std::to_string(count));
  if (!excluded.empty()) out += "  left out: " + wrap(style, join(excluded, "; "), 12) + "\n";
  for (const std::string& a : c.assumptions) out += "  assumed: " + wrap(style, a, 11) + "\n";
  return out + "  catalog " + c.catalog_digest + ", rules " + c.rules_digest + "\n";
}

std::string no_build_text(const SuggestResult& result, const TextStyle& style) {
  std::string out = paint(style, Ink::red, "no sound build meets this request") + "\n";
  if (!result.conflict.empty()) {
    out += "  these wishes cannot hold together:\n";
    for (const std::string& wish : result.conflict) out += "    - " + wish + "\n";
  } else {
    out += "  the catalog and the rules allow no sound build at all for it\n";
  }
  if (!result.relaxations.empty()) out += "  any one of these changes gives a sound build:\n";
  for (const Relaxation& r : result.relaxations) {
    out += "    - " + r.text;
    if (r.example)
      out += ": " + r.example->build.name + " on " + host_of(r.example->build) + ", " + money(r.example->scores.cents);
    out += "\n";
  }
  return out;
}

/// Without a number the question is: from which budget on is there a sound build, and what does more money buy?
std::string budget_steps(const SuggestResult& result) {
  std::vector<const Suggestion*> order;
  for (const Suggestion& s : result.builds) order.push_back(&s);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->scores.cents < b->scores.cents; });
  std::string out = "  the smallest budget with a sound build is " + money(order.front()->scores.cents) + " (" +
                    order.front()->build.name + ")\n";
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Scores& low = order[i - 1]->scores;
    const Scores& high = order[i]->scores;
    out += "  +" + money(high.cents - low.cents) + " (to " + money(high.cents) + ") buys " + order[i]->build.name +
           ": " + high.throughput.text() + " instead of " + low.throughput.text() + ", " + high.vram.text() +
           " instead of " + low.vram.text() + "\n";
  }
  return out;
}

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
  Json j{{"proved", c.proved},
         {"gap", c.proved ? Json(0) : Json()},
         {"nodes", c.nodes},
         {"leaves", c.leaves},
         {"gpu_models", c.gpu_models}};
  j["prunes"] = c.prunes;
  j["excluded"] = c.excluded;
  j["assumptions"] = c.assumptions;
  j["digests"] = {{"catalog", c.catalog_digest}, {"rules", c.rules_digest}};
  return j;
}

}  // namespace

std::string suggest_text(const SuggestResult& result, const Request& request, const AnswerOptions& options) {
  const TextStyle& style = options.style;
  if (result.builds.empty()) return no_build_text(result, style) + "\n" + certificate_text(result.certificate, style);
  std::string out =
      paint(style, Ink::bold,
            std::to_string(request.gpus) + " GPUs" + (request.budget ? " for at most " + request.budget->text() : "")) +
      "\n";
  out += comparison(result) + "\n";
  if (!request.budget) out += budget_steps(result) + "\n";
  const Suggestion& best = result.builds.front();
  const Facts facts(best.build);
  out += paint(style, Ink::bold, "Build 1: " + best.build.name + " (" + role_text(best.roles) + ")") + "\n\n";
  out += parts_section(best.build, options.used, style) + "\n" + slot_map(facts, style) + "\n" +
         power_section(facts, style) + "\n";
  if (const std::string bandwidth = bandwidth_section(facts, style); !bandwidth.empty()) out += bandwidth + "\n";
  out += findings_section(best.report, style, options.verbose);
  if (const std::string open = not_evaluated_section(best.report, style, options.verbose); !open.empty())
    out += open + "\n";
  return out + certificate_text(result.certificate, style) + verdict_line(best.report, style);
}

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
