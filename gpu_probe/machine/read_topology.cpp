// nvidia-smi topo -m, -mp and -p2p.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/reader.h"
#include "gpu_probe/machine/topology_row.h"

namespace planner::machine {
namespace {

struct Matrix {
  std::size_t first_line = 0;
  MatrixHeader header;
  std::vector<MatrixRow> rows;
};

/// True if the legend is that of -p2p, which explains OK.
bool has_peer_legend(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return starts_with(trim(line), "OK ") && contains(line, "= Status");
  });
}

/// All matrices of a kind. A row may be wrapped in prose only before the header and after the last row.
std::vector<Matrix> matrices(const TextDocument& document, MatrixKind kind) {
  std::vector<Matrix> found;
  const auto& lines = document.lines();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto header = matrix_header(lines[i]);
    if (!header) continue;
    Matrix matrix{i, *header, {}};
    std::size_t next = i + 1;
    for (; next < lines.size(); ++next) {
      if (trim(lines[next]).empty() && matrix.rows.empty()) continue;
      auto row = matrix_row(lines[next], matrix.header, kind);
      if (!row) break;
      matrix.rows.push_back(std::move(*row));
    }
    // One cell "X" alone is the same in both kinds; the legend tells them apart.
    const bool tells = std::any_of(matrix.rows.begin(), matrix.rows.end(), [](const MatrixRow& row) {
      return std::any_of(row.cells.begin(), row.cells.end(), [](const Text& cell) { return cell && *cell != "X"; });
    });
    if (matrix.rows.empty() || (!tells && (kind == MatrixKind::peer) != has_peer_legend(document))) continue;
    found.push_back(std::move(matrix));
    i = next - 1;
  }
  return found;
}

/// The command in the lines before the matrix, "nvidia-smi topo -p2p r".
std::string command_before(const TextDocument& document, std::size_t line) {
  for (std::size_t back = 1; back <= 4 && back <= line; ++back) {
    const std::string_view text = document.lines()[line - back];
    if (contains(text, "topo ")) return std::string(trim(text.substr(text.find("topo "))));
  }
  return {};
}

WordMatrix word_matrix(const Matrix& from) {
  WordMatrix to;
  to.columns = from.header.columns;
  for (const MatrixRow& row : from.rows) {
    to.rows.push_back(row.name);
    to.cells.push_back(row.cells);
  }
  return to;
}

Number gpu_number(const std::string& name) {
  return starts_with(name, "GPU") ? whole_at(name.substr(3)) : std::nullopt;
}

void add_endpoint(const MatrixRow& row, const MatrixHeader& header, Machine& machine) {
  TopologyEndpoint endpoint;
  endpoint.name = row.name;
  for (std::size_t i = 0; i < header.tail.size(); ++i) {
    if (header.tail[i] == "cpu") endpoint.cpu_affinity = row.tail[i];
    if (header.tail[i] == "numa") endpoint.numa_affinity = row.tail[i];
    if (header.tail[i] == "gpu_numa") endpoint.gpu_numa_id = row.tail[i];
  }
  if (const auto index = gpu_number(row.name); index && *index < 1024) {
    Gpu& gpu = gpu_of_index(machine, *index);
    gpu.cpu_affinity = endpoint.cpu_affinity;
    // "0-1" names several nodes.
    const auto& numa = endpoint.numa_affinity;
    if (numa && numa->find_first_not_of("0123456789") == std::string::npos) gpu.numa_node = whole_at(*numa);
  }
  machine.topology.endpoints.push_back(std::move(endpoint));
}

/// "NIC0: mlx5_0" of the legend.
void read_legend(const TextDocument& document, Machine& machine) {
  for (const std::string_view raw : document.lines()) {
    const std::string_view line = trim(raw);
    const std::size_t colon = line.find(':');
    if (!starts_with(line, "NIC") || colon == std::string_view::npos || !is_endpoint(line.substr(0, colon))) continue;
    const auto alias = known_text(line.substr(colon + 1));
    if (!alias || alias->find(' ') != std::string::npos) continue;
    for (TopologyEndpoint& endpoint : machine.topology.endpoints) {
      if (endpoint.name == line.substr(0, colon)) endpoint.alias = alias;
    }
    Nic& nic = machine.nics.emplace_back();
    nic.name = std::string(line.substr(0, colon));
    nic.rdma = alias;
  }
}

bool names_nvlink(const WordMatrix& matrix) {
  for (const auto& row : matrix.cells) {
    for (const Text& cell : row) {
      if (cell && starts_with(*cell, "NV")) return true;
    }
  }
  return false;
}

void note_damage(const Matrix& matrix, Source& source) {
  for (const MatrixRow& row : matrix.rows) {
    if (!row.damaged) continue;
    source.complete = false;
    source.warnings.push_back("row " + row.name + " of the matrix is short or shifted");
  }
  const auto& columns = matrix.header.columns;
  const auto gpus =
      std::count_if(columns.begin(), columns.end(), [](const std::string& n) { return starts_with(n, "GPU"); });
  const auto rows = std::count_if(matrix.rows.begin(), matrix.rows.end(),
                                  [](const MatrixRow& r) { return starts_with(r.name, "GPU"); });
  if (rows < gpus) {
    source.complete = false;
    source.warnings.push_back("the matrix has " + std::to_string(rows) + " rows for " + std::to_string(gpus) + " GPUs");
  }
}

}  // namespace

bool is_topology(const TextDocument& document) {
  return !matrices(document, MatrixKind::levels).empty();
}

void read_topology(const TextDocument& document, Machine& machine, Source& source) {
  const auto found = matrices(document, MatrixKind::levels);
  if (found.empty()) return;
  const Matrix& matrix = found.front();
  if (found.size() > 1)
    source.warnings.push_back("holds " + std::to_string(found.size()) + " matrices; the first is taken");
  machine.topology.levels = word_matrix(matrix);
  for (const MatrixRow& row : matrix.rows) add_endpoint(row, matrix.header, machine);
  // Cut-off rows still name their GPUs in the header.
  for (const std::string& name : matrix.header.columns) {
    if (const auto index = gpu_number(name); index && *index < 1024) gpu_of_index(machine, *index);
  }
  const std::string command = command_before(document, matrix.first_line);
  if (starts_with(command, "topo -mp"))
    machine.topology.hides_nvlink = true;
  else if (starts_with(command, "topo -m") || names_nvlink(machine.topology.levels))
    machine.topology.hides_nvlink = false;
  read_legend(document, machine);
  note_damage(matrix, source);
}

bool is_peer_matrix(const TextDocument& document) {
  return !matrices(document, MatrixKind::peer).empty();
}

void read_peer_matrix(const TextDocument& document, Machine& machine, Source& source) {
  for (const Matrix& matrix : matrices(document, MatrixKind::peer)) {
    PeerCapability capability{std::nullopt, word_matrix(matrix)};
    const std::string command = command_before(document, matrix.first_line);
    if (const auto letter = after(command, "-p2p"); letter && !letter->empty()) {
      constexpr std::string_view letters = "rwnap";
      constexpr const char* words[] = {"read", "write", "nvlink", "atomics", "prop"};
      const std::size_t at = letters.find(letter->front());
      if (at != std::string_view::npos) capability.capability = words[at];
    }
    for (const std::string& name : matrix.header.columns) {
      if (const auto index = gpu_number(name); index && *index < 1024) gpu_of_index(machine, *index);
    }
    note_damage(matrix, source);
    machine.topology.peer.push_back(std::move(capability));
  }
}

}  // namespace planner::machine
