// Price lists into price files: what is taken, what stays open, currencies and their rates, stale prices.
#include "import/prices.h"

#include <doctest/doctest.h>

#include "source/read.h"

using namespace planner;

namespace {

constexpr const char* kParts = R"(catalog:
  - kind: gpu
    parts:
      - {id: card-24, name: Maker Card C2400, vendor: Maker, part_numbers: [MK-2400-XA], vram: 24 GB}
      - {id: card-48, name: Maker Card C4800, vendor: Maker, vram: 48 GB}
  - kind: psu
    parts: [{id: psu-16, name: Volt PV1600, vendor: Volt, rated_output: 1600 W}]
)";

Catalog catalog() {
  Catalog c;
  Diagnostics diagnostics;
  c.add_layer({{"c.yaml", *parse_yaml(kParts, "c.yaml", {}, diagnostics)}}, diagnostics);
  REQUIRE(!diagnostics.has_errors());
  return c;
}

PriceImport import(const Catalog& c, const std::string& csv, PriceImportOptions options = {}) {
  Diagnostics diagnostics;
  options.as_of = "2026-11-30";
  auto result = import_prices("lists/shop.csv", csv, c, options, diagnostics);
  REQUIRE_MESSAGE(result, render(diagnostics));
  return std::move(*result);
}

/// The written file on top of the catalog, without a message.
void lay_on_top(Catalog& c, const std::string& yaml) {
  Diagnostics diagnostics;
  auto root = parse_yaml(yaml, "prices.yaml", {}, diagnostics);
  REQUIRE_MESSAGE(root, render(diagnostics));
  c.add_layer({{"prices.yaml", std::move(*root)}}, diagnostics);
  REQUIRE_MESSAGE(diagnostics.items().empty(), render(diagnostics));
}

}  // namespace

TEST_CASE("a price list becomes a price file; what is unclear is listed") {
  Catalog c = catalog();
  const PriceImport list = import(c,
                                  "Artikel;Artikelnummer;Einzelpreis\n"
                                  "Grafikkarte Maker Card C2400;MK-2400-XA;1.234,50 EUR\n"
                                  "Netzteil Volt PV1600;;349,00 EUR\n"
                                  "Maker Card C9900;;99,00 EUR\n"
                                  "Maker Card C2400;;1.300,00 EUR\n");
  CHECK(list.taken == 2);
  REQUIRE(list.open.size() == 2);
  CHECK(list.open[0].line == 4);
  CHECK(list.open[1].why.find("line 2") != std::string::npos);
  CHECK(import_text(list).find("2 lines left open") != std::string::npos);
  lay_on_top(c, list.yaml);
  const PartInfo& card = info_of(*c.find("card-24"));
  REQUIRE(card.prices.size() == 1);
  CHECK(card.prices[0].cents == 123450);
  CHECK(card.prices[0].currency == "EUR");
  CHECK(card.prices[0].as_of == "2026-11-30");
  CHECK(card.prices[0].source == "shop.csv, line 2");
  CHECK(usd_price(card) == nullptr);
}

TEST_CASE("a stated rate converts, and the source says so") {
  Catalog c = catalog();
  PriceImportOptions options;
  options.currency = "EUR";
  options.rates = {*parse_rate("EUR=1.08@2026-11-30")};
  const PriceImport list = import(c, "Product,Price\nMaker Card C2400,1000.00\n", options);
  CHECK(list.converted == 1);
  lay_on_top(c, list.yaml);
  const PartInfo& card = info_of(*c.find("card-24"));
  CHECK(card.prices.size() == 2);
  REQUIRE(usd_price(card) != nullptr);
  CHECK(usd_price(card)->cents == 108000);
  CHECK(usd_price(card)->source == "shop.csv, line 2: EUR 1000.00 at 1.08 USD per EUR (2026-11-30)");
}

TEST_CASE("a price without a currency stays open unless one is given") {
  const Catalog c = catalog();
  const PriceImport open = import(c, "Product,Price\nMaker Card C2400,1000.00\n");
  CHECK(open.taken == 0);
  REQUIRE(open.open.size() == 1);
  CHECK(open.open[0].why.find("--currency") != std::string::npos);
  CHECK(open.yaml.find("prices: []") != std::string::npos);
}

TEST_CASE("rates are exact and believable, or none") {
  CHECK(parse_rate("CHF=1.25@2026-01-31")->dollars == *Rational::make(5, 4));
  for (const char* bad : {"", "EUR", "EUR=", "EUR=1.08", "EUR=0@2026-01-31", "EUR=-1@2026-01-31", "EUR=1e3@2026-01-31",
                          "USD=1@2026-01-31", "eur=1@2026-01-31", "EUR=5000@2026-01-31", "EUR=1@2026-02-30",
                          "EUR=1@2026", "EURO=1@2026-01-31", "@EUR=1"}) {
    CAPTURE(bad);
    CHECK(!parse_rate(bad));
  }
}

TEST_CASE("names of a list cannot break the price file") {
  Catalog c = catalog();
  PriceImportOptions options;
  options.source = "shop\"}\n  - {part: card-48, amount: $1\\";
  const PriceImport list = import(c, "Product,Price\nMaker Card C2400,$1000.00\n", options);
  lay_on_top(c, list.yaml);
  CHECK(info_of(*c.find("card-48")).prices.empty());
  CHECK(info_of(*c.find("card-24")).prices.size() == 1);
}

TEST_CASE("old prices of a file are reported with the oldest") {
  Catalog c = catalog();
  lay_on_top(
      c,
      "prices:\n  - {part: card-24, amount: $1, as_of: 2026-01-05}\n  - {part: psu-16, amount: $2, as_of: 2026-11-05}\n"
      "  - {part: card-48, amount: $3, as_of: 2026-03}\n");
  const auto messages = stale_prices(c, {"prices.yaml"}, "2026-12-01", 180);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].find("2 prices are older than 180 days") != std::string::npos);
  CHECK(messages[0].find("`card-24`, of 2026-01-05") != std::string::npos);
  CHECK(stale_prices(c, {"other.yaml"}, "2026-12-01", 180).empty());
  CHECK(stale_prices(c, {"prices.yaml"}, "2026-01-06", 180).empty());
}
