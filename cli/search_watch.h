// Watches a long search: interrupt, time limit and progress on a terminal.
#pragma once

#include <chrono>
#include <cstdint>

namespace planner::cli {

/// From construction to destruction SIGINT and SIGTERM end the search instead of the program; a second one ends the
/// program. At most one at a time.
class SearchWatch {
 public:
  /// `seconds`: time limit, 0 for none. `progress`: tell on standard error how far the search is, if that is a
  /// terminal.
  SearchWatch(double seconds, bool progress);
  ~SearchWatch();
  SearchWatch(const SearchWatch&) = delete;
  SearchWatch& operator=(const SearchWatch&) = delete;

  /// False once the search has to end. `nodes`: partial builds looked at so far.
  bool go_on(std::int64_t nodes);
  bool interrupted() const;

 private:
  using Clock = std::chrono::steady_clock;
  void tell(Clock::time_point now, std::int64_t nodes);

  Clock::time_point start_, told_;
  double seconds_;
  bool progress_;
  bool line_open_ = false;
};

}  // namespace planner::cli
