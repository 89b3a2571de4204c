#include "quote/price.h"

#include <algorithm>
#include <array>
#include <vector>

#include "quote/wording.h"

namespace planner::quote {
namespace {

struct CurrencySign {
  std::string_view written;
  std::string_view code;
};

// Longer signs first, so that "us$" is not read as "$" alone. Folding has lowered them.
constexpr std::array kSigns = std::to_array<CurrencySign>({
    {"us$", "USD"}, {"c$", "CAD"},     {"ca$", "CAD"}, {"a$", "AUD"},   {"au$", "AUD"},     {"hk$", "HKD"},
    {"nt$", "TWD"}, {"s$", "SGD"},     {"$", "USD"},   {"usd", "USD"},  {"dollars", "USD"}, {"chf", "CHF"},
    {"sfr", "CHF"}, {"fr.", "CHF"},    {"eur", "EUR"}, {"euro", "EUR"}, {"€", "EUR"},       {"gbp", "GBP"},
    {"£", "GBP"},   {"jpy", "JPY"},    {"円", "JPY"},  {"yen", "JPY"},  {"cny", "CNY"},     {"rmb", "CNY"},
    {"元", "CNY"},  {"人民币", "CNY"}, {"cad", "CAD"}, {"aud", "AUD"},  {"inr", "INR"},     {"₹", "INR"},
    {"krw", "KRW"}, {"₩", "KRW"},      {"sek", "SEK"}, {"nok", "NOK"},  {"dkk", "DKK"},     {"pln", "PLN"},
    {"zł", "PLN"},  {"czk", "CZK"},    {"sgd", "SGD"}, {"hkd", "HKD"},  {"twd", "TWD"},     {"nzd", "NZD"},
    {"￥", "CNY"},  {"¥", "JPY"},
});

constexpr std::int64_t kMostCents = 10'000'000'000'000;

struct Number {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::optional<std::int64_t> cents;
};

bool is_separator(char c) {
  return c == ',' || c == '.' || c == '\'' || c == ' ';
}

/// The numbers of folded text; "7 691" is one number only where exactly three digits follow each space.
std::vector<Number> numbers_in(std::string_view text) {
  std::vector<Number> found;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_digit(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size()) {
      if (is_digit(text[end])) {
        ++end;
        continue;
      }
      std::size_t digits = 0;
      while (end + 1 + digits < text.size() && is_digit(text[end + 1 + digits])) ++digits;
      const bool joins = is_separator(text[end]) && digits > 0 && (text[end] != ' ' || digits == 3);
      if (!joins) break;
      end += 1 + digits;
    }
    found.push_back({i, end, read_money_number(text.substr(i, end - i))});
    i = end;
  }
  return found;
}

std::string_view between(std::string_view text, const Number& a, const Number& b) {
  return trim(text.substr(a.end, b.begin - a.end));
}

/// "2 x ~2,350 = ~4,700" and "2 x 7,691".
bool read_product(std::string_view text, const std::vector<Number>& numbers, StatedPrice& price) {
  if (numbers.size() < 2 || !numbers[0].cents || !numbers[1].cents) return false;
  const auto sign = between(text, numbers[0], numbers[1]);
  const bool times = (!sign.empty() && (sign.front() == 'x' || sign.front() == '*' || sign.front() == '@'));
  if (!times || *numbers[0].cents % 100 != 0 || *numbers[0].cents > 1024 * 100) return false;
  price.quantity = static_cast<int>(*numbers[0].cents / 100);
  price.unit_cents = numbers[1].cents;
  price.cents = *numbers[1].cents * *price.quantity;
  if (numbers.size() > 2 && between(text, numbers[1], numbers[2]).find('=') != std::string_view::npos)
    price.cents = numbers[2].cents;
  return true;
}

/// Where the currency sign before position `at` starts ("~CHF 439"), or `at` if there is none.
std::size_t sign_before(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '~')) --end;
  for (const auto& sign : kSigns) {
    if (end < sign.written.size() || text.substr(end - sign.written.size(), sign.written.size()) != sign.written)
      continue;
    const std::size_t begin = end - sign.written.size();
    if (is_alpha(sign.written.front()) && begin > 0 && is_word_char(text[begin - 1])) continue;
    return begin;
  }
  return at;
}

