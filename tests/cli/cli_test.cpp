// The built program from outside: exit codes, messages, files left behind.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace fs = std::filesystem;

namespace {

struct Outcome {
  int code = -1;
  std::string text;  ///< standard output and error together
};

Outcome run(const std::string& arguments) {
  Outcome outcome;
  FILE* pipe = popen((std::string(PLANNER_BINARY) + " " + arguments + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) outcome.text.append(buffer.data(), n);
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return outcome;
}

/// A file of the test's own, removed at its end.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& content)
      : path_(fs::temp_directory_path() / ("planner-test-" + name)) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { fs::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

const char* kSoundBuild =
    "planner_build: 1\nparts:\n  - {part: nvidia-rtx-pro-5000-blackwell, count: 8}\n  - {part: "
    "supermicro-as-4125gs-tnrt}\n"
    "  - {part: epyc-9124, count: 2}\n  - {part: ddr5-4800-rdimm-32, count: 24}\n  - {part: kingston-nv2-1tb}\n"
    "  - {part: nema-l6-30-240, count: 2}\n";

}  // namespace

TEST_CASE("a sound build exits 0, a bad quote 1, a list without GPUs 4") {
  const TemporaryFile sound("sound.yaml", kSoundBuild);
  CHECK(run("check " + sound.path()).code == 0);
  CHECK(run("check " + std::string(PLANNER_SOURCE_DIR) + "/docs/examples/bad-quote.md").code == 1);
  const TemporaryFile none("none.txt", "1x AMD EPYC 7543\n");
  CHECK(run("check " + none.path()).code == 4);
}

TEST_CASE("bad input exits 2 with a located message") {
  CHECK(run("check /nonexistent/file").code == 2);
  CHECK(run("check " + fs::temp_directory_path().string()).code == 2);
  CHECK(run("check").code == 2);
  CHECK(run("nonsense").code == 2);
  const TemporaryFile unknown("unknown.yaml", "planner_build: 1\nparts:\n  - {part: nvidia-geforce-rtx-409}\n");
  const Outcome typo = run("check " + unknown.path());
  CHECK(typo.code == 2);
  CHECK(typo.text.find("unknown.yaml:3:") != std::string::npos);
  CHECK(typo.text.find("did you mean `nvidia-geforce-rtx-4090`?") != std::string::npos);
  const TemporaryFile bomb("bomb.yaml", "planner_build: 1\na: &a [x]\nb: *a\n");
  CHECK(run("check " + bomb.path()).code == 2);
  const TemporaryFile negative("negative.yaml",
                               "planner_build: 1\nparts:\n  - {part: nvidia-geforce-rtx-4090, count: -3}\n");
  CHECK(run("check " + negative.path()).code == 2);
  const TemporaryFile deep("deep.yaml", "planner_build: 1\nparts: " + std::string(20000, '['));
  CHECK(run("check " + deep.path()).code == 2);
}

TEST_CASE("JSON has the keys of the contract") {
  const TemporaryFile sound("json.yaml", kSoundBuild);
  const Outcome outcome = run("check " + sound.path() + " --format json");
  const auto j = nlohmann::json::parse(outcome.text);
  CHECK(j.at("format_version") == "1.0");
  CHECK(j.at("verdict") == "pass");
  CHECK(j.at("lines").size() == 6);
  CHECK(j.at("facts").at("gpus").size() == 8);
  CHECK(j.at("counts").at("blocks") == 0);
}

TEST_CASE("the same input gives the same bytes") {
  const std::string file = std::string(PLANNER_SOURCE_DIR) + "/docs/examples/bad-quote.md";
  CHECK(run("check " + file + " --format json").text == run("check " + file + " --format json").text);
}

TEST_CASE("a failed write leaves the old file and nothing new") {
  const TemporaryFile sound("write.yaml", kSoundBuild);
  CHECK(run("check " + sound.path() + " -o /nonexistent/folder/report").code == 2);
  CHECK_FALSE(fs::exists("/nonexistent/folder/report"));
}

TEST_CASE("color only where asked for") {
  const TemporaryFile sound("color.yaml", kSoundBuild);
  CHECK(run("check " + sound.path()).text.find('\x1b') == std::string::npos);
  CHECK(run("check " + sound.path() + " --color always").text.find('\x1b') != std::string::npos);
}

TEST_CASE("explain knows rules, parts, fields and facts, and says what is near") {
  for (const char* name :
       {"PWR-401", "psu-overcommitted", "nvidia-geforce-rtx-4090", "gpu.length", "power.sustained", "placement"})
    CHECK(run(std::string("explain ") + name).code == 0);
  const Outcome typo = run("explain power.sustaned");
  CHECK(typo.code == 2);
  CHECK(typo.text.find("did you mean `power.sustained`?") != std::string::npos);
}

TEST_CASE("suggest for one GPU is proved, and what it saves passes check") {
  const std::string saved = (fs::temp_directory_path() / "planner-test-saved.yaml").string();
  const Outcome outcome = run("suggest --gpus 1 --budget 9000 --gpu geforce-rtx-5090 --format json --save " + saved);
  CHECK(outcome.code == 0);
  const auto j = nlohmann::json::parse(outcome.text);
  CHECK(j.at("certificate").at("proved") == true);
  CHECK(j.at("builds").at(0).at("price").at("amount") <= 9000);
  CHECK(run("check " + saved).code == 0);
  fs::remove(saved);
}

TEST_CASE("an interrupt or a time limit ends a search with an answer that claims no proof") {
  const Outcome limited = run("suggest --gpus 64 --time-limit 0.1");
  CHECK(limited.code == 4);
  CHECK(limited.text.find("no sound build was found before the search was stopped") != std::string::npos);
  CHECK(limited.text.find("not proved") != std::string::npos);
  CHECK(run("suggest --gpus 2 --time-limit 0").code == 2);
}

TEST_CASE("messages about an input show its line with a caret") {
  const TemporaryFile unknown("caret.yaml", "planner_build: 1\nparts:\n  - {part: nvidia-geforce-rtx-409}\n");
  const Outcome outcome = run("check " + unknown.path());
  CHECK(outcome.text.find("3 |   - {part: nvidia-geforce-rtx-409}") != std::string::npos);
  CHECK(outcome.text.find("^^^^") != std::string::npos);
}

TEST_CASE("percentages have at most one decimal") {
  const Outcome outcome = run("check " + std::string(PLANNER_SOURCE_DIR) + "/docs/examples/bad-quote.md");
  CHECK(outcome.text.find("sustained, 103.6 %, before any peak") != std::string::npos);
}

TEST_CASE("every format of check and suggest is written") {
  const std::string quote = std::string(PLANNER_SOURCE_DIR) + "/docs/examples/bad-quote.md";
  CHECK(run("check " + quote + " --format markdown").text.find("**Verdict: fail**") != std::string::npos);
  CHECK(run("check " + quote + " --format html").text.find("<!doctype html>") == 0);
  CHECK(run("check " + quote + " --format junit").text.find("<testsuites") != std::string::npos);
  const auto sarif = nlohmann::json::parse(run("check " + quote + " --format sarif").text);
  CHECK(sarif.at("runs").at(0).at("results").at(0).at("level") == "error");
  CHECK(run("check " + quote + " --format pdf").code == 2);
  CHECK(run("suggest --gpus 1 --format sarif").code == 2);
}
