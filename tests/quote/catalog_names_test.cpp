// Properties over the shipped catalog: what a part is called leads to that part.
#include <doctest/doctest.h>

#include <algorithm>

#include "quote/resolver.h"
#include "shipped_catalog.h"

using namespace planner;
using namespace planner::quote;

namespace {

const Resolver& shipped_resolver() {
  static const std::vector<const Part*> parts = [] {
    std::vector<const Part*> all;
    for (const auto& part : shipped_catalog().parts()) all.push_back(part.get());
    return all;
  }();
  static const Resolver resolver(parts);
  return resolver;
}

/// True if the match is the part, or asks back with the part among the candidates because another part is called the
/// same.
bool leads_to(const Match& match, const Part* part) {
  if (match.status == Match::Status::one) return match.part == part;
  const bool listed = std::find(match.candidates.begin(), match.candidates.end(), part) != match.candidates.end();
  return match.status == Match::Status::several && listed;
}

}  // namespace

TEST_CASE("every part's name, aliases and part numbers resolve to it") {
  std::size_t shared = 0, total = 0;
  for (const auto* part : shipped_resolver().parts()) {
    const PartInfo& info = info_of(*part);
    std::vector<std::string> written = {info.name, info.id};
    written.insert(written.end(), info.aliases.begin(), info.aliases.end());
    for (const auto& text : written) {
      for (const auto& kind : {std::optional<PartKind>(kind_of(*part)), std::optional<PartKind>()}) {
        const Match match = shipped_resolver().resolve({text, {}, kind});
        CAPTURE(info.id);
        CAPTURE(text);
        CAPTURE(match.reason);
        CHECK(leads_to(match, part));
        ++total;
        shared += match.status == Match::Status::several ? 1 : 0;
      }
    }
    for (const auto& number : info.part_numbers) {
      CAPTURE(info.id);
      CAPTURE(number);
      CHECK(leads_to(shipped_resolver().resolve({"whatever the line says", number, {}}), part));
      CHECK(leads_to(shipped_resolver().resolve({number, {}, {}}), part));
    }
  }
  MESSAGE(total << " names resolved, " << shared << " of them shared by several parts");
  CHECK(shared * 50 <= total);
}

TEST_CASE("case, spacing and punctuation of a name do not matter") {
  for (const auto* part : shipped_resolver().parts()) {
    std::string loud;
    for (const char c : info_of(*part).name) {
      loud += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
      if (c == ' ') loud += ' ';
    }
    CAPTURE(loud);
    CHECK(leads_to(shipped_resolver().resolve({loud, {}, kind_of(*part)}), part));
  }
}

TEST_CASE("a name of another digit or with a variant word added never leads to the same part in silence") {
  for (const auto* part : shipped_resolver().parts()) {
    if (kind_of(*part) != PartKind::gpu || !info_of(*part).variant_of.empty()) continue;
    for (const char* suffix : {" SUPER", " Ti", " XTX"}) {
      const std::string name = info_of(*part).name + suffix;
      const Match match = shipped_resolver().resolve({name, {}, PartKind::gpu});
      CAPTURE(name);
      if (match.status == Match::Status::one) CHECK(match.part != part);
    }
  }
}
