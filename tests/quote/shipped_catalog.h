// The catalog inside the program, loaded once for all tests of this folder.
#pragma once

#include "model/catalog.h"

/// The shipped catalog; the test fails where it does not load.
const planner::Catalog& shipped_catalog();
