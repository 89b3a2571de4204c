#include "report/suggest_rows.h"

#include <algorithm>
#include <cmath>

namespace planner {
namespace {

std::string join(const std::vector<std::string>& list, std::string_view separator) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : std::string(separator)) + item;
  return text;
}

std::string money(std::int64_t cents) {
  return Money::from_smallest(cents).text();
}

std::string value_text(const Scores& s) {
  if (s.cents == 0) return "-";
  const auto per = Rational::make(static_cast<Int128>(s.throughput.smallest()) * 100, static_cast<Int128>(s.cents));
  return per ? format_decimal(*per, 1) + " GFLOPS/$" : "-";
}

std::string percent(double share) {
  return std::to_string(std::llround(share * 100)) + " %";
}

std::string host_of(const Build& build) {
  for (const BuildItem& item : build.items) {
    const PartKind kind = kind_of(*item.part);
    if (kind == PartKind::board || kind == PartKind::platform) return info_of(*item.part).name;
  }
  return "-";
}

/// "23 % more BF16", "4 % less VRAM"; nothing where both are the same or the first is none.
std::string change_text(std::int64_t from, std::int64_t to, const std::string& what) {
  const auto ratio = from > 0 ? Rational::make(static_cast<Int128>(to) * 100, from) : std::nullopt;
  if (!ratio || from == to) return {};
  const std::int64_t percent = subtract(*ratio, 100).value_or(0).round();
  if (percent == 0) return {};
  return std::to_string(percent < 0 ? -percent : percent) + (percent < 0 ? " % less " : " % more ") + what;
}

std::string step_text(const Suggestion& low, const Suggestion& high) {
  const Scores& a = low.scores;
  const Scores& b = high.scores;
  std::vector<std::string> changes;
  for (const std::string& change : {change_text(a.throughput.smallest(), b.throughput.smallest(), "tensor rate"),
                                    change_text(a.vram.smallest(), b.vram.smallest(), "VRAM"),
                                    change_text(a.gpu_power.smallest(), b.gpu_power.smallest(), "GPU power")})
    if (!change.empty()) changes.push_back(change);
  return "+" + money(b.cents - a.cents) + " (to " + money(b.cents) + ") buys " + high.build.name + " on " +
         host_of(high.build) + ": " + (changes.empty() ? "the same figures" : join(changes, ", "));
}

}  // namespace

std::string role_text(const std::vector<std::string>& roles) {
  std::vector<std::string> words;
  for (const std::string& r : roles)
    words.push_back(r == "best_value"       ? "best value"
                    : r == "most_efficient" ? "most efficient"
                    : r == "front"          ? "trade-off"
                                            : r);
  return join(words, ", ");
}

TableRows comparison_rows(const SuggestResult& result) {
  TableRows rows = {{"", "role", "GPUs", "host", "price", "tensor", "VRAM", "GPU power", "value"}};
  for (std::size_t i = 0; i < result.builds.size(); ++i) {
    const Suggestion& s = result.builds[i];
    rows.push_back({std::to_string(i + 1), role_text(s.roles), s.build.name, host_of(s.build), money(s.scores.cents),
                    s.scores.throughput.text() + (s.scores.fp16 ? " FP16" : ""), s.scores.vram.text(),
                    s.scores.gpu_power.text(), value_text(s.scores)});
  }
  return rows;
}

std::vector<std::string> budget_steps(const SuggestResult& result) {
  std::vector<const Suggestion*> order;
  for (const Suggestion& s : result.builds) order.push_back(&s);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* a, const auto* b) { return a->scores.cents < b->scores.cents; });
  std::vector<std::string> steps;
  if (order.size() < 2) return steps;
  steps.push_back("the smallest budget with a sound build is " + money(order.front()->scores.cents) + " (" +
                  order.front()->build.name + " on " + host_of(order.front()->build) + ")");
  for (std::size_t i = 1; i < order.size(); ++i) steps.push_back(step_text(*order[i - 1], *order[i]));
  return steps;
}

TableRows proof_rows(const Certificate& c) {
  TableRows rows;
  rows.push_back({"result", c.proved
                                ? "proved optimal: gap 0"
                                : "not proved, the search was stopped: " + c.open + " (gap " + percent(c.gap) + ")"});
  rows.push_back({"work", std::to_string(c.gpu_models) + " GPU models, " + std::to_string(c.nodes) +
                              " partial builds, " + std::to_string(c.leaves) + " complete builds checked"});
  std::vector<std::string> cuts;
  for (const auto& [rule, count] : c.prunes) cuts.push_back(rule + " " + std::to_string(count));
  if (!cuts.empty()) rows.push_back({"cut by rule", join(cuts, ", ")});
  std::vector<std::string> excluded;
  for (const auto& [reason, count] : c.excluded) excluded.push_back(reason + " " + std::to_string(count));
  if (!excluded.empty()) rows.push_back({"left out", join(excluded, "; ")});
  for (const std::string& a : c.assumptions) rows.push_back({"assumed", a});
  return rows;
}

std::vector<std::string> relaxation_texts(const SuggestResult& result) {
  std::vector<std::string> texts;
  for (const Relaxation& r : result.relaxations) {
    texts.push_back(r.text);
    if (r.example)
      texts.back() +=
          ": " + r.example->build.name + " on " + host_of(r.example->build) + ", " + money(r.example->scores.cents);
  }
  return texts;
}

std::string request_text(const Request& request) {
  return std::to_string(request.gpus) + (request.gpus == 1 ? " GPU" : " GPUs") +
         (request.budget ? " for at most " + request.budget->text() : "");
}

}  // namespace planner
