// Fuzz target of archives: any bytes are refused with a message or opened, and what is opened can be looked through
// without a part that says it is another one.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "model/archive.h"
#include "model/catalog.h"

using namespace planner;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Diagnostics diagnostics;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  // Most inputs would fail on the first word, which says nothing about the rest.
  if (size > 20 && data[0] == '!') bytes.replace(0, 16, "planner-parts-1\n");
  const auto archive = PartArchive::open(std::move(bytes), "fuzz.parts", diagnostics);
  if ((archive == nullptr) != diagnostics.has_errors()) std::abort();
  if (archive == nullptr || archive->size() > 1'000) return 0;
  Catalog catalog;
  catalog.add_archive(archive);
  for (std::size_t i = 0; i < archive->size(); ++i) {
    const Part* part = archive->part(i, catalog);
    if (part != nullptr && info_of(*part).id != archive->id(i)) std::abort();
    catalog.find(archive->id(i));
  }
  for (const auto index : archive->with_key("t:4090"))
    if (index >= archive->size()) std::abort();
  catalog.unfold_archives(diagnostics);
  return 0;
}
