// The one way to files of a machine: the live one under /, or a captured tree (--sysroot).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planner::machine {

/// Reads small files below a root. Links that lead out of the root, devices and files over 4 MiB are not read.
class FileRoot {
 public:
  explicit FileRoot(const std::filesystem::path& root = "/");

  bool live() const { return live_; }
  /// Whole content; nothing if the file is missing or may not be read.
  std::optional<std::string> text(std::string_view path) const;
  /// First line without blanks around it; nothing if it is empty.
  std::optional<std::string> line(std::string_view path) const;
  /// Names in a folder, sorted.
  std::vector<std::string> list(std::string_view path) const;
  /// Names from the root to what a link finally leads to: "sys/devices/pci0000:00/0000:00:01.0".
  std::optional<std::filesystem::path> target(std::string_view path) const;
  bool exists(std::string_view path) const;
  /// True if the file is there but may not be read.
  bool denied(std::string_view path) const;

 private:
  std::optional<std::filesystem::path> resolve(std::string_view path) const;

  std::filesystem::path root_;
  bool live_;
};

}  // namespace planner::machine
