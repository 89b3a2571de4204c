#include <algorithm>
#include <map>
#include <set>

#include "model/archive.h"
#include "model/archive_format.h"
#include "source/content_hash.h"
#include "source/read.h"

namespace planner {
namespace {

using namespace archive_format;

void put(std::string& out, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) out += static_cast<char>((value >> (8 * i)) & 0xFF);
}

/// Collects the text area and hands out spans of it.
class TextArea {
 public:
  void add(std::string& table, std::string_view text) {
    put(table, text_.size(), 4);
    put(table, text.size(), 4);
    text_ += text;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace

std::optional<std::string> write_archive(const ArchiveAbout& about, std::vector<ArchivedPart> parts) {
  if (parts.size() > PartArchive::kMostParts) return std::nullopt;
  std::sort(parts.begin(), parts.end(), [](const ArchivedPart& a, const ArchivedPart& b) { return a.id < b.id; });
  std::string header, table, keys, postings;
  TextArea area;
  ContentHash digest;
  std::map<std::uint64_t, std::vector<std::uint32_t>> by_key;
  area.add(header, about.title);
  area.add(header, about.attribution);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ArchivedPart& part = parts[i];
    if (i > 0 && parts[i - 1].id == part.id) return std::nullopt;
    const std::string body = pack_documents({part.document});
    if (body.size() > PartArchive::kMostPartBytes) return std::nullopt;
    area.add(table, part.id);
    area.add(table, body);
    put(table, part.needed, 4);
    digest.add(content_digest(part.document));
    std::set<std::uint64_t> hashes;
    for (const std::string& key : part.keys) hashes.insert(key_hash(key));
    for (const std::uint64_t hash : hashes) by_key[hash].push_back(static_cast<std::uint32_t>(i));
  }
  std::size_t count = 0;
  for (const auto& [hash, indices] : by_key) {
    put(keys, hash, 8);
    put(keys, count, 4);
    for (const std::uint32_t index : indices) put(postings, index, 4);
    count += indices.size();
  }
  std::string out(kMagic);
  put(out, digest.value(), 8);
  put(out, parts.size(), 4);
  put(out, by_key.size(), 4);
  put(out, count, 4);
  out += header + table + keys + postings + area.text();
  return out.size() <= PartArchive::kMostBytes ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace planner
