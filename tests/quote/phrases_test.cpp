// The forms in which counts, prices, memory and categories are written, one row each.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "quote/category.h"
#include "quote/context.h"
#include "quote/memory_phrase.h"
#include "quote/price.h"
#include "quote/quantity.h"
#include "quote/wording.h"

using namespace planner;
using namespace planner::quote;

TEST_CASE("counts are taken off phrases") {
  struct Row {
    const char* phrase;
    int quantity;
    bool stated;
    const char* rest;
  };
  const std::vector<Row> rows = {
      {"8x RTX 4090", 8, true, "RTX 4090"},
      {"2 × EPYC 7543", 2, true, "EPYC 7543"},
      {"RTX 4090 x 8", 8, true, "RTX 4090"},
      {"RTX 4090 x8", 8, true, "RTX 4090"},
      {"RTX 4090 (x8)", 8, true, "RTX 4090"},
      {"RTX 5090 (2)", 2, true, "RTX 5090"},
      {"RTX 4090 (2x)", 2, true, "RTX 4090"},
      {"qty 2 RTX 4090", 2, true, "RTX 4090"},
      {"RTX 4090, qty: 2", 2, true, "RTX 4090"},
      {"RTX 4090 (qty 2)", 2, true, "RTX 4090"},
      {"two RTX 5090", 2, true, "RTX 5090"},
      {"a pair of RTX 3090", 2, true, "RTX 3090"},
      {"dual EPYC 9575F", 2, true, "EPYC 9575F"},
      {"8xH100", 8, true, "H100"},
      {"2 RTX 5090", 2, true, "RTX 5090"},
      {"2 Stück RTX 4090", 2, true, "RTX 4090"},
      {"RTX 4090 - 2 pcs", 2, true, "RTX 4090"},
      {"8张RTX 4090", 8, true, "RTX 4090"},
      {"两张 RTX 4090", 2, true, "RTX 4090"},
      {"2x 1,600W Corsair", 2, true, "1,600W Corsair"},
      {"8 x Kingston DDR4 ECC Reg", 8, true, "Kingston DDR4 ECC Reg"},
      // What looks like a count and is none.
      {"24x96 GB Samsung DDR5-6400", 1, false, "24x96 GB Samsung DDR5-6400"},
      {"8×32GB", 1, false, "8x32GB"},
      {"32GB (2x16)", 1, false, "32GB (2x16)"},
      {"PCIe 5.0 x16", 1, false, "PCIe 5.0 x16"},
      {"Wi-Fi PCI-Express x1", 1, false, "Wi-Fi PCI-Express x1"},
      {"2 TB NVMe", 1, false, "2 TB NVMe"},
      {"990 PRO 2TB", 1, false, "990 PRO 2TB"},
      {"ASUS Dual RTX 4060", 1, false, "ASUS Dual RTX 4060"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.phrase);
    const Counted counted = take_quantity(row.phrase);
    CHECK(counted.quantity == row.quantity);
    CHECK(counted.stated == row.stated);
    CHECK(counted.rest == row.rest);
    CHECK(counted.credible);
  }
}

TEST_CASE("absurd counts are not believed") {
  for (const char* phrase : {"0x RTX 4090", "1025x RTX 4090", "99999999999999999999x RTX 4090"}) {
    CAPTURE(phrase);
    CHECK_FALSE(take_quantity(phrase).credible);
  }
  CHECK_FALSE(read_quantity_cell("-3").credible);
  CHECK_FALSE(read_quantity_cell("2.5").credible);
  CHECK(read_quantity_cell("2.0").quantity == 2);
  CHECK(read_quantity_cell("four").quantity == 4);
  CHECK_FALSE(read_quantity_cell("-").stated);
}

