// Import of OpenDB: its units and names, what it does not know, and what it gets wrong.
#include "import/opendb.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "embedded_world.h"
#include "model/field.h"
#include "quote/quote.h"

using namespace planner;

namespace {

/// A data set in a folder of its own, gone with the object.
class DataSet {
 public:
  DataSet() : folder_(std::filesystem::temp_directory_path() / ("planner-opendb-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
  }
  ~DataSet() { std::filesystem::remove_all(folder_); }

  void add(const std::string& name, const std::string& text) {
    const auto path = folder_ / "open-db" / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::string path() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
};

std::string metadata(const std::string& name, const std::string& maker, const std::string& numbers,
                     bool checked = false) {
  return R"("opendb_id": "1234abcd-0000", "metadata": {"name": ")" + name + R"(", "manufacturer": ")" + maker +
         R"(", "part_numbers": [)" + numbers + "]" +
         (checked ? R"(, "last_manually_spec_verified_at": "2026-01-31T10:00:00.000Z")" : "") + "}";
}

struct Imported {
  OpendbImport import;
  Catalog catalog;  ///< the archive alone and what it needs of the shipped one
  Diagnostics diagnostics;
};

const Catalog& shipped() {
  return embedded_world().catalog;
}

std::shared_ptr<const PartArchive> archive_of(const OpendbImport& import) {
  Diagnostics diagnostics;
  auto archive = PartArchive::open(import.archive, "opendb.parts", diagnostics);
  REQUIRE(archive);
  return archive;
}

/// The only part that a data set of one file becomes.
const Part& only_part(const OpendbImport& import, std::shared_ptr<const PartArchive>& archive) {
  archive = archive_of(import);
  REQUIRE(archive->size() == 1);
  const Part* part = archive->part(0, shipped());
  REQUIRE(part != nullptr);
  return *part;
}

OpendbImport import(const DataSet& data) {
  Diagnostics diagnostics;
  auto result = import_opendb(data.path(), shipped(), diagnostics);
  REQUIRE_MESSAGE(result, render(diagnostics));
  return std::move(*result);
}

}  // namespace

TEST_CASE("a board partner's card takes the chip's figures from the shipped catalog and its size from the data") {
  DataSet data;
  data.add("GPU/a.json",
           "{" + metadata("Acme GeForce RTX 4090 24GB Whirl OC", "Acme", R"("ACM-4090-WHIRL")") +
               R"(, "chipset": "GeForce RTX 4090", "memory": 24, "length": 343.5, "total_slot_width": 3.5, "tdp": 250,
                             "cooling": "3 Fans", "power_connectors": {"pcie_6_pin": 0, "pcie_8_pin": 0}})");
  std::shared_ptr<const PartArchive> archive;
  const Part& part = only_part(import(data), archive);
  const auto& gpu = std::get<Gpu>(part);
  const auto& base = std::get<Gpu>(*shipped().find(gpu.info.variant_of));
  CHECK(base.info.name == "NVIDIA GeForce RTX 4090");
  CHECK(*gpu.memory_bandwidth == *base.memory_bandwidth);
  CHECK(*gpu.board_power == *base.board_power);
  CHECK(*gpu.length == Length::from_smallest(343'500));
  CHECK(*gpu.slot_width == SlotWidth::from_smallest(14));
  CHECK(*gpu.cooling == GpuCooling::open_air);
  CHECK(!gpu.power_connectors_known);
  CHECK(!gpu.height);
  const Provenance length = provenance_of(gpu.info, "length");
  CHECK(length.confidence == Confidence::low);
  CHECK(length.file == "open-db/GPU/a.json");
  CHECK(length.source.find("ODC-By") != std::string_view::npos);
  CHECK(provenance_of(gpu.info, "vram").confidence == provenance_of(base.info, "vram").confidence);
}

TEST_CASE("plugs count in files that were checked by hand") {
  DataSet data;
  data.add("GPU/a.json", "{" + metadata("Acme GeForce RTX 3080 10GB Whirl", "Acme", R"("ACM-3080-WHIRL")", true) +
                             R"(, "chipset": "GeForce RTX 3080 10 GB", "memory": 10, "length": 300,
                             "power_connectors": {"pcie_6_pin": 0, "pcie_8_pin": 3, "pcie_12VHPWR": 0}})");
  std::shared_ptr<const PartArchive> archive;
  const auto& gpu = std::get<Gpu>(only_part(import(data), archive));
  REQUIRE(gpu.power_connectors.size() == 1);
  CHECK(gpu.power_connectors[0].type == PowerConnector::pcie_8pin);
  CHECK(gpu.power_connectors[0].count == 3);
  CHECK(provenance_of(gpu.info, "length").confidence == Confidence::medium);
  CHECK(provenance_of(gpu.info, "length").as_of == "2026-01-31");
}

