#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>

#include "quote/readers.h"

extern char** environ;

namespace planner::quote {
namespace {

constexpr std::size_t kMostText = 8u << 20;
constexpr std::chrono::seconds kLongest{20};

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void reset(int fd = -1) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_;
};

/// The bytes in a file in memory, so that neither a path nor a pipe can be confused or block.
int unnamed_file(std::string_view bytes) {
  const int fd = ::memfd_create("quote", MFD_CLOEXEC);
  if (fd < 0) return -1;
  while (!bytes.empty()) {
    const auto n = ::write(fd, bytes.data(), bytes.size());
    if (n <= 0) {
      ::close(fd);
      return -1;
    }
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  ::lseek(fd, 0, SEEK_SET);
  return fd;
}

pid_t start(int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  char program[] = "pdftotext", layout[] = "-layout", encoding[] = "-enc", utf8[] = "UTF-8", dash[] = "-",
       dash2[] = "-";
  char* arguments[] = {program, layout, encoding, utf8, dash, dash2, nullptr};
  pid_t child = -1;
  if (posix_spawnp(&child, program, &actions, nullptr, arguments, environ) != 0) child = -1;
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

/// Reads until the end, the size limit or the deadline; true if the end came.
bool drain(int fd, std::string& text) {
  const auto deadline = std::chrono::steady_clock::now() + kLongest;
  char buffer[1 << 14];
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    pollfd waiting{fd, POLLIN, 0};
    const int ready = left > 0 ? ::poll(&waiting, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const auto n = ::read(fd, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n == 0;
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.size() > kMostText) return false;
  }
}

}  // namespace

std::optional<std::string> pdf_text(std::string_view bytes, const std::string& file, Diagnostics& diagnostics) {
  Descriptor input(unnamed_file(bytes));
  int ends[2];
  if (input.get() < 0 || ::pipe2(ends, O_CLOEXEC) != 0) {
    diagnostics.error(file, {}, "no temporary file for the PDF could be made");
    return std::nullopt;
  }
  Descriptor reading(ends[0]), writing(ends[1]);
  const pid_t child = start(input.get(), writing.get());
  writing.reset();
  std::string text;
  const bool finished = child > 0 && drain(reading.get(), text);
  if (child > 0 && !finished) ::kill(child, SIGKILL);
  int status = 0;
  if (child > 0)
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  const bool missing = child <= 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127);
  if (missing) {
    diagnostics.error(file, {}, "reading a PDF needs the program pdftotext, which is not installed",
                      "install poppler-utils, or paste the text of the PDF into a file");
  } else if (!finished) {
    diagnostics.error(file, {}, "pdftotext took longer than 20 s or wrote more than 8 MB");
  } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    diagnostics.error(file, {}, "pdftotext could not read this PDF; it may be damaged or encrypted");
  } else if (text.find_first_not_of(" \t\r\n\f") == std::string::npos) {
    diagnostics.error(file, {}, "this PDF holds no text, only pictures", "run it through text recognition first");
  } else {
    return text;
  }
  return std::nullopt;
}

}  // namespace planner::quote
