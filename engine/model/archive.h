// A compiled layer of many parts that are read one at a time, when something asks for them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/part.h"
#include "source/diagnostic.h"
#include "source/node.h"

namespace planner {

class Catalog;

/// What an archive says of itself.
struct ArchiveAbout {
  std::string title;        ///< "BuildCores OpenDB"
  std::string attribution;  ///< the notice that its license asks for
};

/// Tens of thousands of parts in one file. Opening it checks the header alone, so that it costs milliseconds; parts
/// are found by id or by keys (what quotes may call them) and read then. The file is outside input: every offset is
/// checked, a damaged part is none. May be used from several threads.
class PartArchive {
 public:
  static constexpr std::size_t kMostBytes = 128u << 20;
  static constexpr std::size_t kMostParts = 200'000;
  static constexpr std::size_t kMostPartBytes = 64u << 10;

  /// Takes the bytes of an archive; null and a message where they are none or their tables are damaged.
  static std::shared_ptr<const PartArchive> open(std::string bytes, const std::string& file, Diagnostics& diagnostics);
  /// Reads the file and opens it; `file` names it in messages.
  static std::shared_ptr<const PartArchive> read(const std::string& file, Diagnostics& diagnostics);
  /// True if the file starts like an archive.
  static bool is_archive(const std::string& file);

  const std::string& file() const { return file_; }
  const ArchiveAbout& about() const { return about_; }
  std::uint64_t digest() const { return digest_; }
  std::size_t size() const { return count_; }
  std::string_view id(std::size_t index) const;
  /// Number of keys that have to be met before a phrase may mean the part.
  std::uint32_t needed(std::size_t index) const;
  std::optional<std::size_t> find(std::string_view id) const;
  /// Indices of the parts that have the key, ascending. A part may be listed for a key it does not have, never the
  /// other way round.
  std::vector<std::uint32_t> with_key(std::string_view key) const;
  /// The part, which may be a variant of one in `base`; null for a damaged one, whose errors go to `diagnostics` when
  /// given. It lives as long as the archive.
  const Part* part(std::size_t index, const Catalog& base, Diagnostics* diagnostics = nullptr) const;

 private:
  PartArchive() = default;
  bool read_tables();
  std::uint32_t number(std::size_t at) const;
  std::string_view text(std::size_t at) const;

  std::string bytes_;
  std::string file_;
  ArchiveAbout about_;
  std::uint64_t digest_ = 0;
  std::size_t count_ = 0, keys_ = 0, postings_ = 0;
  std::size_t parts_at_ = 0, keys_at_ = 0, postings_at_ = 0, text_at_ = 0;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::size_t, std::unique_ptr<Part>> read_;  ///< null: damaged
};

/// A part to be archived: the map that the catalog's loader reads.
struct ArchivedPart {
  std::string id;
  Document document;  ///< `{kind, parts: [one]}`; its file and places are those that `explain` shows
  std::vector<std::string> keys;
  std::uint32_t needed = 1;
};

/// The bytes of an archive; the order of the parts does not matter. Nothing where a limit of the format is passed or an
/// id is given twice.
std::optional<std::string> write_archive(const ArchiveAbout& about, std::vector<ArchivedPart> parts);

}  // namespace planner
