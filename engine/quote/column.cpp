// What table headers mean.
#include <algorithm>
#include <array>
#include <utility>

#include "quote/table.h"
#include "quote/wording.h"

namespace planner::quote {
namespace {

using Header = std::pair<std::string_view, Column>;

constexpr auto kHeaders = std::to_array<Header>({
    {"#", Column::number},
    {"no", Column::number},
    {"no.", Column::number},
    {"pos", Column::number},
    {"pos.", Column::number},
    {"position", Column::number},
    {"nr", Column::number},
    {"nr.", Column::number},
    {"line", Column::number},
    {"序号", Column::number},
    {"item no", Column::number},
    {"item #", Column::number},
    {"category", Column::category},
    {"type", Column::category},
    {"kategorie", Column::category},
    {"typ", Column::category},
    {"catégorie", Column::category},
    {"categorie", Column::category},
    {"类别", Column::category},
    {"类型", Column::category},
    {"分类", Column::category},
    {"part type", Column::category},
    {"component type", Column::category},
    {"spec", Column::category},
    {"kind", Column::category},
    {"配件", Column::category},
    {"rubrique", Column::category},
    {"name", Column::name},
    {"model", Column::name},
    {"specification", Column::name},
    {"specifications", Column::name},
    {"product", Column::name},
    {"product name", Column::name},
    {"item name", Column::name},
    {"description", Column::name},
    {"beschreibung", Column::name},
    {"bezeichnung", Column::name},
    {"modell", Column::name},
    {"produkt", Column::name},
    {"modèle", Column::name},
    {"modele", Column::name},
    {"désignation", Column::name},
    {"designation", Column::name},
    {"produit", Column::name},
    {"型号", Column::name},
    {"规格", Column::name},
    {"名称", Column::name},
    {"产品", Column::name},
    {"selection", Column::name},
    {"item", Column::item},
    {"component", Column::item},
    {"components", Column::item},
    {"part", Column::item},
    {"parts", Column::item},
    {"artikel", Column::item},
    {"komponente", Column::item},
    {"bauteil", Column::item},
    {"article", Column::item},
    {"composant", Column::item},
    {"部件", Column::item},
    {"hardware", Column::item},
    {"qty", Column::quantity},
    {"qty.", Column::quantity},
    {"quantity", Column::quantity},
    {"count", Column::quantity},
    {"menge", Column::quantity},
    {"anzahl", Column::quantity},
    {"stück", Column::quantity},
    {"stk", Column::quantity},
    {"quantité", Column::quantity},
    {"quantite", Column::quantity},
    {"qté", Column::quantity},
    {"数量", Column::quantity},
    {"units", Column::quantity},
    {"nombre", Column::quantity},
    {"unit price", Column::unit_price},
    {"unit cost", Column::unit_price},
    {"price each", Column::unit_price},
    {"each", Column::unit_price},
    {"einzelpreis", Column::unit_price},
    {"stückpreis", Column::unit_price},
    {"ep", Column::unit_price},
    {"prix unitaire", Column::unit_price},
    {"p.u.", Column::unit_price},
    {"pu", Column::unit_price},
    {"单价", Column::unit_price},
    {"price/unit", Column::unit_price},
    {"price per unit", Column::unit_price},
    {"total", Column::total},
    {"total price", Column::total},
    {"line total", Column::total},
    {"amount", Column::total},
    {"subtotal", Column::total},
    {"gesamt", Column::total},
    {"gesamtpreis", Column::total},
    {"summe", Column::total},
    {"betrag", Column::total},
    {"montant", Column::total},
    {"prix total", Column::total},
    {"小计", Column::total},
    {"总价", Column::total},
    {"金额", Column::total},
    {"extended price", Column::total},
    {"ext. price", Column::total},
    {"total cost", Column::total},
    {"gp", Column::total},
    {"price", Column::price},
    {"cost", Column::price},
    {"preis", Column::price},
    {"prix", Column::price},
    {"价格", Column::price},
    {"kosten", Column::price},
    {"coût", Column::price},
    {"currency", Column::currency},
    {"währung", Column::currency},
    {"devise", Column::currency},
    {"币种", Column::currency},
    {"货币", Column::currency},
    {"part number", Column::part_number},
    {"part no", Column::part_number},
    {"part no.", Column::part_number},
    {"part #", Column::part_number},
    {"p/n", Column::part_number},
    {"pn", Column::part_number},
    {"mpn", Column::part_number},
    {"sku", Column::part_number},
    {"artikelnummer", Column::part_number},
    {"art.-nr.", Column::part_number},
    {"art-nr", Column::part_number},
    {"artikel-nr.", Column::part_number},
    {"teilenummer", Column::part_number},
    {"référence", Column::part_number},
    {"reference", Column::part_number},
    {"réf.", Column::part_number},
    {"料号", Column::part_number},
    {"货号", Column::part_number},
    {"manufacturer part number", Column::part_number},
    {"note", Column::note},
    {"notes", Column::note},
    {"comment", Column::note},
    {"comments", Column::note},
    {"remark", Column::note},
    {"remarks", Column::note},
    {"status", Column::note},
    {"bemerkung", Column::note},
    {"bemerkungen", Column::note},
    {"anmerkung", Column::note},
    {"remarque", Column::note},
    {"commentaire", Column::note},
    {"备注", Column::note},
    {"details", Column::note},
    {"link", Column::note},
    {"url", Column::note},
    {"where", Column::note},
    {"vendor", Column::note},
    {"source", Column::note},
});

std::size_t count_of(const std::vector<Column>& columns, Column which) {
  return static_cast<std::size_t>(std::count(columns.begin(), columns.end(), which));
}

/// "Component | Model": component is the category; "Component | Qty | Price": it is the name.
void settle_items(std::vector<Column>& columns) {
  const bool has_name = count_of(columns, Column::name) > 0;
  for (auto& column : columns) {
    if (column != Column::item) continue;
    const bool category_free = count_of(columns, Column::category) == 0;
    column = has_name && category_free              ? Column::category
             : count_of(columns, Column::name) == 0 ? Column::name
                                                    : Column::note;
  }
  if (count_of(columns, Column::name) > 0) return;
  // "Spec | Budget Build", "Component | My pick": the first column without a meaning names the part.
  const auto free = std::find(columns.begin(), columns.end(), Column::none);
  if (free != columns.end()) *free = Column::name;
}

}  // namespace

Column column_of(const std::string& header) {
  std::string folded = fold(strip_markup(header));
  folded = std::string(trim(folded.substr(0, folded.find_first_of("(["))));
  while (!folded.empty() && (folded.back() == ':' || folded.back() == '*')) folded.pop_back();
  const auto exact = [](std::string_view text) {
    const auto* hit = std::find_if(kHeaders.begin(), kHeaders.end(), [&](const Header& h) { return h.first == text; });
    return hit == kHeaders.end() ? Column::none : hit->second;
  };
  if (const Column column = exact(folded); column != Column::none) return column;
  // "Price CHF", "Preis in EUR", "型号/规格", "数量 (台)".
  std::string core = folded;
  for (const std::string_view code :
       {" in chf", " in eur", " in usd", " chf", " eur", " usd", " $", " €", " cny", " rmb"})
    if (core.size() > code.size() && core.substr(core.size() - code.size()) == code)
      core.resize(core.size() - code.size());
  if (const Column column = exact(core); column != Column::none) return column;
  const auto slash = folded.find('/');
  return slash == std::string::npos ? Column::none : exact(trim(std::string_view(folded).substr(0, slash)));
}

std::vector<Column> columns_of(const std::vector<std::string>& header) {
  std::vector<Column> columns;
  std::size_t known = 0;
  for (const auto& cell : header) {
    columns.push_back(column_of(cell));
    if (columns.back() != Column::none && !cell.empty()) ++known;
  }
  // "Component | Spec": beside a column of components the specification is the name.
  if (count_of(columns, Column::item) > 0 && count_of(columns, Column::name) == 0)
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] == Column::category && fold(header[i]).substr(0, 4) == "spec") columns[i] = Column::name;
  const bool named =
      count_of(columns, Column::name) + count_of(columns, Column::item) + count_of(columns, Column::category) > 0;
  if (!named || (known < 2 && header.size() != 2) || known == 0) return {};
  settle_items(columns);
  return columns;
}

}  // namespace planner::quote
