#include "quote/stated.h"

#include <algorithm>
#include <cctype>

#include "model/field.h"
#include "quote/context.h"
#include "quote/memory_phrase.h"
#include "quote/tokens.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

constexpr std::string_view kSource = "stated in the quote";

/// Sets fields of a part and records where they came from.
class Stating {
 public:
  Stating(Part& part, std::string file, Location at) : info_(info_of(part)), file_(std::move(file)), at_(at) {}

  template <class T>
  void set(std::string field, Known<T>& member, T value) {
    member = std::move(value);
    info_.origins.push_back({std::move(field), file_, at_, std::string(kSource), {}, Confidence::medium});
  }

 private:
  PartInfo& info_;
  std::string file_;
  Location at_;
};

struct Text {
  std::string folded;
  std::vector<Token> tokens;

  std::optional<std::int64_t> first(TokenType type) const {
    for (const auto& token : tokens)
      if (token.type == type && token.value > 0) return token.value;
    return std::nullopt;
  }
  /// The number before a phrase: "7 pcie x16 slots" -> 7 for "pcie x16 slot".
  std::optional<std::int64_t> before(std::string_view phrase) const {
    auto at = folded.find(phrase);
    if (at == std::string::npos) return std::nullopt;
    while (at > 0 && (folded[at - 1] == ' ' || folded[at - 1] == '-')) --at;
    std::size_t begin = at;
    while (begin > 0 && is_digit(folded[begin - 1]) && at - begin < 6) --begin;
    if (begin == at) return std::nullopt;
    return std::stoll(folded.substr(begin, at - begin));
  }
  /// The generation of "PCIe 4.0", "PCIe4", "Gen4"; nothing if none is named.
  std::optional<std::int64_t> generation() const {
    for (const std::string_view label : {"pcie", "pci-e", "gen", "pci express"}) {
      const auto at = folded.find(label);
      if (at == std::string::npos) continue;
      std::size_t i = at + label.size();
      while (i < folded.size() && (folded[i] == ' ' || folded[i] == '-' || folded[i] == '"')) ++i;
      if (i < folded.size() && folded[i] >= '1' && folded[i] <= '6' &&
          (i + 1 == folded.size() || !is_digit(folded[i + 1])))
        return folded[i] - '0';
    }
    return std::nullopt;
  }
  std::optional<std::int64_t> length_mm() const {
    if (const auto mm = before("mm")) return mm;
    if (const auto cm = before("cm")) return *cm * 10;
    return std::nullopt;
  }
};

void state(Gpu& gpu, const Text& text, Stating& to) {
  if (const auto mb = text.first(TokenType::capacity)) to.set("vram", gpu.vram, DataSize::from_smallest(*mb));
  const auto watts = text.first(TokenType::watts);
  if (watts && !power_cap(text.folded)) to.set("board_power", gpu.board_power, Power::from_base(*watts));
  if (const auto slots = text.before("slot"); slots && *slots <= 6)
    to.set("slot_width", gpu.slot_width, SlotWidth::from_base(*slots));
}

void state(Cpu& cpu, const Text& text, Stating& to) {
  if (const auto watts = text.first(TokenType::watts)) to.set("tdp", cpu.tdp, Power::from_base(*watts));
  for (const std::string_view word : {"-core", " core", "-kern", "核"})
    if (const auto cores = text.before(word); cores && !cpu.cores) to.set("cores", cpu.cores, *cores);
}

