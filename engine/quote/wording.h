// The written form of quotes: folding case and punctuation, markup, lines and words, before anything is understood.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace planner::quote {

/// A line of text with its number, from 1.
struct TextLine {
  std::uint32_t number = 0;
  std::string_view text;
};

std::string_view trim(std::string_view text);
/// Lines without their ends (LF, CRLF or CR).
std::vector<TextLine> split_lines(std::string_view text);

/// Typographic dashes, quotes, multiplication signs, spaces and full-width forms become ASCII ("8 × 32 GB" -> "8 x 32
/// GB"); trademark signs vanish. Other characters stay.
std::string plain(std::string_view text);
/// plain() in lower case. Of plain text the result has the same length, so that positions agree.
std::string fold(std::string_view text);

/// Text of a Markdown cell: emphasis, code marks, links (their text stays), images and <br> removed, escapes undone.
std::string strip_markup(std::string_view text);

/// Words of folded text: runs of letters, digits and bytes above ASCII.
std::vector<std::string_view> words_of(std::string_view folded);
/// True if folded text holds the phrase between word boundaries ("ti" is in "3090 ti", not in "titan").
bool has_phrase(std::string_view folded, std::string_view phrase);
bool has_any_phrase(std::string_view folded, std::initializer_list<std::string_view> phrases);
/// Where the phrase starts in folded text, or npos.
std::size_t find_phrase(std::string_view folded, std::string_view phrase);

bool is_digit(char c);
bool is_alpha(char c);
/// Letter, digit or part of a character beyond ASCII.
bool is_word_char(char c);

/// Restricted edit distance with transpositions, at most `limit` + 1.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace planner::quote
