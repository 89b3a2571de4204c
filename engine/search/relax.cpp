// When nothing fits: one minimal conflict (QuickXplain, Junker, AAAI 2004) and, wish by wish, the nearest change that
// helps.
#include <algorithm>
#include <functional>

#include "search/suggest.h"

namespace planner {
namespace {

/// Each question is a search of its own; a search stopped here counts as "no build found".
constexpr std::int64_t kNodesPerQuestion = 5'000;

/// A wish that can be dropped from a request.
struct Wish {
  std::string name;
  std::string text;
  std::function<void(Request&)> drop;
};

std::string join(const std::vector<std::string>& list) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : ", ") + item;
  return text;
}

/// The wishes of a request, the one a buyer would rather give up last at the end.
std::vector<Wish> wishes_of(const Request& r) {
  std::vector<Wish> wishes;
  if (!r.bans.empty()) wishes.push_back({"ban", "without " + join(r.bans), [](Request& q) { q.bans.clear(); }});
  if (!r.pins.empty()) wishes.push_back({"pin", "with " + join(r.pins), [](Request& q) { q.pins.clear(); }});
  if (r.form) wishes.push_back({"form", "the wished chassis form", [](Request& q) { q.form.reset(); }});
  if (r.min_link)
    wishes.push_back({"min-link", "links of at least " + r.min_link_text, [](Request& q) { q.min_link.reset(); }});
  if (!r.circuits.empty()) wishes.push_back({"circuit", "the given circuits", [](Request& q) { q.circuits.clear(); }});
  if (r.vram_total)
    wishes.push_back(
        {"vram-total", r.vram_total->text() + " of VRAM in total", [](Request& q) { q.vram_total.reset(); }});
  if (r.vram_per_gpu)
    wishes.push_back(
        {"vram-per-gpu", r.vram_per_gpu->text() + " of VRAM per GPU", [](Request& q) { q.vram_per_gpu.reset(); }});
  if (!r.gpu_patterns.empty())
    wishes.push_back({"gpu", "GPUs matching " + join(r.gpu_patterns), [](Request& q) { q.gpu_patterns.clear(); }});
  if (r.power_limit)
    wishes.push_back(
        {"power-limit", "a GPU power limit of " + r.power_limit->text(), [](Request& q) { q.power_limit.reset(); }});
  if (!r.used) wishes.push_back({"used", "new parts only", [](Request& q) { q.used = true; }});
  if (r.gpus > 1) wishes.push_back({"gpus", std::to_string(r.gpus) + " GPUs", [](Request& q) { q.gpus = 1; }});
  if (r.budget) wishes.push_back({"budget", "a budget of " + r.budget->text(), [](Request& q) { q.budget.reset(); }});
  return wishes;
}

class Explainer {
 public:
  Explainer(const Request& request, const Catalog& catalog, const RuleSet& rules)
      : request_(request), catalog_(catalog), rules_(rules), wishes_(wishes_of(request)) {}

