// Reading the expectation data.
#include <charconv>
#include <cstdlib>

#include "gpu_probe/expectations.h"
#include "source/read.h"

namespace planner::probe {

/// The text of catalog/expectations/probe.yaml, put into the program by the build.
extern const char* const kExpectationText;

namespace {

class Reader {
 public:
  Reader(std::string file, std::vector<std::string>& problems) : file_(std::move(file)), problems_(problems) {}

  std::optional<ExpectationRow> row(const Node& node) {
    ExpectationRow row;
    row.line = static_cast<int>(node.at.line);
    const std::size_t before = problems_.size();
    const auto metric = metric_from_name(text(node, "metric"));
    if (!metric) problem(node, "unknown metric '" + text(node, "metric") + "'");
    row.metric = metric.value_or(Metric::memory_read);
    row.basis = text(node, "basis");
    if (row.basis.empty()) problem(node, "a row needs a basis");
    row.fraction = number(node, "fraction").value_or(0);
    row.warn = number(node, "warn").value_or(row.warn);
    row.fail = number(node, "fail").value_or(row.fail);
    row.upper = number(node, "upper");
    row.architectures = list(node, "architectures");
    row.memory_types = list(node, "memory_types");
    row.names = list(node, "names");
    row.methods = list(node, "methods");
    if (const auto gen = number(node, "pcie_gen")) row.pcie_gen = static_cast<int>(*gen);
    row.link = text(node, "link");
    row.source = text(node, "source");
    if (problems_.size() != before) return std::nullopt;
    return row;
  }

  std::optional<RateRow> rate(const Node& node) {
    RateRow row;
    const std::size_t before = problems_.size();
    for (const Node::Entry& entry : node.entries) {
      if (entry.key == "capability")
        row.capability = entry.value.text;
      else if (entry.key == "family")
        row.family = entry.value.text;
      else
        row.rates[entry.key] = number(node, entry.key).value_or(0);
    }
    if (row.capability.empty()) problem(node, "a rate needs a capability");
    if (problems_.size() != before) return std::nullopt;
    return row;
  }

 private:
  void problem(const Node& node, const std::string& message) {
    problems_.push_back(file_ + ":" + std::to_string(node.at.line) + ": " + message);
  }

  static std::string text(const Node& node, std::string_view key) {
    const Node* value = node.find(key);
    return value != nullptr ? value->text : "";
  }

  std::optional<double> number(const Node& node, std::string_view key) {
    const Node* value = node.find(key);
    if (value == nullptr) return std::nullopt;
    double result = 0;
    const char* end = value->text.data() + value->text.size();
    const auto [stop, error] = std::from_chars(value->text.data(), end, result);
    if (error == std::errc{} && stop == end) return result;
    problem(*value, std::string(key) + " is not a number");
    return std::nullopt;
  }

  static std::vector<std::string> list(const Node& node, std::string_view key) {
    std::vector<std::string> texts;
    if (const Node* value = node.find(key)) {
      for (const Node& item : value->items) texts.push_back(item.text);
    }
    return texts;
  }

  std::string file_;
  std::vector<std::string>& problems_;
};

}  // namespace

Expectations parse_expectations(std::string_view text, const std::string& file, std::vector<std::string>& problems) {
  Expectations data;
  Diagnostics diagnostics;
  const auto root = parse_yaml(text, file, {}, diagnostics);
  for (const Diagnostic& d : diagnostics.items())
    problems.push_back(file + ":" + std::to_string(d.at.line) + ": " + d.message);
  if (!root) return data;
  Reader reader(file, problems);
  if (const Node* rates = root->find("rates")) {
    for (const Node& node : rates->items) {
      if (auto row = reader.rate(node)) data.rates.push_back(std::move(*row));
    }
  }
  if (const Node* rows = root->find("expectations")) {
    for (const Node& node : rows->items) {
      if (auto row = reader.row(node)) data.rows.push_back(std::move(*row));
    }
  }
  return data;
}

const Expectations& built_in_expectations() {
  static const Expectations data = [] {
    std::vector<std::string> problems;
    return parse_expectations(kExpectationText, "catalog/expectations/probe.yaml", problems);
  }();
  return data;
}

}  // namespace planner::probe
