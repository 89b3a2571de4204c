// Tables of figures.
#include "gpu_probe/machine/measurement_table.h"

#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"

namespace planner::machine {
namespace {

constexpr std::size_t kMostCells = 256;

bool is_index(std::string_view word) {
  return !word.empty() && word.size() <= 4 && word.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

bool MeasurementTable::line(std::string_view line, Measurement& to) {
  auto words = words_of(line);
  if (over_ || words.empty()) return false;
  if (!started_) {
    if (words.front() == "D\\D" || words.front() == "GPU" || words.front() == "CPU") words.erase(words.begin());
    if (words.empty() || words.size() > kMostCells || !std::all_of(words.begin(), words.end(), is_index)) return false;
    for (const std::string_view word : words) to.columns.emplace_back(word);
    return started_ = true;
  }
  const bool row = is_index(words.front()) && words.size() <= to.columns.size() + 1 && to.rows.size() < kMostCells;
  if (!row) {
    over_ = !starts_with(words.front(), "[...");
    return false;
  }
  to.rows.emplace_back(words.front());
  std::vector<Real> cells;
  for (std::size_t i = 1; i < words.size(); ++i)
    cells.push_back(is_unset(words[i]) ? std::nullopt : number_at(words[i]));
  cells.resize(to.columns.size());
  to.cells.push_back(std::move(cells));
  return true;
}

}  // namespace planner::machine
