// Fuzz target of the quote readers: any bytes under any extension become a build or a message; every item has a part
// and a believable count, every line a status with what belongs to it, and reading twice gives the same.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "quote/quote.h"

namespace {

using namespace planner;

template <class T>
void add(std::vector<std::unique_ptr<Part>>& parts, const char* id, const char* name, const char* vendor) {
  parts.push_back(std::make_unique<Part>(T{}));
  PartInfo& info = info_of(*parts.back());
  info.id = id;
  info.name = name;
  info.vendor = vendor;
}

const std::vector<const Part*>& shelf() {
  static const auto owned = [] {
    std::vector<std::unique_ptr<Part>> parts;
    add<Gpu>(parts, "4090", "NVIDIA GeForce RTX 4090", "NVIDIA");
    add<Gpu>(parts, "4080s", "NVIDIA GeForce RTX 4080 SUPER", "NVIDIA");
    add<Gpu>(parts, "a100-p80", "NVIDIA A100 PCIe 80GB", "NVIDIA");
    add<Gpu>(parts, "a100-s80", "NVIDIA A100 SXM4 80GB", "NVIDIA");
    add<Cpu>(parts, "7543", "AMD EPYC 7543", "AMD");
    add<Psu>(parts, "ax1600i", "Corsair AX1600i", "Corsair");
    add<Memory>(parts, "rdimm", "32 GB DDR4-3200 RDIMM", "generic");
    add<Riser>(parts, "ribbon", "Generic x16 ribbon riser, Gen4", "generic");
    add<Chassis>(parts, "frame", "Mining frame", "generic");
    add<Platform>(parts, "box", "Supermicro SYS-421GE-TNRT", "Supermicro");
    std::get<Memory>(*parts[6]).modules = 1;
    std::get<Memory>(*parts[6]).module_capacity = DataSize::from_base(32);
    return parts;
  }();
  static const auto view = [] {
    std::vector<const Part*> all;
    for (const auto& part : owned) all.push_back(part.get());
    return all;
  }();
  return view;
}

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const Build& build) {
  for (const auto& item : build.items) {
    require(item.part != nullptr);
    require(item.count >= 1 && item.count <= 1024);
  }
  for (const auto& line : build.quote->lines) {
    require(line.quantity >= 0 && line.quantity <= 1024);
    require(line.status != QuoteLine::Status::resolved || line.part != nullptr);
    require(line.status == QuoteLine::Status::resolved || !line.reason.empty());
    require(line.score >= 0 && line.score <= 100);
    require(!line.total_cents || *line.total_cents >= 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // PDFs start another program, which is not what this target is about.
  static constexpr const char* kNames[] = {"q.txt", "q.md", "q.csv", "q.html", "q.yaml", "q.json", "-"};
  if (size == 0 || size > 20'000) return 0;
  const std::string name = kNames[data[0] % 7];
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  if (text.substr(0, 5) == "%PDF-") return 0;
  Diagnostics first, second;
  const auto build = read_quote(name, text, shelf(), first);
  const auto again = read_quote(name, text, shelf(), second);
  require(build.has_value() == again.has_value());
  require(build.has_value() || first.has_errors());
  if (!build) return 0;
  check(*build);
  require(build->items.size() == again->items.size() && build->quote->lines.size() == again->quote->lines.size());
  return 0;
}
