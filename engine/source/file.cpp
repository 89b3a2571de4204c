// Files on disk: read within limits, written whole or not at all.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "source/read.h"
#include "source/text.h"

namespace planner {
namespace {

/// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ > STDERR_FILENO) ::close(fd_);
  }
  int get() const { return fd_; }
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0;
  }

 private:
  int fd_;
};

std::string system_message() {
  return std::strerror(errno);
}

std::string shown_name(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

/// Why a path cannot be read as text, or an empty string.
std::string refuse_kind(const struct stat& info) {
  if (S_ISREG(info.st_mode)) return {};
  if (S_ISDIR(info.st_mode)) return "is a directory, not a file";
  return "is not a regular file";
}

/// Reads to the end, but at most one byte more than `limit`, so that the caller can tell.
bool read_all(int fd, std::size_t limit, std::string& out) {
  constexpr std::size_t kChunk = 1u << 16;
  while (out.size() <= limit) {
    const std::size_t before = out.size();
    out.resize(before + std::min(kChunk, limit + 1 - before));
    const ssize_t got = ::read(fd, out.data() + before, out.size() - before);
    if (got < 0 && errno == EINTR) {
      out.resize(before);
      continue;
    }
    out.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got <= 0) return got == 0;
  }
  return true;
}

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t put = ::write(fd, content.data(), content.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

/// The file that a chain of links ends at (also when that file does not exist yet).
std::filesystem::path link_target(std::filesystem::path path) {
  constexpr int kLongestChain = 40;
  std::error_code error;
  for (int i = 0; i < kLongestChain && std::filesystem::is_symlink(path, error); ++i) {
    const auto next = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

/// Mode of the file to be replaced, or what the umask leaves of rw-rw-rw-.
mode_t mode_for(const std::filesystem::path& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) == 0) return info.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// A rename is on disk only when its directory is.
void sync_directory(const std::filesystem::path& directory) {
  const Descriptor fd(::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.get() >= 0) ::fsync(fd.get());
}

}  // namespace

std::optional<std::string> read_text_file(const std::string& path, const ReadLimits& limits, Diagnostics& diagnostics) {
  const std::string name = shown_name(path);
  const auto fail = [&](std::string why) {
    diagnostics.error(name, {}, std::move(why));
    return std::nullopt;
  };
  // O_NONBLOCK: opening a named pipe without a writer would wait for ever.
  const Descriptor fd(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (fd.get() < 0) return fail("cannot be opened: " + system_message());
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) return fail("cannot be read: " + system_message());
  if (const std::string why = refuse_kind(info); path != "-" && !why.empty()) return fail(why);
  if (S_ISREG(info.st_mode) && static_cast<std::uintmax_t>(info.st_size) > limits.bytes)
    return fail("file is larger than " + describe_size(limits.bytes));
  std::string text;
  if (!read_all(fd.get(), limits.bytes, text)) return fail("cannot be read: " + system_message());
  if (!accept_text(text, name, limits, diagnostics)) return std::nullopt;
  return std::string(without_byte_order_mark(text));
}

std::optional<Document> read_document(const std::string& path, const ReadLimits& limits, Diagnostics& diagnostics) {
  auto text = read_text_file(path, limits, diagnostics);
  if (!text) return std::nullopt;
  const std::size_t first = text->find_first_not_of(" \t\r\n");
  const bool json = path.ends_with(".json") || (path == "-" && first != std::string::npos && (*text)[first] == '{');
  const std::string name = shown_name(path);
  auto root = json ? parse_json(*text, name, limits, diagnostics) : parse_yaml(*text, name, limits, diagnostics);
  if (!root) return std::nullopt;
  return Document{name, std::move(*root), std::move(*text)};
}

std::string write_file_atomically(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path target = link_target(path);
  struct stat info {};
  if (::stat(target.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) return path.string() + " is not a regular file";
  const mode_t mode = mode_for(target);
  std::string temporary = (target.parent_path() / ("." + target.filename().string() + ".XXXXXX")).string();
  Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC));
  if (fd.get() < 0) return "cannot write beside " + path.string() + ": " + system_message();
  const auto fail = [&] {
    const std::string why = "cannot write " + path.string() + ": " + system_message();
    ::unlink(temporary.c_str());
    return why;
  };
  if (!write_all(fd.get(), content) || ::fchmod(fd.get(), mode) != 0 || ::fsync(fd.get()) != 0) return fail();
  if (!fd.close()) return fail();
  if (::rename(temporary.c_str(), target.c_str()) != 0) return fail();
  sync_directory(target.parent_path());
  return {};
}

}  // namespace planner
