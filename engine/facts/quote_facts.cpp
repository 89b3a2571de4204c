#include <algorithm>
#include <cstdlib>

#include "facts/body.h"

namespace planner {
namespace {

constexpr std::int64_t kCentsPerUnit = 100;

std::optional<std::int64_t> line_total(const QuoteLine& line) {
  if (line.total_cents) return line.total_cents;
  if (line.unit_cents) return *line.unit_cents * line.quantity;
  return std::nullopt;
}

/// A unit price is printed rounded, to whole units of the currency where it has no cents; the total may differ by half
/// of that for every piece.
bool total_contradicts_unit(const QuoteLine& line) {
  if (!line.unit_cents || !line.total_cents) return false;
  const std::int64_t step = *line.unit_cents % kCentsPerUnit == 0 ? kCentsPerUnit : 1;
  const std::int64_t gap = std::llabs(*line.total_cents - *line.unit_cents * line.quantity);
  return 2 * gap > step * line.quantity;
}

std::optional<PartKind> kind_of_line(const QuoteLine& line) {
  if (line.status == QuoteLine::Status::ignored) return std::nullopt;
  if (line.part != nullptr) return kind_of(*line.part);
  return line.kind;
}

/// Lines beyond the first of a kind of which a machine takes one model: board or barebone, chassis, CPU; coolers only
/// where there are more of them than CPUs.
int duplicate_lines(const std::vector<QuoteLine>& lines) {
  int boards = 0, chassis = 0, cpu_lines = 0, cooler_lines = 0;
  std::int64_t cpus = 0, coolers = 0;
  for (const QuoteLine& line : lines) {
    const auto kind = kind_of_line(line);
    if (!kind) continue;
    switch (*kind) {
      case PartKind::board:
      case PartKind::platform:
        ++boards;
        break;
      case PartKind::chassis:
        ++chassis;
        break;
      case PartKind::cpu:
        ++cpu_lines;
        cpus += line.quantity;
        break;
      case PartKind::cooler:
        ++cooler_lines;
        coolers += line.quantity;
        break;
      default:
        break;
    }
  }
  const auto beyond_first = [](int count) { return std::max(0, count - 1); };
  const bool coolers_left_over = coolers > std::max<std::int64_t>(cpus, 1);
  return beyond_first(boards) + beyond_first(chassis) + beyond_first(cpu_lines) +
         (coolers_left_over ? beyond_first(cooler_lines) : 0);
}

void count_lines(QuoteFacts& facts, const std::vector<QuoteLine>& lines) {
  for (const QuoteLine& line : lines) {
    if (line.status == QuoteLine::Status::unresolved) ++facts.unresolved_lines;
    if (line.status == QuoteLine::Status::ambiguous) ++facts.ambiguous_lines;
    if (line.status != QuoteLine::Status::ignored && !line_total(line)) ++facts.unpriced_lines;
    if (total_contradicts_unit(line)) {
      ++facts.line_mismatches;
      facts.mismatched.push_back(line.text);
    }
  }
  facts.duplicate_lines = duplicate_lines(lines);
}

/// Ignored lines (a monitor, shipping) are part of the bill, too.
Known<Money> sum_lines(const QuoteInfo& quote, const std::string& currency) {
  Money sum;
  bool any = false;
  for (const QuoteLine& line : quote.lines) {
    const auto total = line_total(line);
    if (!total) continue;
    if (!line.currency.empty() && line.currency != currency)
      return Known<Money>::unknown("prices in " + currency + " and " + line.currency);
    sum += Money::from_smallest(*total);
    any = true;
  }
  return any ? Known<Money>(sum) : Known<Money>::unknown("no line has a price");
}

/// The quote's currency, else that of its first priced line.
std::string currency_of(const QuoteInfo& quote) {
  if (!quote.currency.empty()) return quote.currency;
  for (const QuoteLine& line : quote.lines)
    if (line_total(line) && !line.currency.empty()) return line.currency;
  return {};
}

}  // namespace

QuoteFacts sum_quote(const Inventory& inventory) {
  QuoteFacts facts;
  if (inventory.build == nullptr || !inventory.build->quote) {
    facts.lines_sum = facts.stated_total = facts.difference = Known<Money>::unknown("the build comes from no quote");
    return facts;
  }
  const QuoteInfo& quote = *inventory.build->quote;
  facts.currency = currency_of(quote);
  count_lines(facts, quote.lines);
  facts.lines_sum = sum_lines(quote, facts.currency);
  facts.stated_total = quote.stated_total_cents ? Known<Money>(Money::from_smallest(*quote.stated_total_cents))
                                                : Known<Money>::unknown("no total is stated");
  if (!facts.lines_sum)
    facts.difference = facts.lines_sum;
  else
    facts.difference = facts.stated_total ? Known<Money>(*facts.stated_total - *facts.lines_sum) : facts.stated_total;
  return facts;
}

}  // namespace planner
