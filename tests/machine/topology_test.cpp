// Matrices as they are pasted: glued, cut, commented, of both kinds.
#include <doctest/doctest.h>

#include "read_text.h"

namespace planner::machine {

TEST_CASE("tabs, colors, empty cells, a doubled tab before the last column") {
  const Machine machine = read_text(
      "\t\x1b[4mGPU0\tGPU1\tmlx5_0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\x1b[0m\n"
      "GPU0\t X \tNV18\tNODE\t0-31\t0-1\t\tN/A\nGPU1\tNV18\t X \tSYS\t32-63\t1\t\tN/A\nmlx5_0\tNODE\tSYS\t X \t\t\t\n");
  REQUIRE(machine.topology.levels.rows.size() == 3);
  CHECK(machine.topology.levels.cells[0][1] == "NV18");
  CHECK(machine.topology.levels.cells[2][1] == "SYS");
  CHECK(machine.topology.endpoints[0].cpu_affinity == "0-31");
  CHECK(machine.topology.endpoints[0].numa_affinity == "0-1");
  CHECK_FALSE(machine.topology.endpoints[0].gpu_numa_id);
  // Two nodes are not one.
  CHECK_FALSE(machine.gpus[0].numa_node);
  CHECK(machine.gpus[1].numa_node == 1);
}

TEST_CASE("glued headers and cells, a comment sign, only NUMA affinity") {
  const Machine machine = read_text(
      "#      GPU0GPU1    GPU2  NUMA Affinity\n# GPU0  X PXBNODE  0\n# GPU1 PXB  X  SYS 0\n# GPU2 NODESYS X 8\n");
  const WordMatrix& levels = machine.topology.levels;
  REQUIRE(levels.columns.size() == 3);
  CHECK(levels.cells[0][1] == "PXB");
  CHECK(levels.cells[0][2] == "NODE");
  CHECK(levels.cells[2][0] == "NODE");
  CHECK(machine.topology.endpoints[2].numa_affinity == "8");
  CHECK_FALSE(machine.topology.endpoints[2].cpu_affinity);
}

TEST_CASE("a cut last row and a shifted row are not guessed") {
  const Machine cut = read_text("     GPU0 GPU1 GPU2\nGPU0 X PIX SYS\nGPU1 PIX X SYS\nGPU2 SYS\n");
  CHECK(cut.sources[0].complete == false);
  CHECK(cut.topology.levels.cells[2][0] == "SYS");
  CHECK_FALSE(cut.topology.levels.cells[2][2]);
  const Machine shifted = read_text("     GPU0 GPU1 GPU2\nGPU0 X PIX SYS\nGPU1 X SYS\nGPU2 SYS SYS X\n");
  CHECK_FALSE(shifted.topology.levels.cells[1][0]);
  CHECK_FALSE(shifted.topology.levels.cells[1][1]);
  CHECK(shifted.sources[0].complete == false);
  CHECK(shifted.gpus.size() == 3);
}

TEST_CASE("peer matrices are another thing") {
  const Machine machine = read_text("$ nvidia-smi topo -p2p w\n \tGPU0\tGPU1\t\n GPU0\tX\tCNS\t\n GPU1\tCNS\tX\t\n");
  CHECK(machine.topology.levels.rows.empty());
  REQUIRE(machine.topology.peer.size() == 1);
  CHECK(machine.topology.peer[0].capability == "write");
  CHECK(machine.topology.peer[0].matrix.cells[0][1] == "CNS");
  // With one GPU both look the same but for the legend.
  const Machine one = read_text(" \tGPU0\t\n GPU0\tX\t\n\nLegend:\n\n  X    = Self\n  OK   = Status Ok\n");
  CHECK(one.topology.levels.rows.empty());
  CHECK(one.topology.peer.size() == 1);
}

TEST_CASE("-mp hides NVLink; SOC is kept as printed") {
  const Machine hidden = read_text("$ nvidia-smi topo -mp\n     GPU0 GPU1\nGPU0 X SYS\nGPU1 SYS X\n");
  CHECK(hidden.topology.hides_nvlink == true);
  const Machine old = read_text("     GPU0 GPU1  CPU Affinity\nGPU0 X SOC  0-11\nGPU1 SOC X  0-11\n");
  CHECK(old.topology.levels.cells[0][1] == "SOC");
  CHECK_FALSE(old.topology.hides_nvlink);
}

}  // namespace planner::machine