TEST_CASE("prices are read with the separators of four countries") {
  struct Row {
    const char* cell;
    std::int64_t cents;  ///< -1: none
    const char* currency;
  };
  const std::vector<Row> rows = {
      {"$1,099.00", 109900, "USD"},
      {"1.099,00 €", 109900, "EUR"},
      {"1'099", 109900, ""},
      {"7 691", 769100, ""},
      {"$2 000", 200000, "USD"},
      {"~$3,487", 348700, "USD"},
      {"~CHF 9,485", 948500, "CHF"},
      {"CHF 12'345.50", 1234550, "CHF"},
      {"$7,118.64", 711864, "USD"},
      {"RMB 8,999", 899900, "CNY"},
      {"￥8999", 899900, "CNY"},
      {"¥120,000", 12000000, "JPY"},
      {"£99.5", 9950, "GBP"},
      {"EUR 99,90", 9990, "EUR"},
      {"$227.99 @ SuperBiiz", 22799, "USD"},
      {"$0.00", 0, "USD"},
      {"$400-700", -1, "USD"},
      {"$1,500-2,000", -1, "USD"},
      {"100-200", -1, ""},
      {"-", -1, ""},
      {"-$50", -1, "USD"},
      {"in stock", -1, ""},
      {"99999999999999999", -1, ""},
      {"1,23,456.00 INR", 12345600, "INR"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.cell);
    const StatedPrice price = read_price(row.cell);
    CHECK(price.cents.value_or(-1) == row.cents);
    CHECK(price.currency == row.currency);
  }
  CHECK(read_price("$400-700").range);
  CHECK(read_price("-$50").negative);
}

TEST_CASE("a product of count and price gives both") {
  const StatedPrice price = read_price("2 x ~2,350 = ~4,700");
  CHECK(price.quantity == 2);
  CHECK(price.unit_cents == 235000);
  CHECK(price.cents == 470000);
  CHECK(read_price("2 x 7,691").cents == 1538200);
}

TEST_CASE("a price at the end of a line is cut off") {
  struct Row {
    const char* line;
    std::int64_t cents;
    const char* rest;
  };
  for (const auto& row : std::vector<Row>{
           {"Threadripper 3990X 2.9 GHz 64-Core  ($2750.95 @ Amazon)", 275095, "Threadripper 3990X 2.9 GHz 64-Core"},
           {"Intel Core i5-6600K 3.5GHz $227.99 @ SuperBiiz", 22799, "Intel Core i5-6600K 3.5GHz"},
           {"RTX 4090 - CHF 1'439", 143900, "RTX 4090"},
           {"RTX 4090 1.999,00 €", 199900, "RTX 4090"},
           {"8x H100 @ 30.000,00 EUR", 3000000, "8x H100"}}) {
    CAPTURE(row.line);
    std::string rest;
    CHECK(take_trailing_price(row.line, rest).cents == row.cents);
    CHECK(rest == row.rest);
  }
  std::string rest;
  CHECK_FALSE(take_trailing_price("RTX 4090 24GB", rest).cents);
  CHECK(rest == "RTX 4090 24GB");
}

TEST_CASE("memory is read as modules") {
  const MemoryPhrase many = read_memory("24x96 GB Samsung DDR5-6400");
  CHECK(many.modules == 24);
  CHECK(many.module_gb == 96);
  CHECK_FALSE(many.kit);
  CHECK(many.memory_type == "DDR5");
  CHECK(many.speed_mts == 6400);

  const MemoryPhrase kit = read_memory("32GB (2x16) DDR4-3200");
  CHECK(kit.modules == 2);
  CHECK(kit.module_gb == 16);
  CHECK(kit.kit);
  CHECK(kit.total_gb == 32);

  const MemoryPhrase longer = read_memory("Kingston FURY Beast DDR5-5600 64 GB CL40 (2x32 GB)");
  CHECK(longer.modules == 2);
  CHECK(longer.module_gb == 32);

  const MemoryPhrase open = read_memory("512GB DDR4 ECC");
  CHECK_FALSE(open.modules);
  CHECK(open.total_gb == 512);
  CHECK(open.ecc == true);
  CHECK_FALSE(open.module_type);

  const MemoryPhrase registered = read_memory("8 x 32GB DDR4 ECC RDIMM 3200 MT/s");
  CHECK(registered.modules == 8);
  CHECK(registered.module_type == ModuleType::rdimm);
  CHECK(registered.speed_mts == 3200);
  CHECK(read_memory("Kingston DDR4 ECC Reg").module_type == ModuleType::rdimm);
  CHECK(read_memory("2x16GB DDR5 non-ECC UDIMM").ecc == false);
  CHECK(read_memory("2x16GB DDR5 non-ECC UDIMM").module_type == ModuleType::udimm);
}

