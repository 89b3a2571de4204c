// What an import did, for people.
#include <map>

#include "import/opendb.h"

namespace planner {
namespace {

std::string line(std::size_t count, const std::string& what) {
  std::string number = std::to_string(count);
  if (number.size() < 7) number.insert(0, 7 - number.size(), ' ');
  return number + "  " + what + "\n";
}

}  // namespace

std::string import_text(const OpendbImport& import, bool all_conflicts) {
  constexpr std::size_t kShown = 3;
  const ImportCounts& counts = import.counts;
  std::string out = line(counts.files, "files");
  for (std::size_t k = 0; k < kPartKinds; ++k) {
    if (counts.parts[k] > 0)
      out += line(counts.parts[k], std::string(name_of(static_cast<PartKind>(k))) + " parts imported");
  }
  out += line(counts.known, "parts of the shipped catalog, which stay as they are");
  out += line(counts.repeated, "files that repeat another one");
  out += line(counts.unreadable, "files left out");
  out += line(counts.dropped, "figures left out that no part can have");
  out += line(import.conflicts.size(), "figures in which the shipped catalog differs");
  std::map<std::string, std::size_t> shown;
  for (const ImportConflict& c : import.conflicts) {
    if (!all_conflicts && ++shown[c.field] > kShown) continue;
    out += "  " + printable(c.part) + " " + c.field + ": catalog " + printable(c.shipped) + ", OpenDB " +
           printable(c.imported) + " (" + printable(c.file) + ":" + std::to_string(c.at.line) + ")\n";
  }
  if (!all_conflicts && !import.conflicts.empty())
    out += "  (the first " + std::to_string(kShown) + " of each field; `-v` lists all)\n";
  return out;
}

}  // namespace planner
