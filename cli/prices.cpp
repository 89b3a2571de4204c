// planner prices import FILE: a shop's list into a file for `--prices`.
#include "import/prices.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "quote/quote.h"
#include "source/read.h"

namespace planner::cli {
namespace {

struct PricesCommand {
  std::string file, output;
  std::vector<std::string> rates;
  PriceImportOptions options;
  WorldOptions world;
};

int run_import(PricesCommand& command) {
  for (const std::string& text : command.rates) {
    const auto rate = parse_rate(text);
    if (!rate) {
      std::cerr << "error: `" << printable(text) << "` is no rate\n  = help: write it like EUR=1.08@2026-11-30\n";
      return kBadInput;
    }
    command.options.rates.push_back(*rate);
  }
  if (command.options.as_of.empty()) command.options.as_of = today();
  const auto world = load_world(command.world);
  if (!world) return kBadInput;
  Diagnostics diagnostics;
  const auto bytes = read_input_bytes(command.file, diagnostics);
  const auto import =
      bytes ? import_prices(command.file, *bytes, world->catalog, command.options, diagnostics) : std::nullopt;
  if (!diagnostics.items().empty()) std::cerr << render(diagnostics);
  if (!import || diagnostics.has_errors()) return kBadInput;
  const std::string problem = write_file_atomically(command.output, import->yaml);
  if (!problem.empty()) {
    std::cerr << "error: " << command.output << ": " << problem << "\n";
    return kBadInput;
  }
  std::cout << import_text(*import) << "written to " << printable(command.output) << "\n";
  return import->open.empty() ? kSound : kFindings;
}

/// A date as `--as-of` takes it.
std::string check_date(const std::string& text) {
  const bool date = parse_rate("EUR=1@" + text).has_value();
  return date ? std::string() : "a date like 2026-11-30";
}

}  // namespace

void add_prices(CLI::App& app, Run& run) {
  auto command = std::make_shared<PricesCommand>();
  CLI::App& prices = *app.add_subcommand("prices", "your own prices");
  prices.require_subcommand(1);
  CLI::App& import =
      *prices.add_subcommand("import", "a price list into a file for --prices; lines left open give exit code 1");
  import.add_option("FILE", command->file, "price list: CSV, XLSX, Markdown, HTML, PDF or text; - is standard input")
      ->required();
  import.add_option("-o,--output", command->output, "the price file to write")->default_val("prices.yaml");
  import.add_option("--currency", command->options.currency, "currency of prices that state none, e.g. EUR");
  import.add_option("--as-of", command->options.as_of, "day of the list; today if not given")->check(check_date);
  import.add_option("--source", command->options.source, "whose list it is; the file's name if not given");
  import.add_option("--rate", command->rates, "converts to USD as well, e.g. EUR=1.08@2026-11-30");
  import.add_flag("--used", command->options.used, "prices of used parts");
  add_world_options(import, command->world);
  import.callback([command, &run] { run = [command] { return run_import(*command);
};
}  // namespace planner::cli
);
}

}  // namespace planner::cli