TEST_CASE("categories in four languages") {
  struct Row {
    const char* written;
    PartKind kind;
  };
  for (const auto& row : std::vector<Row>{{"Video Card", PartKind::gpu},
                                          {"GPUs", PartKind::gpu},
                                          {"Grafikkarte", PartKind::gpu},
                                          {"显卡", PartKind::gpu},
                                          {"Netzteil", PartKind::psu},
                                          {"Power", PartKind::psu},
                                          {"电源", PartKind::psu},
                                          {"Alimentation", PartKind::psu},
                                          {"Arbeitsspeicher", PartKind::memory},
                                          {"内存", PartKind::memory},
                                          {"Mémoire", PartKind::memory},
                                          {"Gehäuse", PartKind::chassis},
                                          {"GEHÄUSE", PartKind::chassis},
                                          {"机箱", PartKind::chassis},
                                          {"主板", PartKind::board},
                                          {"Carte mère", PartKind::board},
                                          {"处理器", PartKind::cpu},
                                          {"散热器", PartKind::cooler},
                                          {"CPU-Kühler", PartKind::cooler},
                                          {"SSD (OS)", PartKind::storage},
                                          {"**GPU**", PartKind::gpu},
                                          {"GPU 1", PartKind::gpu},
                                          {"主板 / Motherboard", PartKind::board},
                                          {"PCIe Riser cables", PartKind::riser}}) {
    CAPTURE(row.written);
    CHECK(read_category(row.written).kind == row.kind);
  }
  CHECK(read_category("Monitor").what == Meaning::What::ignored);
  CHECK(read_category("Total").what == Meaning::What::total);
  CHECK(read_category("合计").what == Meaning::What::total);
  CHECK(read_category("Flux capacitor").what == Meaning::What::unknown);
  CHECK(read_words("SP3 CPU Cooler").kind == PartKind::cooler);
  CHECK(read_words("PSU Breakout Boards").kind == PartKind::riser);
  CHECK(read_words("RTX 3090 NVLink bridge").kind == PartKind::riser);
  CHECK(read_words("RTX 3090").kind == PartKind::gpu);
}

TEST_CASE("mains, power caps and requirements are recognised") {
  const auto japan = find_circuit("mains: Japan, 100 V 15 A outlet (1500 W) -- or 200 V 20 A after rewiring");
  REQUIRE(japan);
  CHECK(japan->volts == 100);
  CHECK(japan->amperes == 15);
  CHECK(japan->region == "JP");
  CHECK(find_circuit(japan->remainder)->volts == 200);
  CHECK(find_circuit("20A/240V circuit")->amperes == 20);
  CHECK_FALSE(find_circuit("12 V 54 A rail"));
  CHECK_FALSE(find_circuit("450 W, 3 slots"));
  CHECK(power_cap("4x RTX 3090, 200 W power cap") == 200);
  CHECK(power_cap("capped at 280 W each") == 280);
  CHECK(power_cap("nvidia-smi -pl 250") == 250);
  CHECK_FALSE(power_cap("RTX 4090 (450 W, 3 slots)"));
  CHECK(is_requirement("2 x accelerators, each with minimum 140 GB"));
  CHECK(is_requirement("2 x ≥140 GB"));
  CHECK_FALSE(is_requirement("RTX 4090"));
  CHECK(has_alternatives("2 x A OR 4 x B"));
}

TEST_CASE("folding keeps positions of plain text and edit distance is bounded") {
  const std::string text = plain("Gehäuse – 8×RTX™");
  CHECK(text == "Gehäuse - 8xRTX");
  CHECK(fold(text).size() == text.size());
  CHECK(fold("GEHÄUSE ÉÀ") == "gehäuse éà");
  CHECK(edit_distance("arctic", "artic", 2) == 1);
  CHECK(edit_distance("editition", "edition", 2) == 2);
  CHECK(edit_distance("abc", "xyz", 1) == 2);
}
