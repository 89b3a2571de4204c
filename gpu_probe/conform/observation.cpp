#include "gpu_probe/conform/observation.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace planner::conform {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{4} << 20;
constexpr std::size_t kMaxFigures = 4096;
constexpr double kFarSlower = 4;

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (words.size() < 64 && (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::optional<double> number_of(std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

template <class Condition>
bool any_number(std::string_view text, Condition condition) {
  const auto words = words_of(text);
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    const auto number = number_of(word);
    return number && condition(*number);
  });
}

/// The integer right behind `mark`, as in "-N1" or "device 0".
std::optional<int> integer_after(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(at + mark.size());
  int value = 0;
  if (std::from_chars(rest.data(), rest.data() + rest.size(), value).ec != std::errc{}) return std::nullopt;
  return value;
}

/// The factor of "13x slower", "10-100x slow", "6x slowdown" or "8 GB/s ... falls to 1.8 GB/s"; 1 for other texts.
double slowed_by(std::string_view told) {
  double factor = 1;
  if (holds(told, "slow")) {
    for (std::size_t x = told.find('x'); x != std::string_view::npos; x = told.find('x', x + 1)) {
      std::size_t first = x;
      while (first > 0 && (std::isdigit(static_cast<unsigned char>(told[first - 1])) != 0 || told[first - 1] == '.'))
        --first;
      if (const auto n = number_of(told.substr(first, x - first)); n && *n < 10'000) factor = std::max(factor, *n);
    }
  }
  const std::size_t fall = std::min(told.find("falls to "), told.find("fell to "));
  if (fall == std::string_view::npos) return factor;
  double before = 0;
  std::string text(told.substr(0, fall));
  std::replace(text.begin(), text.end(), '-', ' ');
  for (const std::string_view word : words_of(text))
    if (const auto n = number_of(word)) before = std::max(before, *n);
  const std::string_view rest = told.substr(told.find("to ", fall) + 3);
  const auto words = words_of(rest);
  const auto after = words.empty() ? std::nullopt : number_of(words.front());
  return after && *after > 0 ? std::max(factor, before / *after) : factor;
}

std::string clipped(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(line.substr(first, 160));
}

/// Reads line by line and remembers what the lines before said.
class OutputReader {
 public:
  explicit OutputReader(Observed& observed) : out_(observed) {}

  void line(std::string_view text) {
    burn(text);
    nccl(text);
    copy_test(text);
    firmware(text);
  }

  bool finish() {
    if (burn_seen_) finish_burn();
    return recognised_ || burn_seen_;
  }

 private:
  /// "100.0%  proc'd: 0 (0 Gflop/s) - 0 (0 Gflop/s)   errors: 0 - 0   temps: 41 C - 40 C", then "GPU 0: OK".
  void burn(std::string_view text) {
    if (holds(text, "Couldn't init a GPU test")) {
      burn_seen_ = true;
      burn_problem_ = clipped(text);
    }
    const std::size_t processed = text.find("proc'd:");
    if (processed == std::string_view::npos) {
      if (burn_seen_ && holds(text, "FAULTY")) burn_faulty_ = clipped(text);
      return;
    }
    const std::size_t errors = std::max(processed + 7, std::min(text.find("errors:"), text.size()));
    const std::size_t temps = std::max(errors, std::min(text.find("temps:"), text.size()));
    burn_seen_ = true;
    burn_line_ = clipped(text);
    burn_idle_ = any_number(text.substr(processed + 7, errors - processed - 7), [](double n) { return n == 0; });
    burn_errors_ = burn_errors_ || any_number(text.substr(errors, temps - errors), [](double n) { return n > 0; });
  }

  void finish_burn() {
    TestRun run{"gpu_burn", "burn", -1, "passed", burn_line_};
    if (!burn_problem_.empty() || burn_idle_) run.outcome = "no-work";
    if (!burn_problem_.empty()) run.detail = burn_problem_;
    if (burn_errors_ || !burn_faulty_.empty()) run.outcome = "data-errors";
    if (!burn_faulty_.empty()) run.detail = burn_faulty_;
    out_.runs.push_back(std::move(run));
  }

  /// "10000000 char sum 5.650 1.77 1.77" or the wider lines of later versions, and the summary lines.
  void nccl(std::string_view text) {
    if (holds(text, "Avg bus bandwidth")) {
      const auto words = words_of(text);
      if (const auto value = number_of(words.back())) figure("nccl-tests", "all_reduce", -1, *value);
      return;
    }
    if (holds(text, "Out of bounds values") && holds(text, "FAILED"))
      run("nccl-tests", "data check", "data-errors", text);
    const auto words = words_of(text);
    if (words.size() < 6 || !number_of(words[0])) return;
    const auto type = std::find_if(words.begin(), words.end(), [](std::string_view w) {
      return w == "char" || w == "int8" || w == "float" || w == "half" || w == "double" || w == "int" ||
             w == "bfloat16";
    });
    const auto operation = std::find_if(words.begin(), words.end(), [](std::string_view w) {
      return w == "sum" || w == "prod" || w == "max" || w == "min" || w == "none";
    });
    if (type == words.end() || operation == words.end()) return;
    std::vector<double> values;
    for (auto it = operation + 1; it != words.end(); ++it)
      if (const auto value = number_of(*it)) values.push_back(*value);
    if (values.size() > 3 && values.front() == -1) values.erase(values.begin());  // the column of the root rank
    if (values.size() >= 3) figure("nccl-tests", "all_reduce", -1, values[2]);
  }

  /// CUDA's bandwidthTest under numactl: "Host to Device   33554432   12150.7" in MB/s.
  void copy_test(std::string_view text) {
    if (holds(text, "numactl")) {
      node_ = integer_after(text, "-N");
      if (!node_) node_ = integer_after(text, "--cpunodebind=");
    }
    if (const auto device = integer_after(text, "(device ")) gpu_ = *device;
    if (const auto device = integer_after(text, "Device ")) {
      if (holds(text, "Device " + std::to_string(*device) + ":")) gpu_ = *device;
    }
    if (holds(text, "Host to Device")) direction_ = "host_to_device";
    if (holds(text, "Device to Host")) direction_ = "device_to_host";
    if (holds(text, "Device to Device")) direction_.clear();
    const auto words = words_of(text);
    if (direction_.empty() || words.size() < 2) return;
    const auto bytes = number_of(words[words.size() - 2]);
    const auto rate = number_of(words.back());
    if (!bytes || !rate || *bytes < 1e6) return;
    figure("bandwidthTest", direction_, gpu_, *rate > 1000 ? *rate / 1000 : *rate);
  }

  void firmware(std::string_view text) {
    if (holds(text, "Option Card Configuration Error") || holds(text, "requesting more memory mapped I/O"))
      run("firmware", "memory-mapped I/O", "failed", text);
    if (holds(text, "MCUTIL>") || holds(text, "GPU is busy") || holds(text, "utilization is too high"))
      run("dcgmi diag", "nvbandwidth", "busy", text);
  }

  void run(std::string tool, std::string name, std::string outcome, std::string_view text) {
    recognised_ = true;
    if (out_.runs.size() < kMaxFigures)
      out_.runs.push_back({std::move(tool), std::move(name), -1, std::move(outcome), clipped(text)});
  }

  void figure(std::string tool, std::string metric, int gpu, double value) {
    recognised_ = true;
    if (out_.figures.size() < kMaxFigures)
      out_.figures.push_back({std::move(tool), std::move(metric), gpu, node_, value, "GB/s"});
  }

  Observed& out_;
  bool recognised_ = false;
  bool burn_seen_ = false, burn_idle_ = false, burn_errors_ = false;
  std::string burn_line_, burn_problem_, burn_faulty_;
  std::optional<int> node_;
  int gpu_ = -1;
  std::string direction_;
};

}  // namespace

void add_complaint(std::string_view told, Observed& observed) {
  const auto found = symptoms_in(told);
  const bool far_slower = slowed_by(told) >= kFarSlower;
  for (const Symptom* symptom : found)
    observed.complaints.push_back({symptom, std::string(told.substr(0, 400)), symptom->hard || far_slower});
  std::string lower(told.substr(0, 4096));
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (holds(lower, "p2p_disable=1") && (holds(lower, "works") || holds(lower, "helps")))
    observed.peer_switch_helps = true;
  else if (found.empty())
    observed.not_understood.emplace_back(told.substr(0, 400));
}

bool read_tool_output(std::string_view text, Observed& observed) {
  text = text.substr(0, kMaxBytes);
  OutputReader reader(observed);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.line(text.substr(0, std::min<std::size_t>(end, 4096)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.finish();
}

}  // namespace planner::conform
