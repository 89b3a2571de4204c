// Price lists of shops and dealers into a file of prices for `--prices`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/catalog.h"
#include "source/diagnostic.h"
#include "units/rational.h"

namespace planner {

/// What one unit of a currency was worth in USD on a day.
struct ExchangeRate {
  std::string currency;
  Rational dollars;
  std::string as_of;
};

/// "EUR=1.08@2026-11-30": one euro was 1.08 USD that day. Nothing for anything else, for USD and for rates that are not
/// between 1/1,000,000 and 1,000.
std::optional<ExchangeRate> parse_rate(std::string_view text);

struct PriceImportOptions {
  std::string currency;  ///< of prices that state none; empty: such prices stay open
  std::string as_of;     ///< day of the list, "2026-12-01"
  std::string source;    ///< whose list it is; the file's name if empty
  bool used = false;     ///< prices of used parts
  std::vector<ExchangeRate> rates;
};

/// A line whose price was not taken, and why.
struct OpenPrice {
  std::uint32_t line = 0;
  std::string text;
  std::string why;
};

struct PriceImport {
  std::string yaml;  ///< the price file
  std::size_t taken = 0;
  std::size_t converted = 0;
  std::vector<OpenPrice> open;  ///< in the order of the lines: nothing is dropped in silence
};

/// Reads a price list in any form of a quote and finds its parts as a quote's. Only lines that name one part of the
/// catalog surely and state a unit price above zero are taken. A price in another currency is kept as it is, and where
/// a rate is given also converted, with the rate in its source. Nothing and a message where the list cannot be read.
std::optional<PriceImport> import_prices(const std::string& path, std::string_view bytes, const Catalog& catalog,
                                         const PriceImportOptions& options, Diagnostics& diagnostics);

/// For people: what was taken and every line that was not.
std::string import_text(const PriceImport& import);

/// Messages about prices of these files that are older than `days` on `today`: one for each file, with the number, and
/// the oldest part's. Prices without a date count as old.
std::vector<std::string> stale_prices(const Catalog& catalog, const std::vector<std::string>& files,
                                      const std::string& today, int days);

}  // namespace planner
