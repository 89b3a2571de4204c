// The machine code of the kernels holds the instruction that each measurement is about.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <string>

#include "gpu_probe/probe_command.h"

using namespace planner::probe;

namespace {

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), n);
  pclose(pipe);
  return text;
}

}  // namespace

TEST_CASE("SASS holds the expected instructions") {
  if (!has_cuda_measurements() || output_of("cuobjdump --version 2>/dev/null").empty()) {
    MESSAGE("waived: needs a build with CUDA and cuobjdump");
    return;
  }
  struct Wanted {
    const char* architecture;
    const char* instructions[5];
  };
  for (const Wanted& wanted :
       {Wanted{"sm_90a", {"HGMMA", "QGMMA", "IGMMA"}}, Wanted{"sm_90", {"FFMA", "DFMA", "DMMA"}},
        Wanted{"sm_80", {"HMMA", "IMMA", "DMMA", "FFMA", "DFMA"}}, Wanted{"sm_75", {"HMMA", "IMMA", "FFMA"}},
        Wanted{"sm_89", {"HMMA", "IMMA", "QMMA", "FFMA"}}, Wanted{"sm_120", {"HMMA", "IMMA", "QMMA", "FFMA"}}}) {
    const std::string sass = output_of(std::string("cuobjdump --dump-sass -arch ") + wanted.architecture +
                                       " '" PLANNER_BINARY "' 2>/dev/null");
    if (sass.empty()) {
      MESSAGE("waived: this build holds no code for " << wanted.architecture);
      continue;
    }
    for (const char* instruction : wanted.instructions) {
      if (instruction == nullptr) continue;
      CAPTURE(wanted.architecture);
      CAPTURE(instruction);
      CHECK(sass.find(std::string(" ") + instruction) != std::string::npos);
    }
  }
}