TEST_CASE("zeros and blocks of zeros are unknown") {
  DataSet data;
  data.add("PSU/a.json", "{" + metadata("Acme Volt 850W 80+ Gold", "Acme", R"("VOLT-850-G")", true) +
                             R"(, "wattage": 850, "form_factor": "ATX", "efficiency_rating": "80+ Gold", "length": 0,
                             "connectors": {"atx_24_pin": 0, "eps_8_pin": 0, "pcie_6_plus_2_pin": 0, "pcie_12vhpwr": 0}})");
  std::shared_ptr<const PartArchive> archive;
  const auto& psu = std::get<Psu>(only_part(import(data), archive));
  CHECK(*psu.rated_output == Power::from_base(850));
  CHECK(*psu.efficiency == EfficiencyClass::gold);
  CHECK(!psu.length);
  CHECK(!psu.eps_connectors);
  CHECK(!psu.pcie_8pin_connectors);
  CHECK(!psu.hpwr_connectors);
}

TEST_CASE("flags of memory count only where the name says the same") {
  const auto module = [](const std::string& name, const std::string& rest) {
    DataSet data;
    data.add("RAM/a.json", "{" + metadata(name, "Acme", "") + R"(, "modules": {"quantity": 2, "capacity_gb": 32},
             "capacity": 64, "speed": 4800, "ram_type": "DDR5", "form_factor": "288-pin DIMM")" +
                               rest + "}");
    std::shared_ptr<const PartArchive> archive;
    return std::get<Memory>(only_part(import(data), archive));
  };
  const std::string flags = R"(, "ecc": "Non-ECC", "registered": "Unbuffered")";
  const Memory server = module("Acme Server Premier Registered DDR5-4800 64GB (2x32GB)", flags);
  CHECK(*server.module_type == ModuleType::rdimm);
  CHECK(*server.ecc);
  const Memory bare = module("Acme Vault DDR5-4800 64GB (2x32GB)", flags);
  CHECK(!bare.module_type);
  CHECK(!bare.ecc);
  CHECK(*bare.module_capacity == DataSize::from_base(32));
  const Memory desktop = module("Acme Glow RGB DDR5-4800 64GB (2x32GB)", flags + R"(, "rgb": true)");
  CHECK(*desktop.module_type == ModuleType::udimm);
  CHECK(provenance_of(desktop.info, "module_type").confidence == Confidence::low);
}

TEST_CASE("what the name contradicts is dropped") {
  DataSet data;
  data.add("PSU/a.json", "{" + metadata("Acme Tiny SFX 600W", "Acme", R"("TINY-600-X")") +
                             R"(, "wattage": 650, "form_factor": "ATX"})");
  std::shared_ptr<const PartArchive> archive;
  const auto& psu = std::get<Psu>(only_part(import(data), archive));
  CHECK(!psu.rated_output);
  CHECK(!psu.form_factor);

  DataSet drives;
  drives.add("Storage/a.json", "{" + metadata("Acme Disk 1.92 TB SATA", "Acme", R"("DISK-1920-S")") +
                                   R"(, "capacity": 1000, "interface": "SATA 6.0 Gb/s", "form_factor": "2.5\""})");
  const auto& drive = std::get<Storage>(only_part(import(drives), archive));
  CHECK(!drive.capacity);
  CHECK(*drive.lanes == Lanes::from_base(0));
}

TEST_CASE("figures that no part can have are dropped, the part stays") {
  DataSet data;
  data.add("PCCase/a.json",
           "{" + metadata("Acme Cube", "Acme", R"("CUBE-0001-B")") +
               R"(, "form_factor": "ATX Mid Tower", "max_video_card_length": 99999999, "expansion_slots": 700000,
                                "max_cpu_cooler_height": 160})");
  const OpendbImport result = import(data);
  std::shared_ptr<const PartArchive> archive;
  const auto& chassis = std::get<Chassis>(only_part(result, archive));
  CHECK(result.counts.dropped == 1);
  CHECK(!chassis.gpu_clearance);
  CHECK(!chassis.expansion_slots);
  CHECK(*chassis.cooler_clearance == Length::from_base(160));
}

