// Hostile text in every format of report.
#include "report/escape.h"

#include <doctest/doctest.h>

#include "source/read.h"

using namespace planner;

TEST_CASE("markup keeps nothing that a parser would obey") {
  CHECK(markup_escaped("</script><img src=x onerror='a()'>\"&") ==
        "&lt;/script&gt;&lt;img src=x onerror=&#39;a()&#39;&gt;&quot;&amp;");
  CHECK(markup_escaped("a\x01\x1b[31mb\x7f\n") == "a\\x01\\x1b[31mb\\x7f\\n");
  CHECK(markup_escaped("plain \xC3\xA9 text") == "plain \xC3\xA9 text");
}

TEST_CASE("bytes that are not UTF-8 and code points that XML forbids become U+FFFD") {
  const std::string replacement = "\xEF\xBF\xBD";
  CHECK(safe_text("a\xFF"
                  "b\xC3") == "a" + replacement + "b" + replacement);
  CHECK(safe_text("\xED\xA0\x80") == replacement + replacement + replacement);  // a lone surrogate
  CHECK(safe_text("\xEF\xBF\xBF!") == replacement + "!");
  CHECK(safe_text("") == "");
  std::string everything;
  for (int i = 0; i < 512; ++i) everything += static_cast<char>(i * 7 % 256);
  std::size_t bad = 0;
  CHECK(is_utf8(safe_text(everything), bad));
  CHECK(is_utf8(markup_escaped(everything), bad));
  CHECK(is_utf8(markdown_escaped(everything), bad));
}

TEST_CASE("the reading direction cannot be turned") {
  CHECK(safe_text("a\xE2\x80\xAE"
                  "b") == "a\\u{202e}b");
}

TEST_CASE("Markdown loses its meaning") {
  CHECK(markdown_escaped("a|b") == "a\\|b");
  CHECK(markdown_escaped("`x` *y* _z_ ~~s~~") == "\\`x\\` \\*y\\* \\_z\\_ \\~\\~s\\~\\~");
  CHECK(markdown_escaped("[a](b) ![c](d)") == "\\[a\\](b) !\\[c\\](d)");
  CHECK(markdown_escaped("<b>&amp;") == "\\<b\\>\\&amp;");
  CHECK(markdown_escaped("a\\|b") == "a\\\\\\|b");
  CHECK(markdown_escaped("line\nbreak") == "line\\\\nbreak");
}

TEST_CASE("Markdown makes no links, mentions or math of itself") {
  CHECK(markdown_escaped("http://evil.example/x") == "http\\://evil.example/x");
  CHECK(markdown_escaped("WWW.evil.example") == "WWW\\.evil.example");
  CHECK(markdown_escaped("a@b.example") == "a@<!-- -->b.example");
  CHECK(markdown_escaped("$x$") == "\\$x\\$");
  CHECK(markdown_escaped("M.2_1: ok") == "M.2\\_1: ok");
}

TEST_CASE("Markdown blocks cannot start") {
  CHECK(markdown_escaped("- item") == "\\- item");
  CHECK(markdown_escaped("  + item") == "  \\+ item");
  CHECK(markdown_escaped("12. item") == "12\\. item");
  CHECK(markdown_escaped("1) item") == "1\\) item");
  CHECK(markdown_escaped("# title") == "#<!-- --> title");
  CHECK(markdown_escaped("1657.5 W") == "1657.5 W");
  CHECK(markdown_escaped("a - b") == "a - b");
}

TEST_CASE("URIs") {
  CHECK(uri_escaped("docs/a quote#1.md") == "docs/a%20quote%231.md");
  CHECK(uri_escaped("\xC3\xA9%") == "%C3%A9%25");
}