void state(Board& board, const Text& text, Stating& to) {
  std::optional<std::int64_t> count;
  for (const std::string_view phrase :
       {"pcie x16 slot", "x16 slot", "pcie 4.0 x16 slot", "pcie 5.0 x16 slot", "pcie4.0x16 slot"})
    if (!count) count = text.before(phrase);
  const auto generation = text.generation();
  for (std::int64_t i = 0; count && *count <= 16 && i < *count; ++i) {
    Slot slot;
    slot.label = "SLOT" + std::to_string(i + 1);
    slot.position = static_cast<int>(i + 1);
    slot.lanes = Lanes::from_base(16);
    if (generation) slot.gen = *generation;
    board.slots.push_back(std::move(slot));
  }
  for (const std::string_view socket :
       {"sp3", "sp5", "sp6", "str5", "swrx8", "strx4", "am5", "am4", "lga4677", "lga4189", "lga1700"})
    if (has_phrase(text.folded, socket) && !board.socket) {
      std::string name(socket);
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
      if (name[0] == 'S' && name.size() > 3) name[0] = 's';
      to.set("socket", board.socket, std::move(name));
    }
}

void state(Memory& memory, const Text& text, Stating& to) {
  const MemoryPhrase phrase = read_memory(text.folded);
  if (!phrase.memory_type.empty()) to.set("memory_type", memory.memory_type, phrase.memory_type);
  if (phrase.module_type) to.set("module_type", memory.module_type, *phrase.module_type);
  if (phrase.ecc) to.set("ecc", memory.ecc, *phrase.ecc);
  if (phrase.speed_mts) to.set("speed", memory.speed, Frequency::from_base(*phrase.speed_mts * 1'000'000));
  if (phrase.module_gb) {
    to.set("module_capacity", memory.module_capacity, DataSize::from_base(*phrase.module_gb));
    to.set("modules", memory.modules, phrase.kit ? *phrase.modules : std::int64_t{1});
  } else if (phrase.total_gb) {
    memory.kit_capacity = DataSize::from_base(*phrase.total_gb);
    memory.module_capacity = Known<DataSize>::unknown("the quote states " + std::to_string(*phrase.total_gb) +
                                                      " GB in all, not its modules");
    memory.modules = Known<std::int64_t>::unknown("the quote does not state how many modules");
  }
}

void state(Psu& psu, const Text& text, Stating& to) {
  if (const auto watts = text.first(TokenType::watts))
    to.set("rated_output", psu.rated_output, Power::from_base(*watts));
  for (const auto& [word, value] : {std::pair{"titanium", EfficiencyClass::titanium},
                                    {"platinum", EfficiencyClass::platinum},
                                    {"gold", EfficiencyClass::gold},
                                    {"bronze", EfficiencyClass::bronze}})
    if (has_phrase(text.folded, word) && !psu.efficiency) to.set("efficiency", psu.efficiency, value);
}

void state(Chassis& chassis, const Text& text, Stating& to) {
  if (has_any_phrase(text.folded,
                     {"open frame", "open-frame", "mining frame", "mining rig frame", "mining chassis", "gpu frame",
                      "rig frame", "open air frame", "open mining", "test bench", "zip-tied", "open rack"}))
    to.set("type", chassis.type, ChassisType::open_frame);
  for (const std::string_view unit : {"u chassis", "u rack", "u server", "u case", "u gehäuse"})
    if (const auto units = text.before(unit); units && *units <= 20 && !chassis.rack_units)
      to.set("rack_units", chassis.rack_units, *units);
}

void state(Cooler& cooler, const Text& text, Stating& to) {
  if (const auto watts = text.first(TokenType::watts))
    to.set("rated_power", cooler.rated_power, Power::from_base(*watts));
  for (const auto& [word, socket] : {std::pair{"sp3", "SP3"},
                                     {"tr4", "sTRX4"},
                                     {"sp5", "SP5"},
                                     {"sp6", "SP6"},
                                     {"am5", "AM5"},
                                     {"am4", "AM4"},
                                     {"lga1700", "LGA1700"},
                                     {"lga4677", "LGA4677"},
                                     {"str5", "sTR5"}})
    if (has_phrase(text.folded, word)) cooler.sockets.emplace_back(socket);
}

