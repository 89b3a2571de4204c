// The hand-over page.
#include "gpu_probe/conform/conform_answer.h"
#include "report/page_sections.h"

namespace planner::conform {
namespace {

constexpr std::size_t kMaxFigures = 40;

PageSection plan_section(const Comparison& c) {
  PageSection s;
  s.heading = "Plan";
  if (c.input.plan == nullptr) {
    s.paragraphs.push_back("No plan was given; the machine is compared with itself and the catalog.");
    return s;
  }
  PageTable t{{"Kind", "Count", "Part"}, {}};
  for (const BuildItem& item : c.input.plan->build().items) {
    std::string name = info_of(*item.part).name;
    if (item.power_limit) name += ", limited to " + item.power_limit->text();
    t.rows.push_back({std::string(planner::name_of(kind_of(*item.part))), std::to_string(item.count), name});
  }
  s.tables.push_back(std::move(t));
  return s;
}

void add_row(PageTable& t, const std::string& what, const machine::Text& value) {
  if (value && !value->empty()) t.rows.push_back({what, *value});
}

PageSection machine_section(const Comparison& c) {
  const machine::Machine& m = *c.input.machine;
  PageSection s;
  s.heading = "Machine";
  PageTable t{{"", ""}, {}};
  if (c.board) add_row(t, "Board", *c.board);
  add_row(t, "BIOS", m.host.bios_version);
  if (c.cpu) add_row(t, "CPU", (c.sockets ? std::to_string(*c.sockets) + " x " : std::string()) + *c.cpu);
  if (c.memory)
    add_row(t, "Memory",
            c.memory->text() + (c.modules ? ", " + std::to_string(*c.modules) + " modules" : std::string()));
  add_row(t, "Kernel", m.host.kernel);
  add_row(t, "GPU driver", m.software.driver_version);
  if (!t.rows.empty()) s.tables.push_back(std::move(t));
  s.tables.push_back({{"", "Model", "Address", "Link now", "Under load", "Planned", "NUMA"}, gpu_rows(c)});
  return s;
}

std::string figure_text(const Known<Ratio>& value, const std::string& unit) {
  if (!value) return "";
  return format_decimal(value->in_base(), 2) + " " + unit;
}

PageSection measurement_section(const Comparison& c) {
  PageSection s;
  s.heading = "Measurements";
  PageTable t{{"Figure", "Of", "Measured", "Expected", "Verdict"}, {}};
  for (const Figure& f : c.figures) {
    if (t.rows.size() >= kMaxFigures) {
      s.paragraphs.push_back("The first " + std::to_string(kMaxFigures) + " of " + std::to_string(c.figures.size()) +
                             " figures; the JSON report has all.");
      break;
    }
    t.rows.push_back({f.metric, f.subject, figure_text(f.value, f.unit), figure_text(f.expected, f.unit),
                      f.verdict ? *f.verdict : std::string("not judged")});
  }
  if (t.rows.empty())
    s.paragraphs.push_back("Nothing was measured.");
  else
    s.tables.push_back(std::move(t));
  return s;
}

PageSection signature_section(const std::string& date) {
  PageSection s;
  s.heading = "Signatures";
  s.paragraphs.push_back("Handed over and accepted on " + date + ", with the deviations listed above.");
  s.tables.push_back({{"Role", "Name", "Date", "Signature"},
                      {{"Supplier or integrator", "____________________", "__________", "____________________"},
                       {"Owner", "____________________", "__________", "____________________"}}});
  return s;
}

}  // namespace

Page acceptance_page(const Comparison& c, const Report& report, const std::string& date) {
  Page page = report_page("Acceptance report", report);
  std::vector<PageSection> before;
  before.push_back(plan_section(c));
  before.push_back(machine_section(c));
  before.push_back(measurement_section(c));
  for (PageSection& s : page.sections)
    if (s.heading == "Findings") s.heading = "Deviations";
  page.sections.insert(page.sections.begin(), std::make_move_iterator(before.begin()),
                       std::make_move_iterator(before.end()));
  page.sections.push_back(signature_section(date));
  return page;
}

}  // namespace planner::conform
