// What all commands share: options, the world of catalog and rules, output and exit codes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "check/rule.h"
#include "gpu_probe/conform/conform_schema.h"
#include "model/catalog.h"
#include "report/answer.h"

namespace CLI {
class App;
}

namespace planner::cli {

inline constexpr int kSound = 0;
inline constexpr int kFindings = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kInfeasible = 3;
inline constexpr int kUndetermined = 4;
inline constexpr int kInternal = 70;
inline constexpr int kInterrupted = 130;

/// Options that every command that reads catalog or rules takes.
struct WorldOptions {
  std::vector<std::string> catalogs;  ///< overlay folders or files, later ones on top
  std::vector<std::string> prices;
  std::vector<std::string> rules;
  bool machines = false;  ///< also the rules about assembled machines
};

struct OutputOptions {
  std::string format = "text";
  std::string color = "auto";
  std::string output;  ///< file, or empty for standard output
  bool verbose = false;
  bool quiet = false;
};

/// Catalog and rules with all overlays.
struct World {
  std::vector<std::vector<Document>> documents;  ///< what the shipped catalog and rules were read from
  Catalog catalog;
  RuleSet rules;
  RuleSet machine_rules{conform::conform_domain()};  ///< what `conform` and `doctor` judge by
};

void add_world_options(CLI::App& app, WorldOptions& options);
void add_output_options(CLI::App& app, OutputOptions& options, std::vector<std::string> formats);

/// Loads embedded catalog and rules and the overlays. Prints diagnostics on standard error; null when there are errors.
/// It lives until the program ends.
World* load_world(const WorldOptions& options);

/// Style for the place the output goes to: color only on a terminal unless told otherwise, NO_COLOR respected.
TextStyle style_for(const OutputOptions& options);

/// Writes the answer to standard output or whole to the file; false and a message when that fails.
bool deliver(const std::string& text, const OutputOptions& options);

/// ISO date of today (UTC).
std::string today();

// One function a command: registers it and sets `run` when it was chosen.
using Run = std::function<int()>;
void add_check(CLI::App& app, Run& run);
void add_suggest(CLI::App& app, Run& run);
void add_explain(CLI::App& app, Run& run);
void add_rule(CLI::App& app, Run& run);
void add_catalog(CLI::App& app, Run& run);
void add_quote(CLI::App& app, Run& run);
void add_prices(CLI::App& app, Run& run);
void add_probe(CLI::App& app, Run& run);
void add_gather(CLI::App& app, Run& run);
void add_conform(CLI::App& app, Run& run);
void add_doctor(CLI::App& app, Run& run);
void add_export(CLI::App& app, Run& run);

}  // namespace planner::cli
