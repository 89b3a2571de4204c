// Resolution against a small set of parts that differ in just the words that matter.
#include "quote/resolver.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

using namespace planner;
using namespace planner::quote;

namespace {

class Shelf {
 public:
  Gpu& gpu(const std::string& id, const std::string& name, int gigabytes, int watts,
           const std::string& vendor = "NVIDIA") {
    auto& gpu = add<Gpu>(id, name, vendor);
    gpu.vram = DataSize::from_base(gigabytes);
    gpu.board_power = Power::from_base(watts);
    gpu.form_factor = name.find("SXM") != std::string::npos ? GpuFormFactor::sxm : GpuFormFactor::pcie_card;
    return gpu;
  }
  template <class T>
  T& add(const std::string& id, const std::string& name, const std::string& vendor) {
    parts_.push_back(std::make_unique<Part>(T{}));
    auto& part = std::get<T>(*parts_.back());
    part.info.id = id;
    part.info.name = name;
    part.info.vendor = vendor;
    return part;
  }
  Psu& psu(const std::string& id, const std::string& name, int watts, const std::string& vendor) {
    auto& psu = add<Psu>(id, name, vendor);
    psu.rated_output = Power::from_base(watts);
    return psu;
  }
  std::vector<const Part*> parts() const {
    std::vector<const Part*> all;
    for (const auto& part : parts_) all.push_back(part.get());
    return all;
  }

