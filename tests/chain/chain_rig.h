// Runs the built program through a chain: probe a simulated machine, compare plan, tool outputs and report.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "chain/machine_text.h"

namespace planner::chain {

/// Exit code and standard output of a command; standard error is dropped.
struct Outcome {
  int code = -1;
  std::string text;
};

inline Outcome run(const std::string& arguments) {
  Outcome outcome;
  FILE* pipe = popen((std::string(PLANNER_BINARY) + " " + arguments + " 2>/dev/null").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) outcome.text.append(buffer.data(), n);
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return outcome;
}

/// A folder of the test's own, removed at its end.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "planner-chain-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }

 private:
  std::string path_;
};

/// "GPU 3 (NVIDIA H200)" is "GPU 3".
inline std::string without_model(const std::string& subject) {
  return subject.substr(0, subject.find(" ("));
}

/// What `conform` found: rule and subjects of each finding, and the verdict.
struct Conformed {
  int code = -1;
  nlohmann::json json;

  std::string verdict() const { return json.value("verdict", "none"); }
  /// "LNK-911: GPU 3", in order, each once.
  std::set<std::string> findings() const {
    std::set<std::string> found;
    for (const auto& finding : json["findings"]) {
      if (finding["outcome"] != "failed") continue;
      for (const auto& subject : finding["subjects"])
        found.insert(finding["rule"].get<std::string>() + ": " + without_model(subject.get<std::string>()));
    }
    return found;
  }
  std::set<std::string> rules() const {
    std::set<std::string> found;
    for (const std::string& finding : findings()) found.insert(finding.substr(0, finding.find(':')));
    return found;
  }
  std::string text() const { return json.dump(1); }
};

/// "LNK-911: GPU 3; NVL-952: GPU 4", for messages.
inline std::string joined(const std::set<std::string>& findings) {
  std::string text;
  for (const std::string& finding : findings) text += (text.empty() ? "" : "; ") + finding;
  return text;
}

/// One machine: what its tools print, and the simulated device that measures like it.
struct Machine {
  MachineText text;
  std::string device;  ///< "" if CUDA does not start there
};

/// Probes the simulated device at level standard, then compares everything with the plan.
inline Conformed conform(const Machine& machine, const std::string& plan, const std::string& more = {}) {
  const Folder folder;
  std::string arguments = "conform --format json --plan " + folder.write("plan.yaml", plan) + " " + more +
                          " --machine " + folder.write("lspci.txt", machine.text.lspci()) + " --machine " +
                          folder.write("smi.txt", machine.text.smi_query()) + " --machine " +
                          folder.write("topo.txt", machine.text.topology()) + " --machine " +
                          folder.write("dmi.txt", machine.text.dmidecode()) + " --machine " +
                          folder.write("numactl.txt", machine.text.numactl());
  if (machine.text.nvswitches) arguments += " --machine " + folder.write("nvlink.txt", machine.text.nvlink_status());
  if (!machine.device.empty()) {
    const Outcome probed =
        run("probe --level standard --device \"sim:" + machine.device + "\" -o " + folder.file("probe.json"));
    REQUIRE((probed.code == 0 || probed.code == 1 || probed.code == 4));
    if (std::filesystem::exists(folder.file("probe.json"))) arguments += " --probe " + folder.file("probe.json");
  }
  const Outcome outcome = run(arguments);
  Conformed conformed;
  conformed.code = outcome.code;
  conformed.json = nlohmann::json::parse(outcome.text, nullptr, false);
  REQUIRE_FALSE(conformed.json.is_discarded());
  return conformed;
}

}  // namespace planner::chain
