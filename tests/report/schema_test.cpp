// The JSON of check and suggest keeps what docs/schema promises, and says nothing that is not documented there.
#include <doctest/doctest.h>

#include "check/check.h"
#include "embedded_world.h"
#include "quote/quote.h"
#include "report/answer.h"
#include "report/json_schema.h"
#include "search/suggest.h"

using namespace planner;
using nlohmann::json;

namespace {

const std::string kFolder = std::string(PLANNER_SOURCE_DIR) + "/docs/schema";

json checked(const std::string& name, const std::string& text) {
  EmbeddedWorld& world = embedded_world();
  Diagnostics diagnostics;
  const auto build = read_input(name, text, world.catalog, diagnostics);
  REQUIRE(build);
  const Facts facts(*build);
  CheckOptions options;
  options.catalog = &world.catalog;
  return json::parse(check_json(facts, check(facts, world.rules, options)));
}

json suggested(const Request& request) {
  EmbeddedWorld& world = embedded_world();
  Diagnostics diagnostics;
  return json::parse(suggest_json(suggest(request, world.catalog, world.rules, "2026-12-01", diagnostics), request));
}

std::string all(const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& f : faults) text += f + "\n";
  return text;
}

const char* kMarkdown =
    "| Component | Specification | Qty | Price |\n|---|---|---|---|\n| GPU | NVIDIA GeForce RTX 4090 | 4 | $1,800 |\n"
    "| PSU | ASRock Phantom Gaming PG-1600G 1600W | 1 | $300 |\n| CPU | AMD Ryzen Threadripper 7960X | 1 | $1,400 |\n"
    "| Motherboard | ASUS Pro WS TRX50-SAGE WIFI | 1 | $900 |\n| RAM | Unheard Of 7 | 1 | $10 |\n"
    "| Service | Assembly | 1 | $99 |\n";

const char* kBuildFile =
    "planner_build: 1\nparts:\n  - {part: nvidia-geforce-rtx-4090, count: 2, power_limit: 300 W}\n"
    "  - {part: asus-pro-ws-trx50-sage-wifi}\n  - {part: nema-l6-30-240}\nwaivers:\n  - {rule: MIS-901, reason: "
    "known}\n";

}  // namespace

TEST_CASE("check keeps its schema") {
  JsonSchema schema(kFolder, "check.schema.json");
  CHECK(all(schema.faults(checked("quote.md", kMarkdown))) == "");
  CHECK(all(schema.faults(checked("list.txt", "8x RTX 4090\n2x EPYC 7543\n"))) == "");
  CHECK(all(schema.faults(checked("build.yaml", kBuildFile))) == "");
}

TEST_CASE("suggest keeps its schema, with builds and without") {
  JsonSchema schema(kFolder, "suggest.schema.json");
  Request request;
  request.gpu_patterns = {"rtx 4090", "rtx 3090"};
  request.used = true;
  request.budget = Money::from_base(6000);
  const json found = suggested(request);
  CHECK(!found.at("builds").empty());
  CHECK(all(schema.faults(found)) == "");
  request.budget = Money::from_base(100);
  const json refused = suggested(request);
  CHECK(refused.at("builds").empty());
  CHECK(!refused.at("relaxations").empty());
  CHECK(all(schema.faults(refused)) == "");
}

TEST_CASE("the schemas notice undocumented, missing and wrong values") {
  JsonSchema schema(kFolder, "check.schema.json");
  const json good = checked("list.txt", "1x RTX 4090\n");
  json extra = good;
  extra["findings"][0]["surprise"] = 1;
  CHECK(all(schema.faults(extra)) == "/findings/0/surprise: is not documented\n");
  json missing = good;
  missing["facts"]["power"].erase("wall");
  CHECK(all(schema.faults(missing)) == "/facts/power: lacks \"wall\"\n");
  json wrong = good;
  wrong["verdict"] = "fine";
  CHECK(schema.faults(wrong).size() == 1);
  wrong["verdict"] = good["verdict"];
  wrong["counts"]["blocks"] = -1;
  CHECK(all(schema.faults(wrong)) == "/counts/blocks: is below 0\n");
}
