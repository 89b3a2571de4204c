// Reads rule files: strict about keys, and every expression is compiled against the schema with located errors.
#include <algorithm>
#include <array>
#include <set>

#include "check/rule.h"
#include "check/schema.h"

namespace planner {

namespace {

constexpr std::array<std::string_view, 21> kRuleKeys = {
    "id",         "title",     "severity",  "owner",  "for",    "when",     "require",
    "message",    "question",  "why",       "source", "fix",    "accept",   "reject",
    "incomplete", "essential", "yields_to", "note",   "causes", "symptoms", "inconclusive"};
constexpr std::array<std::string_view, 3> kCauseKeys = {"when", "cause", "next"};

std::uint64_t hash_text(std::uint64_t digest, std::string_view text) {
  for (const char c : text) digest = (digest ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return (digest ^ 0x1f) * 0x100000001b3ull;
}

template <class Enum, std::size_t N>
std::optional<Enum> enum_of(const std::array<Enum, N>& all, std::string_view name) {
  for (const Enum e : all)
    if (name_of(e) == name) return e;
  return std::nullopt;
}

}  // namespace

/// Loads one layer into a RuleSet.
class RuleLoader {
 public:
  RuleLoader(RuleSet& set, Diagnostics& diagnostics) : set_(set), diagnostics_(diagnostics) {}

  void load(const Document& document) {
    const Node* domain = document.root.find("domain");
    if ((domain != nullptr ? domain->text : build_domain().name) != set_.domain().name) return;
    file_ = document.file;
    const Node* parts = document.root.find("parts");
    const Node* bases = document.root.find("base_builds");
    const Node* rules = document.root.find("rules");
    const Node* overrides = document.root.find("override");
    if (parts != nullptr) set_.example_parts_.push_back(document);
    if (bases != nullptr) load_bases(*bases);
    if (rules != nullptr) load_rules(document.root, *rules);
    if (overrides != nullptr) load_overrides(*overrides);
    if (!parts && !bases && !rules && !overrides)
      error(document.root.at, "file holds neither `rules` nor `override`, `base_builds` or example `parts`");
  }

  void finish() {
    std::sort(set_.rules_.begin(), set_.rules_.end(), [](const Rule& a, const Rule& b) { return a.id < b.id; });
    set_.digest_ = 0xcbf29ce484222325ull;
    for (const Rule& r : set_.rules_) {
      std::uint64_t& d = set_.digest_;
      d = hash_text(d, r.id);
      d = hash_text(d, name_of(r.severity));
      d = hash_text(d, r.each);
      if (r.when) d = hash_text(d, r.when->text());
      d = hash_text(d, r.require->text());
    }
  }

 private:
  void error(Location at, std::string message, std::string help = {}) {
    diagnostics_.error(file_, at, std::move(message), std::move(help));
  }

  void load_bases(const Node& bases) {
    for (const auto& entry : bases.entries) set_.base_builds_.push_back({entry.key, entry.value});
  }

  void load_rules(const Node& root, const Node& rules) {
    const Node* area = root.find("area");
    if (!rules.is_list()) return error(rules.at, "`rules` is not a list");
    for (const Node& node : rules.items) {
      const std::size_t errors = diagnostics_.error_count();
      Rule rule;
      rule.file = file_;
      rule.at = node.at;
      rule.area = area != nullptr ? area->text : "";
      read_rule(node, rule);
      if (diagnostics_.error_count() == errors) add(std::move(rule));
    }
  }

  void add(Rule rule) {
    const auto same =
        std::find_if(set_.rules_.begin(), set_.rules_.end(), [&](const Rule& r) { return r.id == rule.id; });
    if (same == set_.rules_.end()) {
      added_.insert(rule.id);
      set_.rules_.push_back(std::move(rule));
    } else if (added_.count(rule.id) != 0) {
      error(rule.at,
            "rule " + rule.id + " is defined twice; first at " + same->file + ":" + std::to_string(same->at.line));
    } else {
      added_.insert(rule.id);
      *same = std::move(rule);
    }
  }

