// Where answers go: terminal or file, with or without color.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "cli/command.h"
#include "source/read.h"

namespace planner::cli {

void add_output_options(CLI::App& app, OutputOptions& options, std::vector<std::string> formats) {
  app.add_option("--format", options.format, "output format")
      ->check(CLI::IsMember(std::move(formats)))
      ->capture_default_str();
  app.add_option("--color", options.color, "color in text output")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  app.add_option("-o,--output", options.output, "write the answer to this file, whole or not at all");
  app.add_flag("-v,--verbose", options.verbose, "all evidence, sources and reasons");
  app.add_flag("-q,--quiet", options.quiet, "only the verdict");
}

TextStyle style_for(const OutputOptions& options) {
  TextStyle style;
  const char* no_color = std::getenv("NO_COLOR");
  const bool terminal = options.output.empty() && isatty(STDOUT_FILENO) != 0;
  style.color =
      options.color == "always" || (options.color == "auto" && terminal && (no_color == nullptr || *no_color == '\0'));
  if (const char* columns = std::getenv("COLUMNS")) {
    const long width = std::strtol(columns, nullptr, 10);
    if (width >= 40 && width <= 400) style.width = static_cast<std::size_t>(width);
  }
  return style;
}

bool deliver(const std::string& text, const OutputOptions& options) {
  if (options.output.empty()) {
    std::cout << text << std::flush;
    if (!std::cout) std::cerr << "error: cannot write to standard output\n";
    return static_cast<bool>(std::cout);
  }
  const std::string problem = write_file_atomically(options.output, text);
  if (!problem.empty()) std::cerr << "error: " << options.output << ": " << problem << "\n";
  return problem.empty();
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[11];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

}  // namespace planner::cli
