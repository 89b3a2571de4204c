// The skeleton of a part of one's own: complete, loads as it is, and each of its fields loads when uncommented.
#include "model/skeleton.h"

#include <sstream>

#include "layers.h"
#include "model/field.h"
#include "model/structured_field.h"

using namespace planner;
using namespace planner::test;

TEST_CASE("a skeleton loads as it is and has every field") {
  for (std::size_t k = 0; k < kPartKinds; ++k) {
    const auto kind = static_cast<PartKind>(k);
    const std::string text = part_skeleton(kind);
    CAPTURE(text);
    Catalog catalog = load({{{"mine.yaml", text}}});
    CHECK(catalog.parts().size() == 1);
    CHECK(kind_of(*catalog.parts().front()) == kind);
    for (const Field& f : fields_of(kind)) CHECK(text.find("# " + std::string(f.name) + ": ") != std::string::npos);
    for (const StructuredField& f : structured_fields_of(kind))
      CHECK(text.find("# " + std::string(f.name) + ": ") != std::string::npos);
  }
}

TEST_CASE("every field of a skeleton loads once its # is gone") {
  for (std::size_t k = 0; k < kPartKinds; ++k) {
    const auto kind = static_cast<PartKind>(k);
    std::istringstream lines(part_skeleton(kind));
    std::string line, head;
    while (std::getline(lines, line)) {
      if (!line.starts_with("    # ")) {
        head += line + "\n";
        continue;
      }
      if (line.starts_with("    #   ") || line.ends_with(":")) continue;  // sections of a platform
      if (line.find("# includes_gpu: ") != std::string::npos) continue;   // needs a GPU of the catalog
      if (line.find(": \"\"") != std::string::npos) line.replace(line.find(": \"\""), 4, ": some text");
      Diagnostics diagnostics;
      Catalog catalog;
      add_layer(catalog, {{"mine.yaml", head + "    " + line.substr(6) + "\n"}}, diagnostics);
      CAPTURE(line);
      CHECK_MESSAGE(!diagnostics.has_errors(), render(diagnostics));
      CHECK(catalog.parts().size() == 1);
    }
  }
}
