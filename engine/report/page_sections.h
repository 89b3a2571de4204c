// Sections that the pages of check and suggest share.
#pragma once

#include "report/page.h"

namespace planner {

/// The slot map, power and, if wanted, bandwidth of a build.
void add_machine_sections(Page& page, const Facts& facts, bool bandwidth);

/// Findings that failed or were waived; "Nothing found." where there are none.
PageSection findings_of(const Report& report);

/// What was not evaluated, and the questions to the vendor; adds nothing where nothing is open.
void add_open_sections(Page& page, const Report& report);

}  // namespace planner
