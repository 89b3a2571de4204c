// planner gather as a command.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

struct Answer {
  int code = -1;
  std::string text;
};

Answer run(const std::string& arguments) {
  Answer answer;
  FILE* pipe = popen((std::string(PLANNER_BINARY) + " gather " + arguments + " 2>&1").c_str(), "r");
  REQUIRE(pipe);
  char buffer[4096];
  while (const std::size_t n = fread(buffer, 1, sizeof buffer, pipe)) answer.text.append(buffer, n);
  const int status = pclose(pipe);
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return answer;
}

}  // namespace

TEST_CASE("gather reads files, writes a snapshot, and reads its own snapshot") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("gather_command_" + std::to_string(getpid()));
  fs::create_directories(folder);
  const std::string list = (folder / "list.txt").string(), snapshot = (folder / "machine.json").string();
  std::ofstream(list) << "GPU 0: NVIDIA H200 (UUID: GPU-01234567-89ab-cdef-0123-456789abcdef)\n";
  const Answer text = run("--from " + list + " -o " + snapshot);
  CHECK(text.code == 0);
  CHECK(text.text.find("NVIDIA H200") != std::string::npos);
  CHECK(text.text.find("no `nvidia-smi topo -m` was read") != std::string::npos);
  std::ostringstream json;
  json << std::ifstream(snapshot).rdbuf();
  CHECK(json.str().find("\"format_version\": 1") != std::string::npos);
  CHECK(json.str().find("01234567") == std::string::npos);
  const Answer again = run("--format json --from " + snapshot);
  CHECK(again.code == 0);
  CHECK(again.text.find("\"NVIDIA H200\"") != std::string::npos);
  CHECK(run("--identifiers --format json --from " + list).text.find("GPU-01234567") != std::string::npos);
  std::ofstream(folder / "prose.txt") << "nothing\n";
  CHECK(run("--from " + (folder / "prose.txt").string()).code == 2);
  const Answer missing = run("--from " + (folder / "missing").string());
  CHECK(missing.code == 2);
  CHECK(missing.text.find("no such file") != std::string::npos);
  CHECK(run("--sysroot " + folder.string()).code == 0);
  fs::remove_all(folder);
}
