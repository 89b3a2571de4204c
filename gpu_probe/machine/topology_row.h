// Lines of the matrices that `nvidia-smi topo -m` and `topo -p2p` print.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/machine/value.h"

namespace planner::machine {

/// Which words a matrix holds: both kinds look alike otherwise.
enum class MatrixKind { levels, peer };

struct MatrixHeader {
  std::vector<std::string> columns;  ///< "GPU0", "NIC1", "mlx5_0"
  std::vector<std::string> tail;     ///< "cpu", "numa", "gpu_numa", as the header has them
};

struct MatrixRow {
  std::string name;
  std::vector<Text> cells;  ///< as many as columns
  std::vector<Text> tail;   ///< as many as tail headers
  bool damaged = false;     ///< cells were missing or stood elsewhere
};

/// True for words such as GPU0, NIC12, mlx5_0.
bool is_endpoint(std::string_view word);
/// The header of a matrix, if the line is one; a comment sign, colors and glued names ("GPU0GPU1") are taken.
std::optional<MatrixHeader> matrix_header(std::string_view line);
/// A row under `header`, if the line is one of this kind.
std::optional<MatrixRow> matrix_row(std::string_view line, const MatrixHeader& header, MatrixKind kind);

}  // namespace planner::machine
