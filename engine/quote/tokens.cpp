#include "quote/tokens.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

#include "quote/wording.h"

namespace planner::quote {
namespace {

using Words = std::unordered_set<std::string_view>;

constexpr auto kDiscriminators = std::to_array<std::string_view>(
    {"super", "ti",        "xt",       "xtx",    "gre",    "d",       "v2",        "v3",      "v4",          "sxm",
     "sxm2",  "sxm3",      "sxm4",     "sxm5",   "oam",    "nvl",     "pcie-card", "max-q",   "workstation", "server",
     "ada",   "blackwell", "founders", "shift",  "xl",     "mini",    "plus",      "ultra",   "elite",       "evo",
     "pro",   "wifi",      "ii",       "iii",    "iv",     "se",      "active",    "passive", "laptop",      "mobile",
     "xp",    "rdimm",     "udimm",    "lrdimm", "sodimm", "non-ecc", "compact",   "lite",    "blower"});

constexpr auto kFamilies = std::to_array<std::string_view>(
    {"nvidia",   "amd",       "intel",       "geforce", "rtx",     "gtx",          "rx",         "radeon",
     "instinct", "tesla",     "arc",         "epyc",    "ryzen",   "threadripper", "xeon",       "core",
     "i3",       "i5",        "i7",          "i9",      "celeron", "pentium",      "platinum",   "gold",
     "silver",   "bronze",    "titanium",    "edition", "rog",     "series",       "generation", "ultra-enterprise",
     "proliant", "poweredge", "thinksystem", "compute"});

// Decoration: neither needed nor contradictory. "platinum" and the like are judged by the efficiency class instead.
constexpr auto kSlack = std::to_array<std::string_view>(
    {"graphics",  "card",        "video",       "processor", "motherboard", "mainboard", "memory",   "power",
     "supply",    "kit",         "certified",   "fully",     "modular",     "semi",      "atx",      "eatx",
     "e-atx",     "matx",        "micro-atx",   "mini-itx",  "itx",         "black",     "white",    "silver-color",
     "grey",      "gray",        "rgb",         "argb",      "the",         "and",       "with",     "for",
     "of",        "a",           "an",          "in",        "new",         "used",      "box",      "boxed",
     "tray",      "oem",         "retail",      "cpu",       "gpu",         "psu",       "ssd",      "nvme",
     "m.2",       "solid",       "state",       "drive",     "internal",    "cooler",    "case",     "tower",
     "full",      "mid",         "computer",    "pc",        "core",        "cores",     "thread",   "threads",
     "quad-core", "socket",      "gaming-card", "each",      "ddr4",        "ddr5",      "ddr3",     "gddr7",
     "gddr6x",    "gddr6",       "gddr5x",      "gddr5",     "hbm2",        "hbm2e",     "hbm3",     "hbm3e",
     "ecc",       "dual-slot",   "fan",         "fans",      "cl",          "80plus",    "80+",      "desktop",
     "graphic",   "accelerator", "tempered",    "glass",     "cfm",         "bearing",   "sleeve",   "vram",
     "slot",      "slots",       "cable",       "cables",    "adapter",     "network",   "ethernet", "certified",
     "x1",        "x2",          "x4",          "x8",        "x16",         "pci-e",     "pci",      "express",
     "gen",       "gen3",        "gen4",        "gen5",      "gen6",        "usd",       "generic",  "und",
     "mit",       "für",         "de",          "qty"});

struct Synonym {
  std::string_view from;
  std::string_view to;
};
constexpr auto kSynonyms = std::to_array<Synonym>({
    {"ws", "workstation"},
    {"wks", "workstation"},
    {"maxq", "max-q"},
    {"fe", "founders"},
    {"nvlink", "nvl-link"},
    {"threadripper-pro", "threadripper"},
    {"wi-fi", "wifi"},
    {"rev2", "2"},
    {"dgxh100", "h100"},
    {"watercooled", "liquid"},
    {"sxm5-80", "sxm5"},
    {"grafikkarte", "card"},
    {"adastar", "ada"},
});

// Prefixes that people write with and without a space before the number.
constexpr auto kGluedPrefixes = std::to_array<std::string_view>(
    {"geforce", "radeon", "rtx", "gtx", "epyc", "ryzen", "threadripper", "xeon", "core", "titan", "quadro", "tesla"});

bool has_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(), is_digit);
}
bool all_digits(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

struct Piece {
  std::string text;
  bool aside = false;
  bool hyphen_before = false;
};

/// Cuts folded text into letters-and-digits pieces; joins "1,600" and keeps "1.92" and "8480+".
std::vector<Piece> cut(std::string_view folded) {
  std::vector<Piece> pieces;
  int depth = 0;
  bool hyphen = false;
  for (std::size_t i = 0; i < folded.size();) {
    const char c = folded[i];
    if (c == '(' || c == '[') ++depth;
    if ((c == ')' || c == ']') && depth > 0) --depth;
    if (!is_word_char(c)) {
      hyphen = c == '-';
      ++i;
      continue;
    }
    Piece piece{{}, depth > 0, hyphen && i > 1 && is_word_char(folded[i - 2])};
    while (i < folded.size()) {
      const bool digits_around = i > 0 && i + 1 < folded.size() && is_digit(folded[i - 1]) && is_digit(folded[i + 1]);
      if (is_word_char(folded[i])) {
        piece.text += folded[i++];
      } else if (folded[i] == '.' && digits_around) {
        piece.text += folded[i++];
      } else if (folded[i] == ',' && digits_around && i + 3 < folded.size() && is_digit(folded[i + 2]) &&
                 is_digit(folded[i + 3])) {
        ++i;
      } else if (folded[i] == '+' && (i + 1 == folded.size() || !is_word_char(folded[i + 1]))) {
        piece.text += folded[i++];
        break;
      } else {
        break;
      }
    }
    pieces.push_back(std::move(piece));
    hyphen = false;
  }
  return pieces;
}

/// "rtx4090" -> "rtx" and "4090".
std::vector<Piece> split_glued(std::vector<Piece> pieces) {
  std::vector<Piece> result;
  for (auto& piece : pieces) {
    const auto* prefix = std::find_if(kGluedPrefixes.begin(), kGluedPrefixes.end(), [&](std::string_view p) {
      return piece.text.size() > p.size() && piece.text.compare(0, p.size(), p) == 0 &&
             (is_digit(piece.text[p.size()]) || piece.text[p.size()] == 'a');
    });
    if (prefix != kGluedPrefixes.end() && has_digit(piece.text)) {
      result.push_back({std::string(*prefix), piece.aside, piece.hyphen_before});
      piece.text.erase(0, prefix->size());
      piece.hyphen_before = false;
    }
    result.push_back(std::move(piece));
  }
  return result;
}

std::optional<std::pair<std::int64_t, std::string_view>> number_and_unit(std::string_view text) {
  std::int64_t milli = 0;
  std::size_t i = 0;
  std::int64_t place = 0;
  for (; i < text.size() && (is_digit(text[i]) || (text[i] == '.' && place == 0)) && i < 9; ++i) {
    if (text[i] == '.') {
      place = 100;
    } else if (place == 0) {
      milli = milli * 10 + (text[i] - '0') * 1000;
    } else {
      milli += (text[i] - '0') * place;
      place /= 10;
      if (place == 0) place = -1;
    }
  }
  if (i == 0) return std::nullopt;
  return std::pair{milli, text.substr(i)};
}

/// Gives "24 gb", "24g", "1.92tb", "1600 w" their type; `next` is the following piece, if it may be the unit.
bool read_figure(const Piece& piece, const Piece* next, Token& token, bool& used_next) {
  const auto figure = number_and_unit(piece.text);
  if (!figure) return false;
  std::string_view unit = figure->second;
  used_next = unit.empty() && next != nullptr && !has_digit(next->text);
  if (used_next) unit = next->text;
  const std::int64_t milli = figure->first;
  if (unit == "gb" || unit == "gib" || (unit == "g" && !used_next)) {
    token = {{}, TokenType::capacity, milli, piece.aside};
  } else if (unit == "tb" || unit == "tib") {
    token = {{}, TokenType::capacity, milli * 1000, piece.aside};
  } else if (unit == "mb") {
    token = {{}, TokenType::capacity, milli / 1000, piece.aside};
  } else if (unit == "w" || unit == "watt" || unit == "watts") {
    token = {{}, TokenType::watts, milli / 1000, piece.aside};
  } else if (unit == "kw") {
    token = {{}, TokenType::watts, milli, piece.aside};
  } else if (unit == "ghz" || unit == "mhz" || unit == "mm" || unit == "cm" ||
             ((unit == "c" || unit == "t") && !piece.hyphen_before) || unit == "cfm" || unit == "mts" ||
             unit == "cores" || unit == "core" || unit == "threads" || unit == "bit" || unit == "pin" || unit == "v" ||
             unit == "gbe" || unit == "gbps" || unit == "year" || unit == "years" || unit == "slot") {
    token = {{}, TokenType::slack, 0, piece.aside};
  } else {
    return false;
  }
  token.text = piece.text + (used_next ? std::string(unit) : std::string());
  return true;
}

bool is_version(std::string_view text) {
  return text.size() == 3 && is_digit(text[0]) && text[1] == '.' && is_digit(text[2]);
}

/// What follows "PCIe" in a figure: "5.0", "4", "gen4", "x16".
bool is_link_figure(std::string_view text) {
  return is_version(text) || (text.size() == 1 && is_digit(text[0])) || text.substr(0, 3) == "gen" ||
         (text.size() <= 3 && text[0] == 'x' && text.size() > 1 && is_digit(text[1])) || text.substr(0, 4) == "4.0x";
}

TokenType type_of(const Piece& piece, std::string_view before) {
  static const Words slack(kSlack.begin(), kSlack.end()),
      discriminators(kDiscriminators.begin(), kDiscriminators.end()), families(kFamilies.begin(), kFamilies.end());
  const std::string& text = piece.text;
  const bool link = before == "pcie" || before == "pci" || before == "gen" || before == "express" || before == "atx" ||
                    before == "usb" || before == "hdmi" || before == "e";
  if (slack.count(text) != 0) return TokenType::slack;
  if (discriminators.count(text) != 0) return TokenType::discriminator;
  if (families.count(text) != 0) return TokenType::family;
  if (!has_digit(text)) return TokenType::word;
  if (text.size() == 2 && text[1] == 'x') return TokenType::word;  // "VENTUS 3X": fans, not a model
  if (is_version(text) || (link && text.size() <= 2)) return TokenType::slack;
  if (text.substr(0, 4) == "pcie" || text.substr(0, 3) == "lga" || text.substr(0, 3) == "ddr" ||
      text.substr(0, 2) == "cl")
    return TokenType::slack;
  if (all_digits(text) && text.size() == 4 && text.substr(0, 2) == "20" && text >= "2014" && text <= "2030" &&
      piece.aside)
    return TokenType::year;
  return TokenType::model;
}

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  const auto pieces = split_glued(cut(fold(text)));
  std::vector<Token> tokens;
  std::string before;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    Piece piece = pieces[i];
    const Piece* next = i + 1 < pieces.size() ? &pieces[i + 1] : nullptr;
    Token token;
    bool used_next = false;
    if (read_figure(piece, next, token, used_next)) {
      i += used_next ? 1 : 0;
      before = token.text;
      tokens.push_back(std::move(token));
      continue;
    }
    // Words that belong together over a hyphen or blank: "max-q", "non-ecc", "wi-fi".
    if (next != nullptr &&
        ((piece.text == "max" && next->text == "q") || (piece.text == "non" && next->text == "ecc") ||
         (piece.text == "wi" && next->text == "fi") || (piece.text == "m" && next->text == "2"))) {
      piece.text += (piece.text == "m" ? "." : "-") + next->text;
      ++i;
    }
    // "PCIe" alone tells a card from a module; "PCIe 5.0 x16" is a figure.
    if (piece.text == "pcie") piece.text = next != nullptr && is_link_figure(next->text) ? "pci" : "pcie-card";
    for (const auto& synonym : kSynonyms)
      if (piece.text == synonym.from) piece.text = synonym.to;
    token.type = type_of(piece, before);
    token.text = piece.text;
    token.aside = piece.aside;
    before = piece.text;
    tokens.push_back(std::move(token));
  }
  return tokens;
}

std::string compact(std::string_view text) {
  std::string out = fold(text);
  std::erase_if(out, [](char c) { return !is_word_char(c) && c != '+'; });
  return out;
}

}  // namespace planner::quote