  /// Indices of a minimal set of wishes that cannot hold together; empty when even none of them helps.
  std::vector<std::size_t> conflict() {
    std::vector<std::size_t> all(wishes_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    if (!feasible({})) return {};
    std::vector<std::size_t> reversed(all.rbegin(), all.rend());
    return explain({}, false, reversed);
  }

  const std::vector<Wish>& wishes() const { return wishes_; }

  std::optional<CheapestBuild> solve_without(const std::vector<std::size_t>& dropped) {
    Request relaxed = request_;
    relaxed.node_limit = kNodesPerQuestion;
    for (const std::size_t i : dropped) wishes_[i].drop(relaxed);
    return cheapest_build(relaxed, catalog_, rules_);
  }

 private:
  /// Whether a build exists that honors exactly the wishes of `kept`.
  bool feasible(const std::vector<std::size_t>& kept) {
    std::vector<std::size_t> dropped;
    for (std::size_t i = 0; i < wishes_.size(); ++i)
      if (std::find(kept.begin(), kept.end(), i) == kept.end()) dropped.push_back(i);
    return solve_without(dropped).has_value();
  }

  std::vector<std::size_t> explain(std::vector<std::size_t> background, bool grown,
                                   const std::vector<std::size_t>& candidates) {
    if (grown && !feasible(background)) return {};
    if (candidates.size() == 1) return candidates;
    const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>(candidates.size() / 2);
    const std::vector<std::size_t> first(candidates.begin(), middle);
    const std::vector<std::size_t> second(middle, candidates.end());
    std::vector<std::size_t> with_first = background;
    with_first.insert(with_first.end(), first.begin(), first.end());
    const auto from_second = explain(with_first, !first.empty(), second);
    std::vector<std::size_t> with_second = background;
    with_second.insert(with_second.end(), from_second.begin(), from_second.end());
    auto result = explain(with_second, !from_second.empty(), first);
    result.insert(result.end(), from_second.begin(), from_second.end());
    return result;
  }

  const Request& request_;
  const Catalog& catalog_;
  const RuleSet& rules_;
  std::vector<Wish> wishes_;
};

Suggestion example_of(CheapestBuild found, const Request& request, const RuleSet& rules) {
  Suggestion s;
  s.roles = {"cheapest"};
  s.scores = scores_of(*found.gpu, request.gpus, found.cents, request.power_limit);
  s.build = std::move(found.build);
  s.build.name = std::to_string(request.gpus) + "x " + info_of(*found.gpu).name;
  s.report = check(Facts(s.build), rules, {});
  return s;
}

/// A number of GPUs that fits with all other wishes kept, while one more does not; found by halving.
std::optional<Relaxation> fewer_gpus(const Request& request, const Catalog& catalog, const RuleSet& rules) {
  std::optional<CheapestBuild> best;
  Request fewer = request;
  fewer.node_limit = kNodesPerQuestion;
  int fits = 0;
  int too_many = request.gpus;
  while (too_many - fits > 1) {
    fewer.gpus = fits + (too_many - fits) / 2;
    auto found = cheapest_build(fewer, catalog, rules);
    (found ? fits : too_many) = fewer.gpus;
    if (found) best = std::move(found);
  }
  if (!best) return std::nullopt;
  fewer.gpus = fits;
  const std::string text = "take " + std::to_string(fits) + " GPUs instead of " + std::to_string(request.gpus);
  return Relaxation{"gpus", text, example_of(std::move(*best), fewer, rules)};
}

std::string describe(const Wish& wish, const Request& request, std::int64_t cents) {
  if (wish.name == "budget") {
    const Money more = Money::from_smallest(cents) - *request.budget;
    return "raise the budget by " + more.text() + " (to " + Money::from_smallest(cents).text() + ")";
  }
  if (wish.name == "used") return "accept used parts";
  if (wish.name == "circuit") return "have another circuit installed";
  return "drop the wish for " + wish.text;
}

}  // namespace

void explain_infeasible(const Request& request, const Catalog& catalog, const RuleSet& rules, SuggestResult& result) {
  Explainer explainer(request, catalog, rules);
  for (const std::size_t i : explainer.conflict()) result.conflict.push_back(explainer.wishes()[i].text);
  for (std::size_t i = 0; i < explainer.wishes().size(); ++i) {
    const Wish& wish = explainer.wishes()[i];
    if (wish.name == "gpus") {
      if (auto fewer = fewer_gpus(request, catalog, rules)) result.relaxations.push_back(std::move(*fewer));
      continue;
    }
    auto found = explainer.solve_without({i});
    if (!found) continue;
    Request relaxed = request;
    wish.drop(relaxed);
    std::string text = describe(wish, request, found->cents);
    result.relaxations.push_back({wish.name, std::move(text), example_of(std::move(*found), relaxed, rules)});
  }
}

}  // namespace planner
