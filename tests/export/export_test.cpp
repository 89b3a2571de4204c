#include <doctest/doctest.h>

#include "export/export.h"

TEST_CASE("placeholder for configuration") { CHECK(planner::is_slurm_host_list("gpu[01-04]")); }
