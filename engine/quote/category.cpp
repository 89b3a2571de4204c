#include "quote/category.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "quote/wording.h"

namespace planner::quote {
namespace {

using What = Meaning::What;

struct Word {
  std::string_view written;  ///< folded
  What what = What::part;
  PartKind kind = PartKind::count_;
  std::string_view reason = {};
};

constexpr Word part(std::string_view written, PartKind kind) {
  return {written, What::part, kind, {}};
}
constexpr Word ignored(std::string_view written, std::string_view reason) {
  return {written, What::ignored, PartKind::count_, reason};
}

constexpr std::string_view kPeripheral = "a peripheral: it decides nothing in this machine";
constexpr std::string_view kConsumable = "small material: not judged";
constexpr std::string_view kFans = "fans and accessories are not parts that planner judges";
constexpr std::string_view kService = "a service, licence or fee, not hardware";

constexpr std::array kCategories = std::to_array<Word>({
    part("gpu", PartKind::gpu),
    part("gpus", PartKind::gpu),
    part("graphics card", PartKind::gpu),
    part("graphics cards", PartKind::gpu),
    part("graphics", PartKind::gpu),
    part("video card", PartKind::gpu),
    part("video cards", PartKind::gpu),
    part("vga", PartKind::gpu),
    part("accelerator", PartKind::gpu),
    part("accelerators", PartKind::gpu),
    part("gpu card", PartKind::gpu),
    part("grafikkarte", PartKind::gpu),
    part("grafikkarten", PartKind::gpu),
    part("grafik", PartKind::gpu),
    part("carte graphique", PartKind::gpu),
    part("cartes graphiques", PartKind::gpu),
    part("显卡", PartKind::gpu),
    part("显示卡", PartKind::gpu),
    part("加速卡", PartKind::gpu),
    part("gpu卡", PartKind::gpu),
    part("cpu", PartKind::cpu),
    part("cpus", PartKind::cpu),
    part("processor", PartKind::cpu),
    part("processors", PartKind::cpu),
    part("prozessor", PartKind::cpu),
    part("prozessoren", PartKind::cpu),
    part("processeur", PartKind::cpu),
    part("processeurs", PartKind::cpu),
    part("处理器", PartKind::cpu),
    part("中央处理器", PartKind::cpu),
    part("motherboard", PartKind::board),
    part("mainboard", PartKind::board),
    part("mobo", PartKind::board),
    part("board", PartKind::board),
    part("system board", PartKind::board),
    part("server board", PartKind::board),
    part("hauptplatine", PartKind::board),
    part("carte mère", PartKind::board),
    part("carte mere", PartKind::board),
    part("主板", PartKind::board),
    part("memory", PartKind::memory),
    part("ram", PartKind::memory),
    part("system memory", PartKind::memory),
    part("dimm", PartKind::memory),
    part("dimms", PartKind::memory),
    part("arbeitsspeicher", PartKind::memory),
    part("speicher", PartKind::memory),
    part("ram-speicher", PartKind::memory),
    part("mémoire", PartKind::memory),
    part("mémoire vive", PartKind::memory),
    part("memoire", PartKind::memory),
    part("内存", PartKind::memory),
    part("内存条", PartKind::memory),
    part("system ram", PartKind::memory),
    part("psu", PartKind::psu),
    part("psus", PartKind::psu),
    part("power supply", PartKind::psu),
    part("power supplies", PartKind::psu),
    part("power", PartKind::psu),
    part("power supply unit", PartKind::psu),
    part("netzteil", PartKind::psu),
    part("netzteile", PartKind::psu),
    part("stromversorgung", PartKind::psu),
    part("alimentation", PartKind::psu),
    part("alimentations", PartKind::psu),
    part("bloc d'alimentation", PartKind::psu),
    part("电源", PartKind::psu),
    part("电源供应器", PartKind::psu),
    part("case", PartKind::chassis),
    part("chassis", PartKind::chassis),
    part("pc case", PartKind::chassis),
    part("enclosure", PartKind::chassis),
    part("frame", PartKind::chassis),
    part("gehäuse", PartKind::chassis),
    part("gehaeuse", PartKind::chassis),
    part("boîtier", PartKind::chassis),
    part("boitier", PartKind::chassis),
    part("châssis", PartKind::chassis),
    part("机箱", PartKind::chassis),
    part("tower", PartKind::chassis),
    part("cooler", PartKind::cooler),
    part("cpu cooler", PartKind::cooler),
    part("cpu coolers", PartKind::cooler),
    part("cooling", PartKind::cooler),
    part("heatsink", PartKind::cooler),
    part("cpu heatsink", PartKind::cooler),
    part("cpu cooling", PartKind::cooler),
    part("aio", PartKind::cooler),
    part("kühler", PartKind::cooler),
    part("cpu-kühler", PartKind::cooler),
    part("prozessorkühler", PartKind::cooler),
    part("kühlung", PartKind::cooler),
    part("ventirad", PartKind::cooler),
    part("refroidissement", PartKind::cooler),
    part("散热器", PartKind::cooler),
    part("散热", PartKind::cooler),
    part("cpu散热器", PartKind::cooler),
    part("liquid cooling", PartKind::cooler),
    part("riser", PartKind::riser),
    part("risers", PartKind::riser),
    part("pcie riser", PartKind::riser),
    part("pcie risers", PartKind::riser),
    part("pcie riser cables", PartKind::riser),
    part("pcie riser cable", PartKind::riser),
    part("riser cable", PartKind::riser),
    part("riser cables", PartKind::riser),
    part("switch", PartKind::riser),
    part("pcie switch", PartKind::riser),
    part("nvlink", PartKind::riser),
    part("nvlink bridge", PartKind::riser),
    part("bridge", PartKind::riser),
    part("adapter", PartKind::riser),
    part("adapters", PartKind::riser),
    part("psu_adapter", PartKind::riser),
    part("cable", PartKind::riser),
    part("pcie per gpu", PartKind::riser),
    part("延长线", PartKind::riser),
    part("storage", PartKind::storage),
    part("ssd", PartKind::storage),
    part("ssds", PartKind::storage),
    part("hdd", PartKind::storage),
    part("nvme", PartKind::storage),
    part("disk", PartKind::storage),
    part("drive", PartKind::storage),
    part("drives", PartKind::storage),
    part("hard drive", PartKind::storage),
    part("os storage", PartKind::storage),
    part("boot drive", PartKind::storage),
    part("m.2", PartKind::storage),
    part("festplatte", PartKind::storage),
    part("datenträger", PartKind::storage),
    part("disque", PartKind::storage),
    part("disque dur", PartKind::storage),
    part("stockage", PartKind::storage),
    part("硬盘", PartKind::storage),
    part("固态硬盘", PartKind::storage),
    part("存储", PartKind::storage),
    part("nic", PartKind::nic),
    part("network", PartKind::nic),
    part("networking", PartKind::nic),
    part("network card", PartKind::nic),
    part("network adapter", PartKind::nic),
    part("wired network adapter", PartKind::nic),
    part("wireless network adapter", PartKind::nic),
    part("netzwerkkarte", PartKind::nic),
    part("netzwerk", PartKind::nic),
    part("carte réseau", PartKind::nic),
    part("réseau", PartKind::nic),
    part("网卡", PartKind::nic),
    part("circuit", PartKind::circuit),
    part("outlet", PartKind::circuit),
    part("mains", PartKind::circuit),
    part("steckdose", PartKind::circuit),
    part("netzanschluss", PartKind::circuit),
    part("prise", PartKind::circuit),
    part("插座", PartKind::circuit),
    part("platform", PartKind::platform),
    part("server", PartKind::platform),
    part("barebone", PartKind::platform),
    part("gpu server", PartKind::platform),
    part("serveur", PartKind::platform),
    part("server system", PartKind::platform),
    part("服务器", PartKind::platform),
    part("准系统", PartKind::platform),
    {"bundle", What::bundle},
    {"combo", What::bundle},
    {"topology", What::context},
    {"xgmi", What::context},
    {"nvlink topology", What::context},
    {"circuits", What::context},
    {"location", What::context},
    {"standort", What::context},
    {"power limit", What::context},
    {"total", What::total},
    {"grand total", What::total},
    {"sum", What::total},
    {"gesamt", What::total},
    {"gesamtsumme", What::total},
    {"gesamtpreis", What::total},
    {"summe", What::total},
    {"subtotal", What::total},
    {"sub-total", What::total},
    {"base total", What::total},
    {"zwischensumme", What::total},
    {"endbetrag", What::total},
    {"合计", What::total},
    {"总计", What::total},
    {"总价", What::total},
    {"total cost", What::total},
    {"total price", What::total},
    {"somme", What::total},
    {"total ttc", What::total},
    {"total ht", What::total},
    ignored("monitor", kPeripheral),
    ignored("monitors", kPeripheral),
    ignored("keyboard", kPeripheral),
    ignored("mouse", kPeripheral),
    ignored("speakers", kPeripheral),
    ignored("headphones", kPeripheral),
    ignored("webcam", kPeripheral),
    ignored("optical drive", kPeripheral),
    ignored("optical", kPeripheral),
    ignored("ups", kPeripheral),
    ignored("tastatur", kPeripheral),
    ignored("maus", kPeripheral),
    ignored("bildschirm", kPeripheral),
    ignored("écran", kPeripheral),
    ignored("clavier", kPeripheral),
    ignored("souris", kPeripheral),
    ignored("显示器", kPeripheral),
    ignored("键盘", kPeripheral),
    ignored("鼠标", kPeripheral),
    ignored("sound card", kPeripheral),
    ignored("misc", kConsumable),
    ignored("miscellaneous", kConsumable),
    ignored("thermal paste", kConsumable),
    ignored("thermal compound", kConsumable),
    ignored("accessories", kConsumable),
    ignored("sonstiges", kConsumable),
    ignored("zubehör", kConsumable),
    ignored("divers", kConsumable),
    ignored("cables", kConsumable),
    ignored("kabel", kConsumable),
    ignored("cables/accessories", kConsumable),
    ignored("cord", kConsumable),
    ignored("wärmeleitpaste", kConsumable),
    ignored("pâte thermique", kConsumable),
    ignored("硅脂", kConsumable),
    ignored("配件", kConsumable),
    ignored("其他", kConsumable),
    ignored("power cord", kConsumable),
    ignored("power cords", kConsumable),
    ignored("rails", kConsumable),
    ignored("fan", kFans),
    ignored("fans", kFans),
    ignored("case fan", kFans),
    ignored("case fans", kFans),
    ignored("lüfter", kFans),
    ignored("gehäuselüfter", kFans),
    ignored("ventilateur", kFans),
    ignored("风扇", kFans),
    ignored("fan controller", kFans),
    ignored("software", kService),
    ignored("os", kService),
    ignored("operating system", kService),
    ignored("betriebssystem", kService),
    ignored("licence", kService),
    ignored("license", kService),
    ignored("warranty", kService),
    ignored("garantie", kService),
    ignored("support", kService),
    ignored("shipping", kService),
    ignored("versand", kService),
    ignored("freight", kService),
    ignored("tax", kService),
    ignored("vat", kService),
    ignored("mwst", kService),
    ignored("tva", kService),
    ignored("assembly", kService),
    ignored("montage", kService),
    ignored("service", kService),
    ignored("运费", kService),
    ignored("保修", kService),
    ignored("discount", kService),
    ignored("rabatt", kService),
});

// Words inside a name. Order matters: the first that is found decides ("CPU cooler" before "CPU", "PSU breakout" before
// "PSU").
constexpr std::array kNameWords = std::to_array<Word>({
    part("breakout board", PartKind::riser),
    part("breakout boards", PartKind::riser),
    part("breakout", PartKind::riser),
    ignored("thermal paste", kConsumable),
    ignored("wärmeleitpaste", kConsumable),
    ignored("硅脂", kConsumable),
    ignored("case fan", kFans),
    ignored("case fans", kFans),
    ignored("high-cfm fan", kFans),
    ignored("gehäuselüfter", kFans),
    part("graphics card", PartKind::gpu),
    part("video card", PartKind::gpu),
    part("grafikkarte", PartKind::gpu),
    part("显卡", PartKind::gpu),
    part("cpu cooler", PartKind::cooler),
    part("heatsink", PartKind::cooler),
    part("heat sink", PartKind::cooler),
    part("cpu-kühler", PartKind::cooler),
    part("liquid cooler", PartKind::cooler),
    part("散热器", PartKind::cooler),
    part("cooler", PartKind::cooler),
    part("kühler", PartKind::cooler),
    part("nvlink bridge", PartKind::riser),
    part("nvlink-bridge", PartKind::riser),
    part("nvlink bridges", PartKind::riser),
    part("bridge", PartKind::riser),
    part("riser", PartKind::riser),
    part("risers", PartKind::riser),
    part("slimsas", PartKind::riser),
    part("mcio", PartKind::riser),
    part("oculink", PartKind::riser),
    part("sff-8654", PartKind::riser),
    part("device adapter", PartKind::riser),
    part("pcie switch", PartKind::riser),
    part("switchtec", PartKind::riser),
    part("host adapter", PartKind::riser),
    part("m.2 to pcie", PartKind::riser),
    part("nvme to pcie", PartKind::riser),
    part("add2psu", PartKind::riser),
    part("psu sync", PartKind::riser),
    part("psu adapter", PartKind::riser),
    part("retimer", PartKind::riser),
    part("network adapter", PartKind::nic),
    part("network card", PartKind::nic),
    part("ethernet", PartKind::nic),
    part("infiniband", PartKind::nic),
    part("nic", PartKind::nic),
    part("网卡", PartKind::nic),
    part("netzwerkkarte", PartKind::nic),
    part("mining rig frame", PartKind::chassis),
    part("mining frame", PartKind::chassis),
    part("gpu frame", PartKind::chassis),
    part("open frame", PartKind::chassis),
    part("open-frame", PartKind::chassis),
    part("mining chassis", PartKind::chassis),
    part("rig frame", PartKind::chassis),
    part("open air frame", PartKind::chassis),
    part("zip-tied rack", PartKind::chassis),
    part("psu", PartKind::psu),
    part("psus", PartKind::psu),
    part("power supply", PartKind::psu),
    part("netzteil", PartKind::psu),
    part("alimentation", PartKind::psu),
    part("电源", PartKind::psu),
    part("motherboard", PartKind::board),
    part("mainboard", PartKind::board),
    part("server board", PartKind::board),
    part("主板", PartKind::board),
    part("hauptplatine", PartKind::board),
    part("carte mère", PartKind::board),
    part("rdimm", PartKind::memory),
    part("udimm", PartKind::memory),
    part("lrdimm", PartKind::memory),
    part("dimm", PartKind::memory),
    part("内存", PartKind::memory),
    part("arbeitsspeicher", PartKind::memory),
    part("barebone", PartKind::platform),
    part("gpu server", PartKind::platform),
    part("准系统", PartKind::platform),
    part("nvme", PartKind::storage),
    part("ssd", PartKind::storage),
    part("ssds", PartKind::storage),
    part("hard drive", PartKind::storage),
    part("hdd", PartKind::storage),
    part("硬盘", PartKind::storage),
    part("solid state drive", PartKind::storage),
    ignored("monitor", kPeripheral),
    ignored("keyboard", kPeripheral),
    ignored("mouse", kPeripheral),
    ignored("webcam", kPeripheral),
    ignored("speakers", kPeripheral),
    ignored("headset", kPeripheral),
    ignored("tastatur", kPeripheral),
    ignored("maus", kPeripheral),
    ignored("显示器", kPeripheral),
    ignored("键盘", kPeripheral),
    ignored("鼠标", kPeripheral),
    ignored("dvd", kPeripheral),
    ignored("cables", kConsumable),
    ignored("accessories", kConsumable),
    ignored("zubehör", kConsumable),
    ignored("power cord", kConsumable),
    ignored("fan", kFans),
    ignored("fans", kFans),
    ignored("lüfter", kFans),
    ignored("shipping", kService),
    ignored("warranty", kService),
    ignored("garantie", kService),
    ignored("license", kService),
    ignored("licence", kService),
    ignored("lizenz", kService),
    ignored("versand", kService),
    ignored("windows 11", kService),
    ignored("ubuntu", kService),
    ignored("assembly", kService),
    part("gehäuse", PartKind::chassis),
    part("机箱", PartKind::chassis),
    part("chassis", PartKind::chassis),
    part("case", PartKind::chassis),
    part("ddr4", PartKind::memory),
    part("ddr5", PartKind::memory),
    part("ddr3", PartKind::memory),
    part("ram", PartKind::memory),
    part("accelerator", PartKind::gpu),
    part("accelerators", PartKind::gpu),
    part("gpu", PartKind::gpu),
    part("gpus", PartKind::gpu),
    part("processor", PartKind::cpu),
    part("prozessor", PartKind::cpu),
    part("处理器", PartKind::cpu),
    part("cpu", PartKind::cpu),
});

// Families that lists write without any category.
constexpr auto kFamilies = std::to_array<std::pair<std::string_view, PartKind>>({
    {"rtx", PartKind::gpu},          {"gtx", PartKind::gpu},     {"geforce", PartKind::gpu},
    {"quadro", PartKind::gpu},       {"radeon", PartKind::gpu},  {"instinct", PartKind::gpu},
    {"titan", PartKind::gpu},        {"tesla", PartKind::gpu},   {"epyc", PartKind::cpu},
    {"threadripper", PartKind::cpu}, {"ryzen", PartKind::cpu},   {"xeon", PartKind::cpu},
    {"celeron", PartKind::cpu},      {"pentium", PartKind::cpu}, {"i3", PartKind::cpu},
    {"i5", PartKind::cpu},           {"i7", PartKind::cpu},      {"i9", PartKind::cpu},
    {"core ultra", PartKind::cpu},
});

Meaning meaning_of(const Word& word) {
  Meaning meaning;
  meaning.what = word.what;
  meaning.reason = word.reason;
  if (word.kind != PartKind::count_) meaning.kind = word.kind;
  return meaning;
}

const Word* find_category(std::string_view folded) {
  const auto* hit =
      std::find_if(kCategories.begin(), kCategories.end(), [&](const Word& w) { return w.written == folded; });
  return hit == kCategories.end() ? nullptr : hit;
}

/// "SSD (OS)" -> "ssd", "GPU 1" -> "gpu", "CPU:" -> "cpu", "GPU #2" -> "gpu".
std::string_view bare(std::string_view folded) {
  folded = folded.substr(0, folded.find('('));
  while (!folded.empty() &&
         (is_digit(folded.back()) || std::string_view(" :#*.-").find(folded.back()) != std::string_view::npos))
    folded.remove_suffix(1);
  while (!folded.empty() && std::string_view(" *#-").find(folded.front()) != std::string_view::npos)
    folded.remove_prefix(1);
  return folded;
}

}  // namespace

Meaning read_category(std::string_view category) {
  const std::string folded = fold(trim(category));
  if (const Word* exact = find_category(folded)) return meaning_of(*exact);
  const auto core = bare(folded);
  if (core.empty()) return {};
  if (const Word* word = find_category(core)) return meaning_of(*word);
  // "主板 / Motherboard", "CPU/Processor": any part that is a category decides.
  if (core.find_first_of("/|,") == std::string_view::npos) return {};
  std::size_t begin = 0;
  while (begin <= core.size()) {
    const auto end = std::min(core.find_first_of("/|,", begin), core.size());
    if (const Word* word = find_category(trim(core.substr(begin, end - begin)))) return meaning_of(*word);
    begin = end + 1;
  }
  return {};
}

bool is_category(std::string_view text) {
  return read_category(text).what != What::unknown;
}

Meaning read_words(std::string_view name) {
  const std::string folded = fold(name);
  for (const auto& [family, kind] : kFamilies) {
    const auto at = find_phrase(folded, family);
    // "CPU cooler for Threadripper" and "RTX 3090 NVLink bridge" are about something else than the family.
    if (at == std::string::npos) continue;
    if (has_any_phrase(folded, {"cooler", "heatsink", "bridge", "nvlink", "riser", "backplate", "water block",
                                "motherboard", "mainboard", "barebone", "workstation pc"}))
      break;
    return {What::part, kind, {}};
  }
  for (const auto& word : kNameWords)
    if (has_phrase(folded, word.written)) return meaning_of(word);
  return {};
}

Labelled split_category(std::string_view text) {
  const std::string folded = fold(text);
  if (folded.size() != text.size()) return {{}, text};
  const Word* best = nullptr;
  for (const auto& word : kCategories) {
    const bool starts = std::string_view(folded).substr(0, word.written.size()) == word.written;
    const bool ends = folded.size() > word.written.size() && folded[word.written.size()] == ' ';
    if (starts && ends && (best == nullptr || word.written.size() > best->written.size())) best = &word;
  }
  if (best == nullptr) return {{}, text};
  return {text.substr(0, best->written.size()), trim(text.substr(best->written.size()))};
}

}  // namespace planner::quote