 private:
  std::vector<std::unique_ptr<Part>> parts_;
};

Shelf filled_shelf() {
  Shelf shelf;
  shelf.gpu("4080", "NVIDIA GeForce RTX 4080", 16, 320);
  shelf.gpu("4080s", "NVIDIA GeForce RTX 4080 SUPER", 16, 320);
  shelf.gpu("4090", "NVIDIA GeForce RTX 4090", 24, 450);
  shelf.gpu("4090d", "NVIDIA GeForce RTX 4090 D", 24, 425);
  shelf.gpu("4090-tuf", "ASUS TUF Gaming GeForce RTX 4090 OC", 24, 450, "ASUS").info.variant_of = "4090";
  shelf.gpu("4090-strix", "ASUS ROG Strix GeForce RTX 4090 OC", 24, 500, "ASUS").info.variant_of = "4090";
  shelf.gpu("4090-ventus", "MSI GeForce RTX 4090 VENTUS 3X", 24, 450, "MSI").info.variant_of = "4090";
  shelf.gpu("3080-10", "NVIDIA GeForce RTX 3080 10GB", 10, 320);
  shelf.gpu("3080-12", "NVIDIA GeForce RTX 3080 12GB", 12, 350);
  shelf.gpu("3080ti", "NVIDIA GeForce RTX 3080 Ti", 12, 350);
  shelf.gpu("a100-p40", "NVIDIA A100 PCIe 40GB", 40, 250);
  shelf.gpu("a100-p80", "NVIDIA A100 PCIe 80GB", 80, 300);
  shelf.gpu("a100-s80", "NVIDIA A100 SXM4 80GB", 80, 400);
  shelf.gpu("pro-ws", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", 96, 600);
  shelf.gpu("pro-maxq", "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", 96, 300);
  shelf.gpu("pro-se", "NVIDIA RTX PRO 6000 Blackwell Server Edition", 96, 600).info.part_numbers = {
      "900-2G153-0000-000"};
  shelf.add<Cpu>("7443", "AMD EPYC 7443", "AMD");
  shelf.add<Cpu>("7443p", "AMD EPYC 7443P", "AMD");
  shelf.add<Cpu>("13900k", "Intel Core i9-13900K", "Intel");
  shelf.add<Cpu>("5975wx", "AMD Ryzen Threadripper PRO 5975WX", "AMD");
  shelf.psu("rm1000x-21", "Corsair RM1000x (2021)", 1000, "Corsair").atx_version = std::string("2.x");
  shelf.psu("rm1000x-24", "Corsair RM1000x (2024, ATX 3.1)", 1000, "Corsair").atx_version = std::string("3.1");
  shelf.psu("ax1600i", "Corsair AX1600i", 1600, "Corsair");
  shelf.psu("tx1600", "Seasonic PRIME TX-1600", 1600, "Seasonic").efficiency = EfficiencyClass::titanium;
  shelf.psu("px1600", "Seasonic PRIME PX-1600", 1600, "Seasonic").efficiency = EfficiencyClass::platinum;
  shelf.add<Cooler>("4u-sp3", "ARCTIC Freezer 4U SP3", "ARCTIC");
  shelf.add<Cooler>("u14s", "Noctua NH-U14S", "Noctua").info.part_numbers = {"NH-U14S"};
  shelf.add<Cooler>("u14s-tr5", "Noctua NH-U14S TR5-SP6", "Noctua");
  shelf.add<Chassis>("define7", "Fractal Design Define 7", "Fractal Design");
  shelf.add<Chassis>("define7xl", "Fractal Design Define 7 XL", "Fractal Design");
  shelf.add<Chassis>("enthoo", "Phanteks Enthoo Pro 2", "Phanteks");
  shelf.add<Board>("romed8", "ASRock Rack ROMED8-2T", "ASRock Rack");
  shelf.add<Board>("wrx80", "ASUS Pro WS WRX80E-SAGE SE WIFI", "ASUS");
  shelf.add<Board>("wrx80ii", "ASUS Pro WS WRX80E-SAGE SE WIFI II", "ASUS");
  return shelf;
}

const Resolver& shelf_resolver() {
  static const Shelf shelf = filled_shelf();
  static const auto parts = shelf.parts();
  static const Resolver resolver(parts);
  return resolver;
}

Match resolve(const std::string& text, std::optional<PartKind> kind = {}) {
  return shelf_resolver().resolve({text, {}, kind});
}

bool among(const std::vector<const Part*>& parts, const std::string& id) {
  return std::any_of(parts.begin(), parts.end(), [&](const Part* p) { return info_of(*p).id == id; });
}
bool lists(const Match& match, const std::string& id) {
  return among(match.candidates, id);
}

}  // namespace

TEST_CASE("phrases that name one part") {
  struct Row {
    const char* text;
    const char* id;
  };
  for (const auto& row : std::vector<Row>{{"RTX 4080", "4080"},
                                          {"GeForce RTX4080", "4080"},
                                          {"nvidia rtx 4080 super 16GB", "4080s"},
                                          {"4090 24gb", "4090"},
                                          {"RTX 4090 D", "4090d"},
                                          {"RTX 4090 (24GB each = 192GB VRAM)", "4090"},
                                          {"ASUS TUF RTX 4090", "4090-tuf"},
                                          {"ASUS ROG Strix RTX 4090 OC Edition", "4090-strix"},
                                          {"MSI Ventus 4090", "4090-ventus"},
                                          {"RTX 3080 12GB", "3080-12"},
                                          {"RTX 3080 Ti", "3080ti"},
                                          {"A100 80GB PCIe", "a100-p80"},
                                          {"NVIDIA A100-SXM4-80GB", "a100-s80"},
                                          {"A100 SXM", "a100-s80"},
                                          {"RTX PRO 6000 Max-Q", "pro-maxq"},
                                          {"RTX PRO 6000 Blackwell WS (96 GB)", "pro-ws"},
                                          {"RTX PRO 6000 Blackwell Server Edition", "pro-se"},
                                          {"some card, 900-2G153-0000-000", "pro-se"},
                                          {"RTX PRO 6000 Blackwell 300W", "pro-maxq"},
                                          {"EPYC 7443", "7443"},
                                          {"AMD EPYC 7443P 24-Core (24C/48T)", "7443p"},
                                          {"13900k", "13900k"},
                                          {"Threadripper PRO 5975WX", "5975wx"},
                                          {"Artic Freezer 4U SP3", "4u-sp3"},
                                          {"Noctua NH-U14S TR5-SP6", "u14s-tr5"},
                                          {"NH-U14S", "u14s"},
                                          {"Fractal Design Define 7 Black (solid panel)", "define7"},
                                          {"Define 7 XL", "define7xl"},
                                          {"AsRock Romed8-2T", "romed8"},
                                          {"Seasonic PRIME TX-1600 Titanium", "tx1600"},
                                          {"ASUS Pro WS WRX80E-SAGE SE WIFI II", "wrx80ii"},
                                          {"ASUS Pro WS WRX80E-SAGE SE WIFI", "wrx80"}}) {
    CAPTURE(std::string(row.text));
    const Match match = resolve(row.text);
    CAPTURE(match.reason);
    REQUIRE(match.status == Match::Status::one);
    CHECK(info_of(*match.part).id == row.id);
    CHECK_FALSE(match.partner_card);
  }
}

TEST_CASE("what is left open is asked back, not guessed") {
  struct Row {
    const char* text;
    std::vector<const char*> ids;
  };
  for (const auto& row : std::vector<Row>{{"RTX PRO 6000 Blackwell", {"pro-ws", "pro-maxq", "pro-se"}},
                                          {"RTX PRO 6000 600 W", {"pro-ws", "pro-se"}},
                                          {"A100", {"a100-p40", "a100-p80", "a100-s80"}},
                                          {"A100 80GB", {"a100-p80", "a100-s80"}},
                                          {"RTX 3080", {"3080-10", "3080-12"}},
                                          {"Corsair RM1000x", {"rm1000x-21", "rm1000x-24"}}}) {
    CAPTURE(std::string(row.text));
    const Match match = resolve(row.text);
    REQUIRE(match.status == Match::Status::several);
    CHECK(match.candidates.size() == row.ids.size());
    for (const auto* id : row.ids) CHECK(lists(match, id));
    CHECK_FALSE(match.reason.empty());
  }
  const Match corsair = resolve("Corsair 1600 W", PartKind::psu);
  REQUIRE(corsair.status == Match::Status::several);
  CHECK(lists(corsair, "ax1600i"));
  CHECK_FALSE(corsair.complete);
}

TEST_CASE("contradictions never resolve in silence") {
  for (const std::string text :
       {"RTX 4080 Ti", "RTX 4095", "RTX 3080 16GB", "A100 SXM4 40GB", "EPYC 7443X", "EPYC 7444", "i9-13900KF",
        "Threadripper PRO 5965WX", "Fractal Design Define 8", "Phanteks Enthoo Pro", "ROMED8-3T",
        "Seasonic PRIME TX-1300", "Corsair AX1500i", "RTX PRO 5000 Blackwell", "Seasonic PRIME TX-1600 Gold"}) {
    CAPTURE(text);
    const Match match = resolve(text);
    CHECK(match.status != Match::Status::one);
  }
}

TEST_CASE("nearest names are offered for what is not listed") {
  CHECK(resolve("i9-13900KF", PartKind::cpu).status == Match::Status::none);
  CHECK(among(shelf_resolver().nearest("i9-13900KF", PartKind::cpu), "13900k"));
  CHECK(among(shelf_resolver().nearest("EPYC 7444", PartKind::cpu), "7443"));
}

TEST_CASE("a board partner's card that is not listed stands on the base card's figures") {
  const Match named = resolve("Gigabyte GeForce RTX 4090 WINDFORCE", PartKind::gpu);
  REQUIRE(named.status == Match::Status::one);
  CHECK(info_of(*named.part).id == "4090");
  const Match vague = resolve("ASUS RTX 4090", PartKind::gpu);
  REQUIRE(vague.status == Match::Status::one);
  CHECK(info_of(*vague.part).id == "4090");
  CHECK(vague.partner_card);
  CHECK(vague.score < 80);
}

TEST_CASE("a heading narrows the kind and is overruled only by a full name") {
  CHECK(resolve("RTX 4080", PartKind::psu).status == Match::Status::none);
  const Match wrong = resolve("NVIDIA GeForce RTX 4080", PartKind::psu);
  REQUIRE(wrong.status == Match::Status::one);
  CHECK(info_of(*wrong.part).id == "4080");
}