  void read_rule(const Node& node, Rule& rule) {
    if (!node.is_map()) return error(node.at, "a rule is a map");
    check_keys(node);
    rule.id = text_of(node, "id", true);
    rule.title = text_of(node, "title", true);
    rule.why = text_of(node, "why", true);
    rule.source = text_of(node, "source", true);
    constexpr std::array severities = {Severity::advises, Severity::degrades, Severity::blocks};
    constexpr std::array owners = {Owner::buyer, Owner::integrator, Owner::vendor, Owner::electrician,
                                   Owner::administrator};
    if (const Node* n = node.find("severity")) {
      const auto severity = enum_of(severities, n->text);
      if (!severity) error(n->at, "unknown severity `" + n->text + "`", "one of blocks, degrades, advises");
      rule.severity = severity.value_or(Severity::advises);
    } else {
      error(node.at, "rule has no `severity`");
    }
    if (const Node* n = node.find("owner")) {
      const auto owner = enum_of(owners, n->text);
      if (!owner)
        error(n->at, "unknown owner `" + n->text + "`", "one of buyer, integrator, vendor, electrician, administrator");
      rule.owner = owner.value_or(Owner::buyer);
    }
    if (const Node* n = node.find("yields_to"))
      for (const Node& id : n->items) rule.yields_to.push_back(id.text);
    if (const Node* n = node.find("essential")) rule.essential = n->text == "true";
    if (const Node* n = node.find("incomplete")) rule.makes_incomplete = n->text == "true";
    if (const Node* n = node.find("inconclusive")) rule.makes_inconclusive = n->text == "true";
    if (const Node* n = node.find("symptoms"))
      for (const Node& symptom : n->items) rule.symptoms.push_back(symptom.text);
    read_scope(node, rule);
    read_expressions(node, rule);
    read_fixes(node, rule);
    read_examples(node, rule);
  }

  void check_keys(const Node& node) {
    for (const auto& entry : node.entries) {
      if (std::find(kRuleKeys.begin(), kRuleKeys.end(), entry.key) != kRuleKeys.end()) continue;
      const auto near = did_you_mean(entry.key, {kRuleKeys.begin(), kRuleKeys.end()});
      error(entry.at, "unknown key `" + entry.key + "` in a rule",
            near ? "did you mean `" + std::string(*near) + "`?" : "");
    }
  }

  std::string text_of(const Node& node, std::string_view key, bool required) {
    const Node* n = node.find(key);
    if (n != nullptr && n->is_scalar() && !n->text.empty()) return n->text;
    if (required) error(node.at, "rule has no `" + std::string(key) + "`");
    return {};
  }

  /// `for: build` or `for: each gpu g`; the element name picks the list.
  void read_scope(const Node& node, Rule& rule) {
    scope_ = {set_.domain().schema, {}};
    const Node* n = node.find("for");
    const std::string whole = scope_.schema->root->name;
    const std::string usage = "`for: " + whole + "` or, for example, `for: each gpu g`";
    if (n == nullptr) return error(node.at, "rule has no `for`", usage);
    if (n->text == whole) return;
    const std::size_t first = n->text.find(' ');
    const std::size_t second = first == std::string::npos ? first : n->text.find(' ', first + 1);
    if (second == std::string::npos || n->text.substr(0, first) != "each")
      return error(n->at, "cannot read `for: " + n->text + "`", usage);
    const std::string element = n->text.substr(first + 1, second - first - 1);
    rule.variable = n->text.substr(second + 1);
    std::vector<std::string_view> names;
    for (const expr::Member& m : scope_.schema->root->members) {
      if (m.type.kind != expr::Type::Kind::list) continue;
      names.push_back(m.type.object->name);
      if (m.type.object->name != element) continue;
      rule.each = m.name;
      rule.footprint |= m.reads;
      scope_.bindings.push_back({rule.variable, m.type.object});
      return;
    }
    const auto near = did_you_mean(element, names);
    error(n->at, "nothing called `" + element + "` to range over",
          near ? "did you mean `" + std::string(*near) + "`?" : "");
  }

  expr::SourceText place_of(const Node& n) const {
    Location at = n.at;
    if (n.quoted) ++at.column;
    return {file_, at, {}};
  }

  std::optional<expr::Expression> condition(const Node& node, std::string_view key, bool required) {
    const Node* n = node.find(key);
    if (n == nullptr) {
      if (required) error(node.at, "rule has no `" + std::string(key) + "`");
      return std::nullopt;
    }
    auto e = expr::Expression::compile(n->text, scope_, place_of(*n), diagnostics_);
    if (e && e->type().kind != expr::Type::Kind::boolean) {
      error(n->at, "`" + std::string(key) + "` is not a condition", "compare it with something");
      return std::nullopt;
    }
    return e;
  }

  std::optional<expr::Template> text_template(const Node& node, std::string_view key) {
    const Node* n = node.find(key);
    return n == nullptr ? std::nullopt : expr::Template::compile(n->text, scope_, place_of(*n), diagnostics_);
  }

  void read_expressions(const Node& node, Rule& rule) {
    rule.when = condition(node, "when", false);
    rule.require = condition(node, "require", true);
    rule.message = text_template(node, "message");
    rule.question = text_template(node, "question");
    if (node.find("message") == nullptr) error(node.at, "rule has no `message`");
    if (rule.when) rule.footprint |= rule.when->footprint();
    if (rule.require) rule.footprint |= rule.require->footprint();
  }

