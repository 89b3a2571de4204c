// What other tools measured or diagnosed on the machine.
#pragma once

#include <vector>

#include "gpu_probe/machine/value.h"

namespace planner::machine {

/// One test of nvbandwidth or p2pBandwidthLatencyTest.
struct Measurement {
  std::string tool;   ///< "nvbandwidth", "p2pBandwidthLatencyTest"
  std::string test;   ///< "device_to_device_memcpy_read_ce"; "unidirectional-bandwidth", "bidirectional-bandwidth",
                      ///< "gpu-latency", "cpu-latency"
  Text status;        ///< "passed", "waived", "failed", "error", "incomplete"
  Text unit;          ///< "GB/s", "us", "ns"
  Flag peer_to_peer;  ///< p2pBandwidthLatencyTest: the matrix with P2P switched on; says nothing about whether P2P
                      ///< worked
  std::vector<std::string> rows, columns;
  std::vector<std::vector<Real>> cells;  ///< empty: N/A or elided; the first cell of a table may be cold
  Real sum;
  Text message;  ///< why it was waived or failed
};

/// Peer access between two GPUs as p2pBandwidthLatencyTest states it.
struct PeerAccess {
  std::int64_t from = 0, to = 0;
  Flag can_access;
};

/// One result of dcgmi diag, of one GPU or of the machine.
struct DiagResult {
  std::string tool;    ///< "dcgmi"
  Text category;       ///< "Deployment", "Hardware", "Integration", "Stress"
  std::string test;    ///< as printed: "Denylist" and "Blacklist" are one test in two ages
  Number gpu;          ///< nothing: all, or not stated
  std::string status;  ///< "pass", "fail", "warn", "skip", "unknown"; skip is not pass
  std::vector<std::string> messages;
};

}  // namespace planner::machine
