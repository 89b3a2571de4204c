// Fuzz target of the snapshot's reader: any bytes become a snapshot or a message; what is read is written and read back
// the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gpu_probe/machine/merge.h"
#include "gpu_probe/machine/snapshot.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace planner;
  if (size > 200'000) return 0;
  Diagnostics diagnostics;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto found = machine::read_snapshot(text, "fuzz.json", diagnostics);
  require(found.has_value() || diagnostics.has_errors());
  if (!found) return 0;
  const std::string written = machine::write_snapshot(*found);
  Diagnostics none;
  const auto again = machine::read_snapshot(written, "fuzz.json", none);
  require(again.has_value() && machine::write_snapshot(*again) == written);
  machine::complete(*found);
  for (const auto& device : found->pci) machine::path_to_root(*found, device.address);
  return 0;
}
