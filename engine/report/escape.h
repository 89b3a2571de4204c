// Text made safe for the formats of reports. All of them first take out what a terminal or parser would obey: control
// characters, marks that turn the reading direction, bytes that are not UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace planner {

/// Well-formed UTF-8 on one line: control characters as escapes, bytes and code points that no reader accepts as
/// U+FFFD.
std::string safe_text(std::string_view text);

/// For element content and attribute values of HTML and XML.
std::string markup_escaped(std::string_view text);

/// For GitHub-flavored Markdown, also inside table cells: nothing in it marks up, links, mentions or breaks the line.
std::string markdown_escaped(std::string_view text);

/// For the path of a URI (RFC 3986): everything but unreserved characters and "/" in percent signs.
std::string uri_escaped(std::string_view path);

}  // namespace planner
