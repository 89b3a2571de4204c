// Finds the catalog part that a phrase names: by part number, by exact name, then by the tokens that tell products
// apart.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/part.h"
#include "quote/tokens.h"

namespace planner::quote {

/// What is looked for.
struct Phrase {
  std::string text;
  std::string part_number;       ///< of a part number column
  std::optional<PartKind> kind;  ///< from the category, if any
};

/// What was found.
struct Match {
  enum class Status : std::uint8_t { none, one, several };
  Status status = Status::none;
  const Part* part = nullptr;           ///< with Status::one
  std::vector<const Part*> candidates;  ///< with several: all that fit
  bool complete = false;                ///< several: the model is named and only the variant is open
  bool partner_card = false;  ///< one: the chip's base card stands for a board partner's card that is not listed
  bool unfitting = false;     ///< words of the phrase fit no candidate
  std::string matched_by;     ///< "part number", "name", "alias", "tokens" or empty
  int score = 0;              ///< percent
  std::string reason;
};

/// One written form of a part: its name or an alias.
struct Form {
  const Part* part = nullptr;
  PartKind kind = PartKind::count_;
  bool alias = false;
  std::string vendor;  ///< of the part, folded
  std::vector<Token> tokens;
};

class Resolver {
 public:
  /// Indexes the parts, which must outlive the resolver.
  explicit Resolver(std::span<const Part* const> parts);

  /// The part that the phrase names, the parts it may name, or the nearest ones. Never guesses between parts that
  /// differ. Answers are kept, so that a resolver must not be shared between threads.
  Match resolve(const Phrase& phrase) const;
  /// Takes a part by tokens only if all words of the phrase belong to it and no other part is left: for long lists of
  /// parts that nobody has checked against each other.
  void be_strict() { strict_ = true; }
  /// Asks `further` (which must outlive this one) for what these parts do not have: a phrase that resolves to none of
  /// them, or to a chip's base card for a board partner's.
  void set_further(const Resolver* further) { further_ = further; }
  /// The parts whose names are nearest to a text that resolves to none, best first; nothing once too many lines have
  /// asked.
  std::vector<const Part*> nearest(const std::string& text, std::optional<PartKind> kind) const;

  std::span<const Part* const> parts() const { return parts_; }
  const Part* find(std::string_view id) const;
  /// True for a word of a vendor's name, folded.
  bool is_vendor(const std::string& word) const { return vendors_.count(word) != 0; }

 private:
  using Postings = std::unordered_map<std::string, std::vector<std::uint32_t>>;

  void add_form(const Part& part, const std::string& written, bool alias);
  Match exact(const Phrase& phrase) const;
  Match by_part_number(const Phrase& phrase) const;
  Match by_number_within(const Phrase& phrase, const Match& named) const;
  Match of_numbered(std::vector<const Part*> found) const;
  std::vector<const Part*> numbered(std::string_view number, std::optional<PartKind> kind) const;
  Match by_tokens(const std::vector<Token>& query, std::optional<PartKind> kind) const;
  Match by_words(const std::vector<Token>& query, std::optional<PartKind> kind) const;
  Match find_match(const Phrase& phrase) const;
  Match find_named(const Phrase& phrase) const;
  Match find_further(const Phrase& phrase, Match own) const;
  std::vector<std::uint32_t> forms_with_any(const std::vector<Token>& query, bool models_only,
                                            std::optional<PartKind> kind) const;

  const Resolver* further_ = nullptr;
  bool strict_ = false;
  std::vector<const Part*> parts_;
  std::vector<Form> forms_;
  Postings by_token_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> by_name_;  ///< compact name or alias -> forms
  std::unordered_map<std::string, std::vector<const Part*>> by_number_;  ///< compact part number -> parts
  std::unordered_map<std::string, const Part*> by_id_;
  std::unordered_set<std::string> vendors_;  ///< words of vendors' names
  mutable std::unordered_map<std::string, Match> answers_;
  mutable std::size_t slow_lines_ = 400;  ///< lines for which a walk over all names is still worth its time
};

/// True if a part of kind `have` may stand on a line of category `want` (a barebone under "Case" or "Motherboard").
bool kind_fits(PartKind have, std::optional<PartKind> want);

}  // namespace planner::quote
