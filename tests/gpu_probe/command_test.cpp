// The command as a whole: exit codes, formats, files, interruption, replay.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "gpu_probe/probe_command.h"
#include "gpu_probe/replay_device.h"
#include "simulation.h"

using namespace planner::probe;

namespace {

struct Run {
  int code;
  std::string out, err;
};

Run probe(ProbeOptions options) {
  std::ostringstream out, err;
  const int code = run_probe(options, out, err);
  return {code, out.str(), err.str()};
}

Run probe(const std::string& device, Format format = Format::text) {
  ProbeOptions options;
  options.device = device;
  options.format = format;
  return probe(options);
}

}  // namespace

TEST_CASE("exit codes") {
  CHECK(probe("sim:1x h200").code == 0);
  CHECK(probe("sim:1x h200 gpu0:compute:0.3").code == 1);
  CHECK(probe("sim:1x h200 gpu0:mig").code == 4);
  CHECK(probe("sim:1x nonsense").code == 2);
  CHECK(probe("nonsense").code == 2);
  CHECK(probe("replay:/nonexistent/probe.json").code == 2);
}

TEST_CASE("bad selections name what there is") {
  ProbeOptions options;
  options.device = "sim:2x h200";
  options.only = {"memory_reed"};
  const Run unknown = probe(options);
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("memory_read") != std::string::npos);
  options.only.clear();
  options.gpus = {2};
  CHECK(probe(options).code == 2);
}

TEST_CASE("a selection measures nothing else") {
  ProbeOptions options;
  options.device = "sim:4x h200";
  options.format = Format::json;
  options.only = {"memory_read"};
  options.gpus = {1, 3};
  const auto json = nlohmann::json::parse(probe(options).out);
  REQUIRE(json["results"].size() == 2);
  CHECK(json["results"][0]["gpu"] == 1);
  CHECK(json["results"][1]["gpu"] == 3);
}

TEST_CASE("JSON holds raw samples, numbers or null, and its format version") {
  const auto json = nlohmann::json::parse(probe("sim:2x rtx-4090", Format::json).out);
  CHECK(json["format_version"] == "1.0");
  CHECK(json["verdict"] == "pass");
  for (const auto& result : json["results"]) {
    CHECK((result["value"].is_number() || result["value"].is_null()));
    CHECK(result["samples"].is_array());
    CHECK(result["n"] == result["samples"].size());
  }
}

TEST_CASE("Prometheus text: every line is a comment or one sample, no series twice") {
  const Run run = probe("sim:2x h200 nvswitch", Format::prometheus);
  const std::regex line(R"(^(# (HELP|TYPE) planner_probe_\w+ .+|planner_probe_\w+\{(\w+="[^"]*",?)*\} [-+0-9.e]+)$)");
  std::istringstream text(run.out);
  std::set<std::string> series;
  for (std::string l; std::getline(text, l);) {
    CAPTURE(l);
    CHECK(std::regex_match(l, line));
    if (l.front() != '#') CHECK(series.insert(l.substr(0, l.rfind(' '))).second);
  }
  CHECK(series.size() > 50);
}

TEST_CASE("the report file is written beside the table") {
  const auto path = std::filesystem::temp_directory_path() / "planner-probe-test.json";
  ProbeOptions options;
  options.device = "sim:1x t4";
  options.output = path.string();
  CHECK(probe(options).code == 0);
  std::ifstream in(path);
  CHECK(nlohmann::json::parse(in)["inventory"]["gpus"][0]["name"] == "Tesla T4");
  std::filesystem::remove(path);
}

TEST_CASE("an interrupted run leaves a valid partial report") {
  std::string problem;
  const auto device = make_sim_device(*parse_sim_spec("2x h200", problem));
  std::ostringstream nowhere;
  Progress progress(nowhere, Progress::Style::none, 0);
  const std::atomic<bool> stop{true};
  const Report report = run(*device, {}, progress, stop);
  CHECK(report.interrupted);
  CHECK(report.outcome == Outcome::incomplete);
  CHECK(exit_code_of(report) == 130);
  std::ostringstream json;
  write_json(report, json);
  CHECK(nlohmann::json::parse(json.str())["interrupted"] == true);
}

TEST_CASE("a report can be replayed and gives the same verdicts") {
  for (const char* spec :
       {"4x a100 nvswitch", "2x rtx-4090 gpu1:x8", "1x h200 gpu0:compute:0.3", "2x l40s gpu0:replays:500"}) {
    CAPTURE(spec);
    const Report original = simulate(spec, Level::quick);
    std::ostringstream json;
    write_json(original, json);
    std::string problem;
    const auto device = make_replay_device(json.str(), problem);
    REQUIRE(device != nullptr);
    RunInput input;
    input.references = {reference_of(*parse_sim_spec(spec, problem)->model)};
    std::ostringstream nowhere;
    Progress progress(nowhere, Progress::Style::none, 0);
    const std::atomic<bool> stop{false};
    const Report again = run(*device, input, progress, stop);
    CHECK(again.outcome == original.outcome);
    REQUIRE(again.results.size() == original.results.size());
    for (std::size_t i = 0; i < again.results.size(); ++i) {
      CHECK(again.results[i].judgement.verdict == original.results[i].judgement.verdict);
    }
  }
}

TEST_CASE("damaged recordings are refused, not obeyed") {
  std::string problem;
  for (const char* text :
       {"", "{", "[]", "{}", "{\"format_version\":\"2.0\"}", "{\"format_version\":\"1.0\"}", "{\"format_version\":1}",
        "{\"format_version\":\"1.0\",\"inventory\":{\"gpus\":[{}],\"pairs\":[]},\"results\":[]}"}) {
    CAPTURE(text);
    CHECK(make_replay_device(text, problem) == nullptr);
    CHECK_FALSE(problem.empty());
  }
}

TEST_CASE("recorded H200 runs still pass") {
  int replayed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PLANNER_SOURCE_DIR "/tests/gpu_probe/fixtures")) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().filename().string());
    ProbeOptions options;
    options.device = "replay:" + entry.path().string();
    options.level =
        entry.path().filename().string().find("standard") != std::string::npos ? Level::standard : Level::quick;
    options.references = {reference_of(*find_sim_model("h200"))};
    const Run run = probe(options);
    CAPTURE(run.out);
    CHECK(run.code == 0);
    ++replayed;
  }
  CHECK(replayed > 0);
}
