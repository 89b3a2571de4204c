#include "cli/search_watch.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>

namespace planner::cli {
namespace {

constexpr std::chrono::milliseconds kFirstWord{1000}, kBetweenWords{250};

std::atomic<bool> interrupt_seen{false};

void note_interrupt(int) {
  interrupt_seen = true;
}

void on_interrupt(void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

SearchWatch::SearchWatch(double seconds, bool progress)
    : start_(Clock::now()), told_(start_), seconds_(seconds), progress_(progress && isatty(STDERR_FILENO) != 0) {
  interrupt_seen = false;
  on_interrupt(note_interrupt, static_cast<int>(SA_RESETHAND));
}

SearchWatch::~SearchWatch() {
  if (line_open_) std::fputs("\r\033[K", stderr);
  on_interrupt(SIG_DFL, 0);
}

bool SearchWatch::interrupted() const {
  return interrupt_seen;
}

bool SearchWatch::go_on(std::int64_t nodes) {
  const Clock::time_point now = Clock::now();
  const bool over = seconds_ > 0 && std::chrono::duration<double>(now - start_).count() > seconds_;
  if (over || interrupt_seen) return false;
  if (progress_ && now - start_ > kFirstWord && now - told_ > kBetweenWords) tell(now, nodes);
  return true;
}

void SearchWatch::tell(Clock::time_point now, std::int64_t nodes) {
  const auto elapsed = static_cast<long>(std::chrono::duration_cast<std::chrono::seconds>(now - start_).count());
  std::fprintf(stderr, "\r\033[Ksearching: %lld partial builds, %ld s (Ctrl-C: answer with what is found)",
               static_cast<long long>(nodes), elapsed);
  std::fflush(stderr);
  told_ = now;
  line_open_ = true;
}

}  // namespace planner::cli
