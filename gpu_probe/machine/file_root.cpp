// Access to the files of a machine.
#include "gpu_probe/machine/file_root.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "gpu_probe/machine/document.h"

namespace planner::machine {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kLargestFile = 4u << 20;
constexpr std::size_t kMostNames = 8192;

/// sysfs files have no true size, so they are read to their end.
std::optional<std::string> read_all(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return std::nullopt;
  struct stat info {};
  std::optional<std::string> text;
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) {
    text.emplace();
    char buffer[16384];
    for (ssize_t n = 0; text && (n = ::read(fd, buffer, sizeof buffer)) != 0;) {
      if (n < 0 || text->size() + static_cast<std::size_t>(n) > kLargestFile)
        text.reset();
      else
        text->append(buffer, static_cast<std::size_t>(n));
    }
  }
  ::close(fd);
  return text;
}

}  // namespace

FileRoot::FileRoot(const fs::path& root) {
  std::error_code error;
  root_ = fs::canonical(root, error);
  if (error) root_ = fs::absolute(root, error);
  live_ = root_ == "/";
}

std::optional<fs::path> FileRoot::resolve(std::string_view path) const {
  while (!path.empty() && path.front() == '/') path.remove_prefix(1);
  std::error_code error;
  const fs::path found = fs::canonical(root_ / fs::path(path), error);
  if (error) return std::nullopt;
  const auto [end, ignored] = std::mismatch(root_.begin(), root_.end(), found.begin(), found.end());
  return end == root_.end() || (live_ && !found.empty()) ? std::optional(found) : std::nullopt;
}

std::optional<std::string> FileRoot::text(std::string_view path) const {
  const auto found = resolve(path);
  return found ? read_all(*found) : std::nullopt;
}

std::optional<std::string> FileRoot::line(std::string_view path) const {
  const auto all = text(path);
  if (!all) return std::nullopt;
  const std::string_view first = trim(std::string_view(*all).substr(0, all->find('\n')));
  return first.empty() ? std::nullopt : std::optional(std::string(first));
}

std::vector<std::string> FileRoot::list(std::string_view path) const {
  std::vector<std::string> names;
  const auto found = resolve(path);
  std::error_code error;
  if (!found) return names;
  for (fs::directory_iterator at(*found, error), end; !error && at != end && names.size() < kMostNames;
       at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<fs::path> FileRoot::target(std::string_view path) const {
  const auto found = resolve(path);
  return found ? std::optional(found->lexically_relative(root_)) : std::nullopt;
}

bool FileRoot::exists(std::string_view path) const {
  return resolve(path).has_value();
}

bool FileRoot::denied(std::string_view path) const {
  const auto found = resolve(path);
  return found && ::access(found->c_str(), R_OK) != 0;
}

}  // namespace planner::machine
