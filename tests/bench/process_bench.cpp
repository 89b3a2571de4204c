// Whole processes: time, instructions and memory of `check` and `suggest` as a user starts them. Where the system does
// not let us count instructions, the ratio to a fixed loop of the same run tells more than seconds do.
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Counts user instructions of this process and its children from the moment they call exec; nothing if not permitted.
int open_counter() {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.inherit = 1;
  attributes.disabled = 1;
  return static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
}

struct Measured {
  double milliseconds = 0;
  std::optional<std::uint64_t> instructions;
  long peak_kib = 0;
  int exit_code = -1;
};

void become(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  execv(arguments.front(), arguments.data());
  _exit(127);
}

Measured run_once(const std::vector<std::string>& command) {
  const int counter = open_counter();
  if (counter >= 0) ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child == 0) become(command);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  Measured measured;
  measured.milliseconds = milliseconds_since(start);
  measured.peak_kib = usage.ru_maxrss;
  measured.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  if (counter < 0) return measured;
  ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
  std::uint64_t count = 0;
  if (read(counter, &count, sizeof count) == sizeof count && count > 0) measured.instructions = count;
  close(counter);
  return measured;
}

/// A fixed amount of dependent integer work: 50 million steps of a xorshift generator.
double reference_milliseconds() {
  double best = 1e9;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto start = Clock::now();
    std::uint64_t x = 88172645463325252ull;
    for (int i = 0; i < 50'000'000; ++i) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
    }
    volatile std::uint64_t sink = x;
    static_cast<void>(sink);
    best = std::min(best, milliseconds_since(start));
  }
  return best;
}

void report(const char* name, const std::vector<std::string>& command, double reference) {
  constexpr int kRepeats = 11;
  std::vector<Measured> runs;
  for (int i = 0; i < kRepeats; ++i) runs.push_back(run_once(command));
  std::sort(runs.begin(), runs.end(),
            [](const Measured& a, const Measured& b) { return a.milliseconds < b.milliseconds; });
  const Measured& median = runs[kRepeats / 2];
  std::printf("%-34s exit %d  median %8.1f ms  fastest %8.1f ms  %6.2f x reference  peak %6.1f MB", name,
              median.exit_code, median.milliseconds, runs.front().milliseconds, runs.front().milliseconds / reference,
              static_cast<double>(median.peak_kib) / 1024);
  if (median.instructions) std::printf("  %8.1f M instructions", static_cast<double>(*median.instructions) / 1e6);
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string planner = argc > 1 ? argv[1] : PLANNER_BINARY;
  const double reference = reference_milliseconds();
  std::printf("reference loop: %.1f ms; %s\n", reference, planner.c_str());
  report("--version", {planner, "--version"}, reference);
  report("check bad-quote.md", {planner, "check", PLANNER_SOURCE_DIR "/docs/examples/bad-quote.md"}, reference);
  report("suggest --gpus 8 --budget 60000", {planner, "suggest", "--gpus", "8", "--budget", "60000"}, reference);
  return 0;
}