void state(Riser& riser, const Text& text, Stating& to) {
  if (const auto type = riser_type(text.folded)) to.set("type", riser.type, *type);
  const bool usb = riser.type && *riser.type == RiserType::usb_x1;
  if (const auto generation = text.generation()) to.set("gen", riser.gen, *generation);
  if (usb) to.set("lanes", riser.lanes, Lanes::from_base(1));
  for (const auto& [word, lanes] : {std::pair{"x16", 16}, {"x8", 8}, {"x4", 4}, {"x1", 1}})
    if (has_phrase(text.folded, word) && !riser.lanes) to.set("lanes", riser.lanes, Lanes::from_base(lanes));
  // "Among them 900 mm ones" is the length of some.
  const bool of_all = !has_any_phrase(text.folded, {"among", "up to", "some"});
  if (const auto mm = text.length_mm(); of_all && mm && *mm >= 20 && *mm <= 5'000)
    to.set("length", riser.length, Length::from_base(*mm));
  const bool bridge = riser.type && *riser.type == RiserType::nvlink_bridge;
  if (const auto span = text.before("slot"); bridge && span && *span <= 5)
    to.set("bridge_span", riser.bridge_span, SlotWidth::from_base(*span));
}

void state(Storage& storage, const Text& text, Stating& to) {
  if (const auto mb = text.first(TokenType::capacity))
    to.set("capacity", storage.capacity, DataSize::from_smallest(*mb));
  if (const auto generation = text.generation()) to.set("pcie_gen", storage.pcie_gen, *generation);
  const bool sata = has_any_phrase(text.folded, {"sata", "hdd", "hard drive"});
  if (sata) to.set("lanes", storage.lanes, Lanes::from_base(0));
  if (!sata && has_phrase(text.folded, "nvme")) to.set("lanes", storage.lanes, Lanes::from_base(4));
}

void state(Circuit& circuit, const Text& text, Stating& to) {
  const auto stated = find_circuit(text.folded);
  if (!stated) return;
  to.set("voltage", circuit.voltage, Voltage::from_base(stated->volts));
  to.set("breaker", circuit.breaker, Current::from_base(stated->amperes));
  to.set("phases", circuit.phases, std::int64_t{1});
  if (!stated->region.empty()) to.set("region", circuit.region, stated->region);
}

void state(Nic&, const Text&, Stating&) {}
void state(Platform&, const Text&, Stating&) {}

template <std::size_t... I>
Part empty_part(PartKind kind, std::index_sequence<I...>) {
  Part part;
  (void)((static_cast<std::size_t>(kind) == I && (part.emplace<I>(), true)) || ...);
  return part;
}

}  // namespace

std::optional<RiserType> riser_type(std::string_view folded) {
  if (has_phrase(folded, "bridge") || has_any_phrase(folded, {"nvlink", "bridges"})) return RiserType::nvlink_bridge;
  if (has_any_phrase(folded, {"usb", "x1 riser", "x1 risers", "mining riser", "mining risers"}))
    return RiserType::usb_x1;
  if (has_any_phrase(folded, {"breakout", "breakout board", "breakout boards", "add2psu", "psu sync", "psu adapter",
                              "power splitter"}))
    return RiserType::power_adapter;
  if (has_any_phrase(folded, {"m.2 to pcie", "nvme to pcie", "m2 to pcie", "m.2 adapter", "m.2 riser"}))
    return RiserType::m2_adapter;
  if (has_any_phrase(folded, {"switchtec", "pcie switch", "switch board", "pm50100", "pex88096", "pm40100"}))
    return RiserType::switch_board;
  if (has_any_phrase(folded, {"device adapter", "device adapters", "target adapter"})) return RiserType::device_adapter;
  if (has_any_phrase(folded, {"host adapter", "retimer", "redriver"})) return RiserType::host_adapter;
  if (has_any_phrase(folded, {"slimsas", "mcio", "oculink", "sff-8654"}) &&
      has_any_phrase(folded, {"cable", "cables", "ohm", "kabel"}))
    return RiserType::cable;
  if (has_any_phrase(folded, {"bifurcation", "splitter"})) return RiserType::splitter;
  if (has_any_phrase(folded, {"riser", "risers", "ribbon", "extension", "extender", "延长线"}))
    return RiserType::ribbon;
  return std::nullopt;
}

