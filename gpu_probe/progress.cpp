// Progress display.
#include "gpu_probe/progress.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace planner::probe {

std::string describe(const Task& task) {
  std::string text(info(task.metric).title);
  if (task.peer >= 0)
    text += " GPU " + std::to_string(task.gpu) + " -> " + std::to_string(task.peer);
  else if (task.gpu >= 0)
    text += " on GPU " + std::to_string(task.gpu);
  return text;
}

Progress::Progress(std::ostream& out, Style style, double expected_seconds)
    : out_(out), style_(style), expected_(expected_seconds) {}

void Progress::show(const Task& task) {
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  std::array<char, 64> times{};
  std::snprintf(times.data(), times.size(), "%5.1f s, about %.0f s left  ", elapsed,
                std::max(0.0, expected_ - elapsed));
  if (style_ == Style::terminal)
    out_ << "\r\x1b[K" << times.data() << describe(task) << std::flush;
  else
    out_ << times.data() << describe(task) << "\n" << std::flush;
}

void Progress::start(const Task& task) {
  if (style_ == Style::none) return;
  const std::lock_guard lock(mutex_);
  show(task);
}

void Progress::close() {
  const std::lock_guard lock(mutex_);
  if (style_ == Style::terminal) out_ << "\r\x1b[K" << std::flush;
}

}  // namespace planner::probe
