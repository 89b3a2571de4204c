// Turns entries into the lines of a quote and the items of a build.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/build.h"
#include "quote/category.h"
#include "quote/entry.h"
#include "quote/pieces.h"
#include "quote/price.h"
#include "quote/quantity.h"
#include "quote/resolver.h"

namespace planner::quote {

class Assembly {
 public:
  Assembly(const Resolver& resolver, std::string file, Diagnostics& diagnostics);

  /// Understands all entries of a reading. Every entry ends as at least one line.
  Build assemble(const Reading& reading);

 private:
  /// Prices and counts of an entry's cells.
  struct Figures {
    std::optional<std::int64_t> unit_cents, total_cents;
    std::optional<std::int64_t> either_cents;  ///< a price that is the unit's or the line's
    std::string currency;
    Counted column;  ///< of the quantity column
    bool range = false;
  };

  /// What a line needs beyond QuoteLine until it becomes an item.
  struct Plan {
    std::optional<std::int64_t> cap_watts;
    bool one_per_gpu = false;  ///< its count follows the GPUs
  };

  void take(const Entry& entry, const Entry* next);
  bool take_special(const Entry& entry, const Entry* next, const Meaning& meaning);
  bool take_remark(const Entry& entry, const Meaning& meaning, const std::string& whole);
  void take_total(const Entry& entry);
  void take_circuit(const Entry& entry, const std::string& text);
  void take_requirement(const Entry& entry, const Entry* next, const Meaning& meaning);
  void take_items(const Entry& entry, const Meaning& meaning);
  void take_piece(const Entry& entry, const Piece& piece, const Figures& figures, std::optional<PartKind> kind,
                  bool alone);
  Counted count_of(const Entry& entry, const Piece& piece, const Figures& figures, std::optional<PartKind> kind,
                   bool alone) const;
  void keep_identified(QuoteLine line, const Entry& entry, const Piece& piece, bool alone);
  Figures read_figures(const Entry& entry);
  void set_prices(QuoteLine& line, const Figures& figures, const Counted& counted) const;

  void identify(QuoteLine& line, const std::string& text, const Entry& entry);
  bool identify_kit(QuoteLine& line, const std::string& text, const Entry& entry);
  void identify_memory(QuoteLine& line, const std::string& text, const Entry& entry);
  void identify_module(QuoteLine& line, const std::string& figures, const std::string& text);
  void settle(QuoteLine& line, const Match& match, const std::string& text, const Entry& entry);
  bool use_generic(QuoteLine& line, const std::string& text, const Entry& entry);
  void use_stated(QuoteLine& line, const std::string& text, const Entry& entry,
                  const std::vector<const Part*>& candidates, bool agree);
  const Part* own(std::shared_ptr<Part> part);
  static bool is_one_per_gpu(const QuoteLine& line, const Entry& entry, const std::string& text);

  QuoteLine line_of(const Entry& entry) const;
  void ignore(const Entry& entry, std::string reason);
  void keep(QuoteLine line, const Entry& entry);
  void finish();
  void settle_memory_by_board();
  void add_item(QuoteLine& line, const Plan& plan, int gpus);

  const Resolver& resolver_;
  std::string file_;
  Diagnostics& diagnostics_;
  Build build_;
  QuoteInfo quote_;
  bool tender_ = false;
  std::vector<Plan> plans_;                        ///< one per line
  std::optional<std::int64_t> cap_for_all_watts_;  ///< a power limit stated for all GPUs
};

}  // namespace planner::quote
