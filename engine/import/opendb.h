// Import of BuildCores OpenDB: a folder of JSON files into an archive that lies beneath the shipped catalog.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/archive.h"
#include "model/catalog.h"
#include "source/diagnostic.h"

namespace planner {

/// A figure in which the data set and the shipped catalog differ; the catalog's counts.
struct ImportConflict {
  std::string part;  ///< id in the catalog
  std::string field;
  std::string shipped;
  std::string imported;
  std::string file;
  Location at;
};

struct ImportCounts {
  std::size_t files = 0;
  std::size_t unreadable = 0;  ///< not JSON, beyond the limits, or without a name
  std::size_t known = 0;       ///< parts of the shipped catalog
  std::size_t repeated = 0;    ///< the same part under another file: its part numbers were added to the first
  std::size_t dropped = 0;     ///< figures that no part can have
  std::array<std::size_t, kPartKinds> parts{};
};

struct OpendbImport {
  std::string archive;  ///< for `PartArchive`
  ImportCounts counts;
  std::vector<ImportConflict> conflicts;  ///< by part and field
};

/// Reads `directory/open-db/<category>/*.json` (or `directory/<category>/*.json`), maps units and names and leaves out
/// what the data set is known to get wrong:
///  - zero and blocks of zeros mean unknown;
///  - flags of memory (ECC, registered) count only where the name says the same;
///  - capacities, wattages and form factors count only where the name does not say otherwise;
///  - what verdicts are computed from without showing their origin (plugs, lists of sockets and form factors) counts
///  only
///    in files that the data set's people have checked by hand;
///  - slots are left out: the data set has neither their order nor their lanes.
/// All figures have low confidence but those of files checked by hand and those that the name confirms.
/// A file that cannot be read is named in `diagnostics` (a warning) and counted. Nothing and an error where the folder
/// holds no such data.
std::optional<OpendbImport> import_opendb(const std::string& directory, const Catalog& shipped,
                                          Diagnostics& diagnostics);

/// What an import did, for people: counts by kind, what was left out, the conflicts (all, or the first of each field).
std::string import_text(const OpendbImport& import, bool all_conflicts);

}  // namespace planner
