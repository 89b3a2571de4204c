// dcgmi diag as a table.
#include <algorithm>

#include "gpu_probe/machine/diag_status.h"
#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

struct DiagRow {
  std::string_view name;
  std::string_view result;  ///< with its blanks: a wrapped word goes on without one
};

/// "| Persistence Mode          | Fail - All                         |"
std::optional<DiagRow> row_of(std::string_view line) {
  line = trim(line);
  if (line.size() < 5 || line.front() != '|' || line.back() != '|') return std::nullopt;
  const std::size_t bar = line.find('|', 1);
  if (bar == line.size() - 1) return std::nullopt;
  // One blank stands at each side; further ones belong to the text.
  return DiagRow{trim(line.substr(1, bar - 1)), line.substr(bar + 2, line.size() - std::min(line.size(), bar + 4))};
}

/// "|-----  Deployment  --------+----", "+-----  Hardware  ------"
std::optional<std::string> category_of(std::string_view line) {
  line = trim(line);
  if (!starts_with(line, "|-----") && !starts_with(line, "+-----")) return std::nullopt;
  const std::string_view cell = line.substr(1, line.find_first_of("+|", 1) - 1);
  std::string_view name = trim(cell);
  while (!name.empty() && (name.front() == '-' || name.front() == ' ')) name.remove_prefix(1);
  while (!name.empty() && (name.back() == '-' || name.back() == ' ')) name.remove_suffix(1);
  return name.empty() ? std::nullopt : std::optional(std::string(name));
}

std::string squeeze(std::string_view text) {
  std::string out;
  for (const std::string_view word : words_of(text)) out += (out.empty() ? "" : " ") + std::string(word);
  return out;
}

/// The heading, or a row of a table whose heading was cut off.
bool begins_diagnostic(std::string_view line) {
  const auto row = row_of(line);
  if (!row) return false;
  const std::string_view result = trim(row->result);
  const bool verdict =
      result == "Pass - All" || result == "Fail - All" || result == "Warn - All" || result == "Skip - All";
  return (row->name == "Diagnostic" && result == "Result") || (!row->name.empty() && verdict);
}

bool is_remark(std::string_view name) {
  return name == "Error" || name == "Warning" || name == "Info" || name == "EUD Error";
}

class DiagReader {
 public:
  explicit DiagReader(Machine& machine) : results_(machine.diagnostics) {}

  void line(std::string_view raw) {
    if (auto category = category_of(raw)) {
      flush();
      category_ = std::move(category);
      last_ = none;
      return;
    }
    const auto row = row_of(raw);
    if (!row) {
      flush();
      return;
    }
    if (row->name.empty()) {
      go_on(row->result);
      return;
    }
    flush();
    if (is_remark(row->name)) {
      start_remark(*row);
    } else if (const auto status = diag_status(row->result)) {
      add(std::string(row->name), *status, diag_gpu(row->result));
    }
  }

  /// Writes a remark that may have been wrapped.
  void flush() {
    if (!remark_.empty() && last_ != none) results_[last_].messages.push_back(squeeze(remark_));
    remark_.clear();
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  void add(std::string test, std::string status, Number gpu) {
    last_ = results_.size();
    results_.push_back({"dcgmi", category_, std::move(test), gpu, std::move(status), {}});
  }

  /// A remark belongs to the test above it, unless that has passed or there is none.
  void start_remark(const DiagRow& row) {
    if (last_ == none || results_[last_].status == "pass")
      add(std::string(row.name), row.name == "Error" ? "fail" : "warn", diag_gpu(row.result));
    remark_ = std::string(row.result);
  }

  /// A line without a name: "GPU0: Pass", or the rest of a remark.
  void go_on(std::string_view result) {
    if (!remark_.empty()) {
      remark_ += result;
      return;
    }
    const std::string_view text = trim(result);
    const auto status = diag_status(after(text, ":").value_or(""));
    if (starts_with(text, "GPU") && status && last_ != none) {
      const DiagResult whole = results_[last_];
      results_.push_back({"dcgmi", category_, whole.test, whole_at(text.substr(3)), *status, {}});
    } else if (!text.empty() && last_ != none) {
      remark_ = std::string(result);
    }
  }

  std::vector<DiagResult>& results_;
  Text category_;
  std::size_t last_ = none;
  std::string remark_;
};

}  // namespace

std::optional<std::string> diag_status(std::string_view text) {
  const std::string word = lower(words_of(text).empty() ? std::string_view{} : words_of(text).front());
  for (const std::string_view status : {"pass", "fail", "warn", "skip"}) {
    if (starts_with(word, status) && word.size() <= status.size() + 3) return std::string(status);
  }
  return std::nullopt;
}

Number diag_gpu(std::string_view text) {
  for (const std::string_view key : {"GPU: ", "GPU:", "GPUs: ", "GPU "}) {
    const auto rest = after(text, key);
    if (!rest) continue;
    const auto number = whole_at(*rest);
    // A list of several is not one GPU.
    if (number && *number >= 0 && !contains(rest->substr(0, 6), ",")) return number;
    return std::nullopt;
  }
  return std::nullopt;
}

bool is_dcgmi_text(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return begins_diagnostic(line) || starts_with(trim(line), "|-----  Deployment");
  });
}

void read_dcgmi_text(const TextDocument& document, Machine& machine, Source&) {
  DiagReader reader(machine);
  bool started = false;
  for (const std::string_view line : document.lines()) {
    started = started || begins_diagnostic(line) || category_of(line);
    if (started) reader.line(line);
  }
  reader.flush();
}

}  // namespace planner::machine