std::shared_ptr<Part> part_as_stated(PartKind kind, const std::string& text, const std::string& file, Location at,
                                     const Part* base) {
  if (kind == PartKind::platform || kind == PartKind::count_) return nullptr;
  auto part = std::make_shared<Part>(
      base != nullptr ? *base : empty_part(kind, std::make_index_sequence<std::variant_size_v<Part>>()));
  PartInfo& info = info_of(*part);
  info.name = text;
  info.id = "stated-" + std::string(name_of(kind)) + "-line-" + std::to_string(at.line);
  if (base == nullptr) {
    info.sources = {std::string(kSource)};
    info.confidence = Confidence::medium;
    info.file = file;
    info.at = at;
  }
  const Text read{fold(text), tokenize(text)};
  Stating stating(*part, file, at);
  std::visit([&](auto& p) { state(p, read, stating); }, *part);
  return part;
}

void add_shared_figures(Part& part, std::span<const Part* const> candidates) {
  if (candidates.empty()) return;
  const PartKind kind = kind_of(part);
  if (std::any_of(candidates.begin(), candidates.end(), [&](const Part* c) { return kind_of(*c) != kind; })) return;
  PartInfo& info = info_of(part);
  for (const auto& field : fields_of(kind)) {
    if (field.get(raw(part)).known()) continue;
    const auto value = field.get(raw(*candidates.front()));
    const bool agreed = value.known() && std::all_of(candidates.begin() + 1, candidates.end(),
                                                     [&](const Part* c) { return field.get(raw(*c)) == value; });
    if (agreed) {
      field.set(raw(part), *value);
      info.origins.push_back({std::string(field.name),
                              info.file,
                              info.at,
                              "the same for all parts that the line may mean",
                              {},
                              Confidence::medium});
    } else {
      field.set_unknown(raw(part), "the line leaves open which variant it means");
    }
  }
  auto* gpu = std::get_if<Gpu>(&part);
  const auto* first = std::get_if<Gpu>(candidates.front());
  if (gpu == nullptr || first == nullptr || !first->power_connectors_known) return;
  const bool same_plugs = std::all_of(candidates.begin() + 1, candidates.end(), [&](const Part* c) {
    const auto& other = std::get<Gpu>(*c);
    const auto equal = [](const ConnectorCount& a, const ConnectorCount& b) {
      return a.type == b.type && a.count == b.count;
    };
    return other.power_connectors_known &&
           std::equal(first->power_connectors.begin(), first->power_connectors.end(), other.power_connectors.begin(),
                      other.power_connectors.end(), equal);
  });
  if (!same_plugs) return;
  gpu->power_connectors = first->power_connectors;
  gpu->power_connectors_known = true;
}

std::shared_ptr<Part> partner_card(const Part& base, const std::string& text, Location at) {
  auto part = std::make_shared<Part>(base);
  PartInfo& info = info_of(*part);
  info.id = "stated-gpu-line-" + std::to_string(at.line);
  info.variant_of = info_of(base).id;
  info.aliases.clear();
  info.part_numbers.clear();
  info.name = text + " (figures of the " + info_of(base).name + ")";
  for (const std::string_view field : {"length", "height", "slot_width", "cooling", "power_connectors"}) {
    std::erase_if(info.origins, [&](const FieldOrigin& o) { return o.field == field; });
    info.origins.push_back({std::string(field),
                            info.file,
                            info.at,
                            "the base card's figure; the card named in the quote is not in the catalog",
                            {},
                            Confidence::low});
  }
  return part;
}

}  // namespace planner::quote
