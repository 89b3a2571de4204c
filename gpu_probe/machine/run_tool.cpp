// Child processes.
#include "gpu_probe/machine/run_tool.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char** environ;

namespace planner::machine {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostText = 8u << 20;

pid_t start(const std::vector<std::string>& command, int output) {
  std::vector<std::string> words = command, settings;
  for (char** entry = environ; *entry; ++entry) {
    if (std::strncmp(*entry, "LC_ALL=", 7) != 0) settings.emplace_back(*entry);
  }
  settings.emplace_back("LC_ALL=C");
  std::vector<char*> arguments, environment;
  for (std::string& word : words) arguments.push_back(word.data());
  for (std::string& setting : settings) environment.push_back(setting.data());
  arguments.push_back(nullptr);
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, output, 2);
  pid_t child = -1;
  if (posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environment.data()) != 0) child = -1;
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

/// Reads to the end, the size limit or the deadline; true if the end came.
bool drain(int fd, Clock::time_point deadline, std::string& text) {
  char buffer[1 << 14];
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{fd, POLLIN, 0};
    const int ready = left > 0 ? ::poll(&waiting, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const auto n = ::read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    if (text.size() + static_cast<std::size_t>(n) > kMostText) return false;
    text.append(buffer, static_cast<std::size_t>(n));
  }
}

/// Collects the child. One that sits in the kernel cannot be ended (a GPU that hangs does that) and is left behind.
void collect(pid_t child, bool kill) {
  if (kill) ::kill(child, SIGKILL);
  const auto deadline = Clock::now() + std::chrono::seconds(kill ? 2 : 10);
  while (::waitpid(child, nullptr, WNOHANG) == 0 && Clock::now() < deadline) ::usleep(5000);
}

}  // namespace

ToolOutput run_tool(const std::vector<std::string>& command, std::chrono::milliseconds limit) {
  ToolOutput result;
  int ends[2];
  if (command.empty() || ::pipe2(ends, O_CLOEXEC) != 0) return result;
  const auto deadline = Clock::now() + limit;
  const pid_t child = start(command, ends[1]);
  ::close(ends[1]);
  if (child > 0) {
    result.started = true;
    result.timed_out = !drain(ends[0], deadline, result.text);
    collect(child, result.timed_out);
  }
  ::close(ends[0]);
  return result;
}

}  // namespace planner::machine