  /// `fix: text` or a list of texts and of maps such as {replace: psu, text: "..."}.
  void read_fixes(const Node& node, Rule& rule) {
    const Node* n = node.find("fix");
    if (node.find("causes") != nullptr) read_causes(*node.find("causes"), rule);
    if (n == nullptr && !rule.causes.empty()) return;
    if (n == nullptr) return error(node.at, "rule has no `fix`");
    if (n->is_scalar()) rule.fixes.push_back({FixKind::advice, n->text, PartKind::psu});
    for (const Node& item : n->items) {
      if (item.is_scalar()) rule.fixes.push_back({FixKind::advice, item.text, PartKind::psu});
      if (item.is_map()) read_fix(item, rule);
    }
  }

  /// `causes:` a list of {cause, next} and optionally `when`, likeliest first; texts may hold expressions.
  void read_causes(const Node& causes, Rule& rule) {
    for (const Node& item : causes.items) {
      for (const auto& entry : item.entries)
        if (std::find(kCauseKeys.begin(), kCauseKeys.end(), entry.key) == kCauseKeys.end())
          error(entry.at, "unknown key `" + entry.key + "` in a cause", "one of when, cause, next");
      Cause cause{condition(item, "when", false), text_template(item, "cause"), text_template(item, "next")};
      if (item.find("cause") == nullptr || item.find("next") == nullptr)
        error(item.at, "a cause has `cause` and `next`");
      rule.causes.push_back(std::move(cause));
    }
    if (rule.causes.empty()) error(causes.at, "`causes` is not a list of causes");
  }

  void read_fix(const Node& item, Rule& rule) {
    FixTemplate fix;
    const Node* text = item.find("text");
    if (text == nullptr) return error(item.at, "a fix has a `text`");
    fix.text = text->text;
    if (const Node* cap = item.find("cap_gpu_power"); cap != nullptr && cap->text == "true")
      fix.type = FixKind::cap_gpu_power;
    for (const auto& [key, type] : {std::pair{"replace", FixKind::replace_part}, std::pair{"add", FixKind::add_part}}) {
      const Node* kind = item.find(key);
      if (kind == nullptr) continue;
      fix.type = type;
      bool found = false;
      for (std::size_t k = 0; k < kPartKinds; ++k) {
        if (name_of(static_cast<PartKind>(k)) != kind->text) continue;
        fix.kind = static_cast<PartKind>(k);
        found = true;
      }
      if (!found) error(kind->at, "unknown part kind `" + kind->text + "`");
    }
    rule.fixes.push_back(std::move(fix));
  }

  void read_examples(const Node& node, Rule& rule) {
    for (const bool accept : {true, false}) {
      const Node* n = node.find(accept ? "accept" : "reject");
      if (n == nullptr || !n->is_list() || n->items.empty()) {
        error(node.at, std::string("rule has no `") + (accept ? "accept" : "reject") + "` example");
        continue;
      }
      for (const Node& item : n->items) rule.examples.push_back({item, accept});
    }
  }

  void load_overrides(const Node& overrides) {
    for (const Node& item : overrides.items) {
      const Node* id = item.find("id");
      const Node* severity = item.find("severity");
      const auto rule = std::find_if(set_.rules_.begin(), set_.rules_.end(),
                                     [&](const Rule& r) { return id != nullptr && r.id == id->text; });
      if (rule == set_.rules_.end()) {
        error(item.at, "override of a rule that does not exist");
      } else if (severity == nullptr) {
        error(item.at, "override has no `severity`", "blocks, degrades, advises or off");
      } else if (!overridden_.insert(rule->id).second) {
        error(item.at, "rule " + rule->id + " is overridden twice in this layer");
      } else if (severity->text == "off") {
        set_.rules_.erase(rule);
      } else if (const auto s =
                     enum_of(std::array{Severity::advises, Severity::degrades, Severity::blocks}, severity->text)) {
        rule->severity = *s;
      } else {
        error(severity->at, "unknown severity `" + severity->text + "`", "blocks, degrades, advises or off");
      }
    }
  }

  RuleSet& set_;
  Diagnostics& diagnostics_;
  std::string file_;
  expr::Scope scope_;
  std::set<std::string> added_;
  std::set<std::string> overridden_;
};

const RuleDomain& build_domain() {
  static const RuleDomain domain{"build", &rule_schema()};
  return domain;
}

void RuleSet::add_layer(const std::vector<Document>& documents, Diagnostics& diagnostics) {
  RuleLoader loader(*this, diagnostics);
  for (const Document& d : documents) loader.load(d);
  loader.finish();
}

const Rule* RuleSet::find(std::string_view id_or_title) const {
  const auto it = std::find_if(rules_.begin(), rules_.end(),
                               [&](const Rule& r) { return r.id == id_or_title || r.title == id_or_title; });
  return it == rules_.end() ? nullptr : &*it;
}

std::string RuleSet::digest() const {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[15 - i] = kDigits[(digest_ >> (4 * i)) & 15];
  return text;
}

}  // namespace planner
