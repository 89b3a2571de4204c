#include "import/prices.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include "model/price_reader.h"
#include "quote/quote.h"
#include "source/text.h"

namespace planner {
namespace {

constexpr int kSureScore = 60;

bool is_code(std::string_view text) {
  return text.size() == 3 && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::optional<int> digits(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return text.empty() || text.size() > 4 ? std::nullopt : std::optional(value);
}

/// Days since 1970 of "2026-11-30", of the first of "2026-11", of the first day of "2026".
std::optional<std::int64_t> day_number(std::string_view date) {
  const auto y = digits(date.substr(0, 4));
  const auto m = date.size() > 4 ? digits(date.substr(5, 2)) : std::optional(1);
  const auto d = date.size() > 7 ? digits(date.substr(8)) : std::optional(1);
  if (date.size() < 4 || !y || !m || !d) return std::nullopt;
  const std::chrono::year_month_day day{std::chrono::year(*y), std::chrono::month(static_cast<unsigned>(*m)),
                                        std::chrono::day(static_cast<unsigned>(*d))};
  if (!day.ok()) return std::nullopt;
  return std::chrono::sys_days(day).time_since_epoch().count();
}

/// A YAML text in double quotes.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// The unit price of a line: stated, or the line's total over its count where that is exact.
std::optional<std::int64_t> unit_price(const QuoteLine& line) {
  if (line.unit_cents) return line.unit_cents;
  const bool whole = line.total_cents && line.quantity > 0 && *line.total_cents % line.quantity == 0;
  return whole ? std::optional(*line.total_cents / line.quantity) : std::nullopt;
}

class PriceList {
 public:
  PriceList(const Catalog& catalog, const PriceImportOptions& options, std::string source)
      : catalog_(catalog), options_(options), source_(std::move(source)) {}

  void take(const QuoteLine& line) {
    const auto cents = unit_price(line);
    if (line.status == QuoteLine::Status::ignored && !cents) return;  // headings say nothing of prices
    const std::string why = why_open(line, cents);
    if (!why.empty()) {
      import_.open.push_back({line.line, line.text, why});
      return;
    }
    const std::string& id = info_of(*line.part).id;
    const std::string currency = line.currency.empty() ? options_.currency : line.currency;
    const auto [known, added] = first_.emplace(id + " " + currency, line.line);
    if (!added) {
      import_.open.push_back(
          {line.line, line.text, "`" + id + "` has a price at line " + std::to_string(known->second)});
      return;
    }
    ++import_.taken;
    const std::string stated = source_ + ", line " + std::to_string(line.line);
    write(id, *cents, currency, stated);
    convert(id, *cents, currency, stated);
  }

  PriceImport finish() {
    const std::string head = "# Prices of " + printable(source_) + ", for `--prices`.\n";
    import_.yaml = head + (rows_.empty() ? "prices: []\n" : "prices:\n" + rows_);
    return std::move(import_);
  }

 private:
  std::string why_open(const QuoteLine& line, std::optional<std::int64_t> cents) const {
    if (line.status == QuoteLine::Status::ignored) return line.reason.empty() ? "this is no part" : line.reason;
    const bool one = line.status == QuoteLine::Status::resolved && line.part != nullptr && line.score >= kSureScore &&
                     catalog_.find(info_of(*line.part).id) == line.part;
    if (!one) {
      std::string near;
      for (const auto& id : line.candidates) near += (near.empty() ? "" : ", ") + id;
      const std::string what = line.reason.empty() ? "this is no part of the catalog" : line.reason;
      return near.empty() ? what : what + " (" + near + ")";
    }
    if (!cents) return "there is no unit price";
    if (*cents <= 0) return "a price is above zero";
    const bool currency = is_code(line.currency.empty() ? options_.currency : line.currency);
    return currency ? "" : "the price states no currency: give one with --currency";
  }

  void write(const std::string& id, std::int64_t cents, const std::string& currency, const std::string& source) {
    rows_ += "  - {part: " + id + ", amount: " + quoted(format_price(cents, currency)) +
             ", basis: street, condition: " + (options_.used ? "used" : "new") + ", as_of: " + options_.as_of +
             ", source: " + quoted(source) + ", confidence: medium}\n";
  }

  void convert(const std::string& id, std::int64_t cents, const std::string& currency, const std::string& source) {
    for (const ExchangeRate& rate : options_.rates) {
      const auto dollars = rate.currency == currency ? multiply(rate.dollars, Rational(cents)) : std::nullopt;
      if (!dollars || dollars->round() <= 0) continue;
      ++import_.converted;
      return write(id, dollars->round(), "USD",
                   source + ": " + format_price(cents, currency) + " at " + format_decimal(rate.dollars, 6) +
                       " USD per " + currency + " (" + rate.as_of + ")");
    }
  }

  const Catalog& catalog_;
  const PriceImportOptions& options_;
  std::string source_;
  PriceImport import_;
  std::string rows_;
  std::map<std::string, std::uint32_t> first_;
};

}  // namespace

std::optional<ExchangeRate> parse_rate(std::string_view text) {
  const std::size_t equals = text.find('='), at = text.find('@');
  if (equals != 3 || at == std::string_view::npos || at < equals) return std::nullopt;
  const std::string_view code = text.substr(0, 3), day = text.substr(at + 1);
  const auto value = parse_decimal(text.substr(equals + 1, at - equals - 1));
  const bool believable = value && *value <= Rational(1'000) && value->to_double() >= 1e-6;
  if (!is_code(code) || code == "USD" || !believable || day.size() != 10 || !day_number(day)) return std::nullopt;
  return ExchangeRate{std::string(code), *value, std::string(day)};
}

std::optional<PriceImport> import_prices(const std::string& path, std::string_view bytes, const Catalog& catalog,
                                         const PriceImportOptions& options, Diagnostics& diagnostics) {
  const auto build = read_input(path, bytes, catalog, diagnostics);
  if (!build) return std::nullopt;
  if (!build->quote) {
    diagnostics.error(path, {}, "this is a build file, no price list");
    return std::nullopt;
  }
  const std::string name = path.substr(path.find_last_of('/') == std::string::npos ? 0 : path.find_last_of('/') + 1);
  PriceList list(catalog, options, options.source.empty() ? name : options.source);
  for (const QuoteLine& line : build->quote->lines) list.take(line);
  return list.finish();
}

std::string import_text(const PriceImport& import) {
  std::string out = std::to_string(import.taken) + " prices taken";
  if (import.converted > 0) out += ", " + std::to_string(import.converted) + " of them also converted to USD";
  out += ", " + std::to_string(import.open.size()) + " lines left open\n";
  for (const OpenPrice& open : import.open)
    out += "  line " + std::to_string(open.line) + ": " + printable(open.text) + "\n    " + printable(open.why) + "\n";
  return out;
}

std::vector<std::string> stale_prices(const Catalog& catalog, const std::vector<std::string>& files,
                                      const std::string& today, int days) {
  struct Stale {
    std::size_t count = 0;
    std::string oldest, part;
  };
  std::map<std::string, Stale> by_file;
  const auto now = day_number(today);
  for (const auto& part : catalog.parts()) {
    for (const Price& price : info_of(*part).prices) {
      if (!now || std::find(files.begin(), files.end(), price.file) == files.end()) continue;
      const auto seen = day_number(price.as_of);
      if (seen && *now - *seen <= days) continue;
      Stale& stale = by_file[price.file];
      if (stale.count++ == 0 || price.as_of < stale.oldest) {
        stale.oldest = price.as_of;
        stale.part = info_of(*part).id;
      }
    }
  }
  std::vector<std::string> messages;
  for (const auto& [file, stale] : by_file)
    messages.push_back(file + ": " + std::to_string(stale.count) + " prices are older than " + std::to_string(days) +
                       " days or have no date; the oldest is that of `" + stale.part + "`" +
                       (stale.oldest.empty() ? ", without a date" : ", of " + stale.oldest));
  return messages;
}

}  // namespace planner