bool sign_follows(std::string_view text, std::size_t at) {
  const auto rest = trim(text.substr(at));
  return std::any_of(kSigns.begin(), kSigns.end(), [&](const CurrencySign& s) {
    const bool starts = rest.substr(0, s.written.size()) == s.written;
    return starts &&
           (!is_alpha(s.written.back()) || rest.size() == s.written.size() || !is_word_char(rest[s.written.size()]));
  });
}

}  // namespace

std::optional<std::int64_t> read_money_number(std::string_view text) {
  // The last separator is a decimal point unless exactly three digits follow it; one that occurs twice never is.
  const auto last = text.find_last_of(",.' ");
  const std::size_t tail = last == std::string_view::npos ? 0 : text.size() - last - 1;
  const bool repeated = last != std::string_view::npos && text.find(text[last]) != last;
  const bool decimal =
      last != std::string_view::npos && (text[last] == ',' || text[last] == '.') && !repeated && tail != 3;
  std::int64_t whole = 0, fraction = 0, scale = 100;
  bool any = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) {
      if (!is_separator(text[i])) return std::nullopt;
      continue;
    }
    any = true;
    const int digit = text[i] - '0';
    if (decimal && i > last) {
      scale /= 10;
      fraction += digit * scale;
    } else if ((whole = whole * 10 + digit) > kMostCents / 100) {
      return std::nullopt;
    }
  }
  if (!any) return std::nullopt;
  return whole * 100 + fraction;
}

std::string currency_in(std::string_view folded) {
  std::size_t best = std::string_view::npos;
  std::size_t length = 0;
  std::string code;
  for (const auto& sign : kSigns) {
    const bool word = is_alpha(sign.written.front()) && is_alpha(sign.written.back());
    std::size_t at = folded.find(sign.written);
    while (word && at != std::string_view::npos) {
      // "eur" may touch a number ("99eur") but not another letter ("europe").
      const std::size_t end = at + sign.written.size();
      const bool free = (at == 0 || !is_alpha(folded[at - 1])) && (end == folded.size() || !is_alpha(folded[end]));
      if (free) break;
      at = folded.find(sign.written, at + 1);
    }
    if (at == std::string_view::npos || at > best || (at == best && sign.written.size() <= length)) continue;
    // A longer sign that ends where this one does has been seen already ("us$" before "$").
    if (best != std::string_view::npos && at >= best && at < best + length) continue;
    best = at;
    length = sign.written.size();
    code = sign.code;
  }
  return code;
}

StatedPrice read_price(std::string_view cell) {
  StatedPrice price;
  std::string text = fold(trim(cell));
  const auto shop = text.find('@');
  const auto vendor = shop == std::string::npos ? shop : text.find_first_not_of(' ', shop + 1);
  if (vendor != std::string::npos && is_alpha(text[vendor])) text.resize(shop);
  price.currency = currency_in(text);
  const auto numbers = numbers_in(text);
  if (numbers.empty()) return price;
  price.each = has_any_phrase(text, {"each", "ea", "apiece", "per unit", "pro stück", "je", "pièce", "单价"});
  if (read_product(text, numbers, price)) return price;
  const auto before = trim(std::string_view(text).substr(0, numbers[0].begin));
  price.negative = !before.empty() && (before.front() == '-' || before.back() == '-');
  if (price.negative) return price;
  if (numbers.size() >= 2) {
    const auto gap = between(text, numbers[0], numbers[1]);
    price.range = gap.substr(0, 1) == "-" || gap.substr(0, 2) == "to" || gap.substr(0, 3) == "bis";
    if (price.range) return price;
  }
  price.cents = numbers[0].cents;
  return price;
}

StatedPrice take_trailing_price(std::string_view text, std::string& rest) {
  rest = plain(trim(text));
  const std::string folded = fold(rest);
  for (const auto& number : numbers_in(folded)) {
    const std::size_t sign = sign_before(folded, number.begin);
    if (sign == number.begin && !sign_follows(folded, number.end)) continue;
    StatedPrice price = read_price(std::string_view(rest).substr(sign));
    // "-$50" is negative, "RTX 4090 - $50" is not.
    price.negative = sign > 0 && rest[sign - 1] == '-' && (sign == 1 || rest[sign - 2] == ' ' || rest[sign - 2] == '(');
    std::string_view name = trim(std::string_view(rest).substr(0, sign));
    while (!name.empty() && std::string_view("(-:~=|,@").find(name.back()) != std::string_view::npos)
      name = trim(name.substr(0, name.size() - 1));
    rest = std::string(name);
    return price;
  }
  return {};
}

}  // namespace planner::quote
