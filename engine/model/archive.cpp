#include "model/archive.h"

#include <filesystem>
#include <fstream>

#include "model/archive_format.h"
#include "model/catalog.h"
#include "model/catalog_loader.h"
#include "source/read.h"
#include "source/text.h"

namespace planner {
namespace {

using namespace archive_format;

std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i > 0; --i) value = (value << 8) | static_cast<std::uint8_t>(bytes[at + i - 1]);
  return value;
}

}  // namespace

bool PartArchive::is_archive(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return false;
  std::ifstream stream(file, std::ios::binary);
  std::string start(kMagic.size(), '\0');
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == kMagic;
}

std::shared_ptr<const PartArchive> PartArchive::open(std::string bytes, const std::string& file,
                                                     Diagnostics& diagnostics) {
  std::shared_ptr<PartArchive> archive(new PartArchive);
  archive->bytes_ = std::move(bytes);
  archive->file_ = file;
  if (archive->bytes_.size() <= kMostBytes && archive->read_tables()) return archive;
  diagnostics.error(file, {}, "this is no archive of parts, or a damaged one",
                    "make it again with `planner catalog import`");
  return nullptr;
}

std::shared_ptr<const PartArchive> PartArchive::read(const std::string& file, Diagnostics& diagnostics) {
  std::error_code error;
  const bool regular = std::filesystem::is_regular_file(file, error);
  const auto size = regular ? std::filesystem::file_size(file, error) : 0;
  std::ifstream stream;
  if (regular && !error && size <= kMostBytes) stream.open(file, std::ios::binary);
  if (!stream.is_open()) {
    diagnostics.error(file, {},
                      regular ? "this archive cannot be read or is larger than " + describe_size(kMostBytes)
                              : std::string("there is no such file"));
    return nullptr;
  }
  std::string bytes(size, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  return open(std::move(bytes), file, diagnostics);
}

std::uint32_t PartArchive::number(std::size_t at) const {
  return static_cast<std::uint32_t>(little_endian(bytes_, at, 4));
}

/// The text of the span at `at`; empty if it points out of the file.
std::string_view PartArchive::text(std::size_t at) const {
  const std::size_t offset = number(at), size = number(at + 4), available = bytes_.size() - text_at_;
  if (offset > available || size > available - offset) return {};
  return std::string_view(bytes_).substr(text_at_ + offset, size);
}

/// False unless all tables lie within the file and its parts cannot add up to more than it.
bool PartArchive::read_tables() {
  if (!bytes_.starts_with(kMagic) || bytes_.size() < kHeader) return false;
  digest_ = little_endian(bytes_, kDigestAt, 8);
  count_ = number(kCountsAt);
  keys_ = number(kCountsAt + 4);
  postings_ = number(kCountsAt + 8);
  parts_at_ = kHeader;
  keys_at_ = parts_at_ + count_ * kPart;
  postings_at_ = keys_at_ + keys_ * kKey;
  text_at_ = postings_at_ + postings_ * kPosting;
  if (count_ > kMostParts || text_at_ > bytes_.size()) return false;
  std::size_t bodies = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const std::size_t size = number(parts_at_ + i * kPart + kSpan + 4);
    if (size > kMostPartBytes) return false;
    bodies += size;
  }
  about_ = {std::string(text(kAboutAt)), std::string(text(kAboutAt + kSpan))};
  return bodies <= bytes_.size();
}

std::string_view PartArchive::id(std::size_t index) const {
  return index < count_ ? text(parts_at_ + index * kPart) : std::string_view{};
}

std::uint32_t PartArchive::needed(std::size_t index) const {
  return index < count_ ? number(parts_at_ + index * kPart + 2 * kSpan) : 0;
}

std::optional<std::size_t> PartArchive::find(std::string_view wanted) const {
  std::size_t from = 0, to = count_;
  while (from < to) {
    const std::size_t middle = (from + to) / 2;
    (id(middle) < wanted ? from : to) = id(middle) < wanted ? middle + 1 : middle;
  }
  return from < count_ && id(from) == wanted ? std::optional(from) : std::nullopt;
}

std::vector<std::uint32_t> PartArchive::with_key(std::string_view key) const {
  const std::uint64_t hash = key_hash(key);
  std::size_t from = 0, to = keys_;
  while (from < to) {
    const std::size_t middle = (from + to) / 2;
    const bool below = little_endian(bytes_, keys_at_ + middle * kKey, 8) < hash;
    (below ? from : to) = below ? middle + 1 : middle;
  }
  std::vector<std::uint32_t> found;
  if (from >= keys_ || little_endian(bytes_, keys_at_ + from * kKey, 8) != hash) return found;
  const std::size_t begin = number(keys_at_ + from * kKey + 8);
  const std::size_t end = from + 1 < keys_ ? number(keys_at_ + (from + 1) * kKey + 8) : postings_;
  for (std::size_t i = begin; i < end && i < postings_; ++i) {
    const std::uint32_t index = number(postings_at_ + i * kPosting);
    if (index < count_) found.push_back(index);
  }
  return found;
}

const Part* PartArchive::part(std::size_t index, const Catalog& base, Diagnostics* diagnostics) const {
  if (index >= count_) return nullptr;
  {
    const std::lock_guard lock(mutex_);
    const auto known = read_.find(index);
    if (known != read_.end()) return known->second.get();
  }
  Diagnostics own;
  std::unique_ptr<Part> part;
  auto documents = unpack_documents(text(parts_at_ + index * kPart + kSpan));
  if (documents && documents->size() == 1) {
    auto parts = read_archived_parts(documents->front(), base, own);
    if (parts.size() == 1 && !own.has_errors() && info_of(*parts.front()).id == id(index))
      part = std::move(parts.front());
  }
  if (part == nullptr && !own.has_errors()) own.error(file_, {}, "part " + std::to_string(index + 1) + " is damaged");
  if (diagnostics != nullptr) diagnostics->append(own);
  const std::lock_guard lock(mutex_);
  return read_.emplace(index, std::move(part)).first->second.get();
}

}  // namespace planner