TEST_CASE("a part of the shipped catalog stays as it is; the difference is listed") {
  const Part* known = nullptr;
  for (const Part* p : shipped().of_kind(PartKind::psu))
    if (known == nullptr && !info_of(*p).part_numbers.empty() && std::get<Psu>(*p).rated_output) known = p;
  REQUIRE(known != nullptr);
  DataSet data;
  data.add("PSU/a.json",
           "{" +
               metadata("Whatever 123W", "Acme",
                        "\"" + info_of(*known).part_numbers[0] + "0x\", \"" + info_of(*known).part_numbers[0] + "\"") +
               R"(, "wattage": 123})");
  const OpendbImport result = import(data);
  CHECK(result.counts.known == 1);
  CHECK(archive_of(result)->size() == 0);
  REQUIRE(result.conflicts.size() == 1);
  CHECK(result.conflicts[0].part == info_of(*known).id);
  CHECK(result.conflicts[0].field == "rated_output");
  CHECK(result.conflicts[0].imported == "123 W");
  CHECK(import_text(result, true).find("OpenDB 123 W") != std::string::npos);
}

TEST_CASE("files that are no parts are named, counted and left out") {
  DataSet data;
  data.add("CPU/a.json", "{\"metadata\": {\"name\": \"Acme CPU\"");
  data.add("CPU/b.json", "[]");
  data.add("CPU/c.json", R"({"metadata": {"name": 7}})");
  data.add("CPU/d.json", std::string(300'000, ' ') + "{}");
  data.add("CPU/e.json", "{\"metadata\": " + std::string(200, '[') + std::string(200, ']') + "}");
  data.add("CPU/f.json",
           "{" + metadata("Acme CPU \\u001b[31m 9", "Acme", R"("ACM-CPU-0009")") + R"(, "socket": "LGA 1700"})");
  data.add("CPU/readme.txt", "no part");
  data.add("Chair/g.json", "{");
  Diagnostics diagnostics;
  const auto result = import_opendb(data.path(), shipped(), diagnostics);
  REQUIRE(result);
  CHECK(result->counts.files == 6);
  CHECK(result->counts.unreadable == 5);
  CHECK(!diagnostics.has_errors());
  CHECK(diagnostics.items().size() == 5);
  std::shared_ptr<const PartArchive> archive;
  CHECK(*std::get<Cpu>(only_part(*result, archive)).socket == "LGA1700");
}

TEST_CASE("a folder that is no data set is refused") {
  Diagnostics diagnostics;
  CHECK(!import_opendb("/nonexistent", shipped(), diagnostics));
  CHECK(diagnostics.has_errors());
}

TEST_CASE("imported parts are found in quotes, and change no answer of the shipped catalog") {
  DataSet data;
  data.add("PSU/a.json",
           "{" + metadata("Acme Voltaire 850W 80+ Gold", "Acme", R"("VLT850-GOLD")") + R"(, "wattage": 850})");
  data.add("GPU/b.json", "{" + metadata("Acme GeForce RTX 4090 Whirl OC 24GB", "Acme", R"("ACM-4090-WHIRL")") +
                             R"(, "chipset": "GeForce RTX 4090", "memory": 24, "length": 343})");
  Catalog catalog;
  Diagnostics diagnostics;
  catalog.add_archive(archive_of(import(data)));
  auto documents = unpack_embedded();
  std::erase_if(*documents, [](const Document& d) { return d.file.starts_with("rules/"); });
  catalog.add_layer(*documents, diagnostics);
  const std::string text =
      "GPU: 2x Acme RTX 4090 Whirl OC\nGPU: NVIDIA GeForce RTX 4090\nPSU: VLT850-GOLD\nCPU: AMD EPYC 7443P\n";
  const auto build = read_input("q.txt", text, catalog, diagnostics);
  REQUIRE(build);
  const auto& lines = build->quote->lines;
  REQUIRE(lines.size() == 4);
  REQUIRE(lines[0].part != nullptr);
  CHECK(info_of(*lines[0].part).vendor == "Acme");
  CHECK(lines[0].quantity == 2);
  CHECK(info_of(*lines[1].part).variant_of.empty());
  CHECK(lines[2].matched_by == "part number");
  CHECK(info_of(*lines[2].part).id.starts_with("opendb-acme-voltaire-850w"));
  CHECK(info_of(*lines[3].part).id.find("opendb") == std::string::npos);
  // Another maker's card is not the only one that happens to be listed, and a shorter name than two listed ones is
  // none.
  const auto vague =
      read_input("q.txt", "GPU: Zeta RTX 4090 Breeze\nPSU: Acme Voltaire\nGPU: RTX 4090 OC\n", catalog, diagnostics);
  REQUIRE(vague);
  for (const auto& line : vague->quote->lines)
    CHECK((line.part == nullptr || !info_of(*line.part).id.starts_with("opendb-acme-geforce")));
}
