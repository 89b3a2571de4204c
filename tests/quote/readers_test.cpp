// The forms of files: HTML, XLSX, PDF, text in columns, and input that means harm.
#include "quote/readers.h"

#include <doctest/doctest.h>
#include <minizip/zip.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "quote/format.h"
#include "quote/quote.h"
#include "shipped_catalog.h"

using namespace planner;
using namespace planner::quote;

namespace {

struct Member {
  std::string name;
  std::string content;
};

/// A zip archive of the members, as bytes.
std::string archive_of(const std::vector<Member>& members) {
  const auto path = std::filesystem::temp_directory_path() / ("planner-test-" + std::to_string(std::rand()) + ".xlsx");
  zipFile zip = zipOpen64(path.c_str(), 0);
  for (const auto& member : members) {
    zip_fileinfo info{};
    zipOpenNewFileInZip64(zip, member.name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED, 9, 1);
    for (std::size_t at = 0; at < member.content.size(); at += 1u << 20)
      zipWriteInFileInZip(zip, member.content.data() + at,
                          static_cast<unsigned>(std::min<std::size_t>(1u << 20, member.content.size() - at)));
    zipCloseFileInZip(zip);
  }
  zipClose(zip, nullptr);
  std::ifstream stream(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  std::filesystem::remove(path);
  return bytes;
}

std::string workbook() {
  return archive_of(
      {{"xl/sharedStrings.xml",
        "<sst><si><t>Kategorie</t></si><si><t>Bezeichnung</t></si><si><t>Menge</t></si><si><t>Einzelpreis "
        "EUR</t></si><si><t>Grafikkarte</t></si>"
        "<si><r><t>GeForce </t></r><r><t>RTX 5090</t></r></si></sst>"},
       {"xl/worksheets/sheet1.xml",
        "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Angebot 4711</t></is></c></row>"
        "<row r=\"3\"><c r=\"A3\" t=\"s\"><v>0</v></c><c r=\"B3\" t=\"s\"><v>1</v></c><c r=\"D3\" "
        "t=\"s\"><v>2</v></c><c r=\"E3\" t=\"s\"><v>3</v></c></row>"
        "<row r=\"4\"><c r=\"A4\" t=\"s\"><v>4</v></c><c r=\"B4\" t=\"s\"><v>5</v></c><c r=\"D4\"><v>2</v></c><c "
        "r=\"E4\"><v>2399.9000000000001</v></c></row>"
        "</sheetData></worksheet>"}});
}

const QuoteLine* find_line(const Build& build, const std::string& name) {
  for (const auto& line : build.quote->lines)
    if (line.name.find(name) != std::string::npos) return &line;
  return nullptr;
}

std::optional<Build> read(const std::string& name, const std::string& bytes, Diagnostics& diagnostics) {
  return read_input(name, bytes, shipped_catalog(), diagnostics);
}

}  // namespace

TEST_CASE("formats are told apart by bytes, extension and look") {
  CHECK(detect_format("q.txt", workbook()) == Format::workbook);
  CHECK(detect_format("q.txt", "%PDF-1.4\n") == Format::pdf);
  CHECK(detect_format("-", "{\"parts\": []}") == Format::json);
  CHECK(detect_format("-", "[PCPartPicker Part List](https://example.org)\n\nType|Item|Price\n:--|:--|:--\n") ==
        Format::markdown);
  CHECK(detect_format("-", "parts:\n- name: RTX 4090\n") == Format::yaml);
  CHECK(detect_format("-", "planner_build: 1\nparts: []\n") == Format::yaml);
  CHECK(detect_format("-", "<html><table><tr><td>x</td></tr></table></html>") == Format::html);
  CHECK(detect_format("-", "Category;Name;Qty\nGPU;RTX 4090;2\n") == Format::delimited);
  CHECK(detect_format("-",
                      "Pos   Bezeichnung        Menge   Preis\n1     RTX 4090            2     1.500,00\n2     EPYC "
                      "7543           1       900,00\n") == Format::spaced);
  CHECK(detect_format("-", "8x RTX 4090\n2x EPYC 7543\n") == Format::list);
}

TEST_CASE("HTML tables") {
  Diagnostics diagnostics;
  const auto build =
      read("q.html",
           "<html><head><title>Offer</title></head><body><script>var a = '<td>RTX "
           "3090</td>';</script>\n<table><thead><tr><th>Part</th><th>Qty</th><th>Price</th></tr></thead>\n"
           "<tr><td><a href=\"x\">GeForce&nbsp;RTX&#32;4090</a></td><td>4</td><td>&euro; "
           "1.599,00</td></tr>\n<tr><td>EPYC 7543<td>2<td>&euro; 900,00</table></body></html>",
           diagnostics);
  REQUIRE(build);
  REQUIRE(find_line(*build, "4090") != nullptr);
  CHECK(find_line(*build, "4090")->quantity == 4);
  CHECK(find_line(*build, "4090")->unit_cents == 159900);
  CHECK(find_line(*build, "4090")->currency == "EUR");
  REQUIRE(find_line(*build, "7543") != nullptr);
  CHECK(find_line(*build, "7543")->quantity == 2);
  CHECK(find_line(*build, "3090") == nullptr);
}

TEST_CASE("an XLSX workbook with shared strings, gaps and numbers") {
  Diagnostics diagnostics;
  const auto build = read("angebot.xlsx", workbook(), diagnostics);
  REQUIRE(build);
  const QuoteLine* line = find_line(*build, "RTX 5090");
  REQUIRE(line != nullptr);
  CHECK(line->line == 4);
  CHECK(line->quantity == 2);
  CHECK(line->unit_cents == 239990);
  CHECK(line->currency == "EUR");
  CHECK(line->kind == PartKind::gpu);
}

TEST_CASE("a workbook that unpacks to too much or is damaged is refused") {
  Diagnostics bomb;
  CHECK_FALSE(read(
      "bomb.xlsx",
      archive_of({{"xl/worksheets/sheet1.xml", "<worksheet>" + std::string(80u << 20, ' ') + "</worksheet>"}}), bomb));
  REQUIRE(bomb.has_errors());
  CHECK(bomb.items().front().message.find("64 MB") != std::string::npos);
  Diagnostics damaged;
  CHECK_FALSE(read("half.xlsx", workbook().substr(0, 300), damaged));
  CHECK(damaged.has_errors());
  Diagnostics empty;
  CHECK_FALSE(read("empty.xlsx", archive_of({{"readme.txt", "nothing"}}), empty));
  CHECK(empty.has_errors());
}

TEST_CASE("text in columns, with wrapped names and right-aligned numbers") {
  Diagnostics diagnostics;
  const auto build =
      read("pasted.txt",
           "Angebot 2026-117\n\nPos  Bezeichnung                          Menge   Einzelpreis      Gesamt\n"
           "1    NVIDIA GeForce RTX 5090                  2    2.399,00 EUR   4.798,00 EUR\n     Founders Edition\n"
           "2    AMD EPYC 7543                            1      900,00 EUR     900,00 EUR\n"
           "     Gesamt                                                       5.698,00 EUR\n",
           diagnostics);
  REQUIRE(build);
  const QuoteLine* gpu = find_line(*build, "5090");
  REQUIRE(gpu != nullptr);
  CHECK(gpu->name.find("Founders Edition") != std::string::npos);
  CHECK(gpu->quantity == 2);
  CHECK(gpu->unit_cents == 239900);
  REQUIRE(find_line(*build, "7543") != nullptr);
  CHECK(find_line(*build, "7543")->total_cents == 90000);
  CHECK(build->quote->stated_total_cents == 569800);
}

TEST_CASE("a PDF is read through pdftotext, where that is installed") {
  const std::string text = "BT /F1 12 Tf 72 720 Td (8x RTX 4090) Tj 0 -20 Td (2x EPYC 7543) Tj ET";
  const std::string pdf =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 "
      "R>>>>>>endobj\n4 0 obj<</Length " +
      std::to_string(text.size()) + ">>stream\n" + text +
      "\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 "
      "R>>\n%%EOF\n";
  Diagnostics diagnostics;
  const auto build = read("quote.pdf", pdf, diagnostics);
  if (!build) {
    REQUIRE(diagnostics.has_errors());
    REQUIRE(diagnostics.items().front().message.find("not installed") != std::string::npos);
    MESSAGE("waived: pdftotext is not installed");
    return;
  }
  REQUIRE(find_line(*build, "4090") != nullptr);
  CHECK(find_line(*build, "4090")->quantity == 8);
  Diagnostics broken;
  CHECK_FALSE(read("broken.pdf", "%PDF-1.4\nnothing here", broken));
  CHECK(broken.has_errors());
}

TEST_CASE("text that is none is refused with its place") {
  struct Row {
    const char* name;
    std::string text;
  };
  for (const auto& row : std::vector<Row>{{"nul.txt", std::string("8x RTX 4090\n\0", 13)},
                                          {"latin1.txt", "8x RTX 4090\nGeh\xe4use\n"},
                                          {"cut.md", "| GPU | RTX 4090 \xe2\x82"}}) {
    CAPTURE(std::string(row.name));
    Diagnostics diagnostics;
    CHECK_FALSE(read(row.name, row.text, diagnostics));
    REQUIRE(diagnostics.has_errors());
    CHECK(diagnostics.items().front().at.line >= 1);
  }
  Diagnostics empty;
  CHECK_FALSE(read("empty.txt", " \n\n", empty));
  CHECK(empty.has_errors());
  Diagnostics missing;
  CHECK_FALSE(read_input_bytes("/no/such/file", missing));
  CHECK(missing.has_errors());
}

TEST_CASE("long and deep input ends in time") {
  std::string lines;
  for (int i = 0; i < 30'000; ++i) lines += "FooBar X" + std::to_string(i) + " mystery part\n";
  const std::string brackets(200'000, '('), pipes(200'000, '|'), stars(200'000, '*');
  std::string cells = "| a | b |\n|---|---|\n|";
  for (int i = 0; i < 5'000; ++i) cells += " RTX 4090 |";
  for (const auto& text : {lines, brackets, "| x |\n|---|\n" + pipes + "\n", stars, cells, "[" + brackets,
                           std::string(100'000, '[') + "a](b)", std::string(300'000, '<')}) {
    Diagnostics diagnostics;
    const auto build = read("hostile.md", text, diagnostics);
    CHECK((build || diagnostics.has_errors()));
    if (build) CHECK(build->quote->lines.size() <= kMostLines + 16);
  }
}
