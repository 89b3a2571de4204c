// p2pBandwidthLatencyTest of the CUDA samples.
#include <algorithm>

#include "gpu_probe/machine/document.h"
#include "gpu_probe/machine/figure.h"
#include "gpu_probe/machine/measurement_table.h"
#include "gpu_probe/machine/reader.h"

namespace planner::machine {
namespace {

/// "Device: 0, NVIDIA RTX 6000 Ada Generation, pciBusID: c1, pciDeviceID: 0, pciDomainID:0", numbers in hexadecimal.
void read_device(std::string_view line, Machine& machine) {
  const auto bus = after(line, "pciBusID:", ","), device = after(line, "pciDeviceID:", ","),
             domain = after(line, "pciDomainID:");
  if (!bus || !device) return;
  const auto b = hex_of(*bus), d = hex_of(*device), n = domain ? hex_of(*domain) : Number(0);
  if (!b || *b > 255 || !d || *d > 31 || !n || *n > 0xFFFFFFFF) return;
  const PciAddress address{static_cast<std::uint32_t>(*n), static_cast<std::uint8_t>(*b), static_cast<std::uint8_t>(*d),
                           0};
  const auto name = after(line, ",", ", pciBusID");
  gpu_at(machine, address).name = name ? known_text(*name) : std::nullopt;
}

/// "Device=0 CAN Access Peer Device=1", "Device=0 CANNOT Access Peer Device=1"
void read_access(std::string_view line, Machine& machine) {
  const auto from = after(line, "Device=");
  const auto to = after(line, "Peer Device=");
  if (!from || !to) return;
  const std::int64_t a = whole_at(*from).value_or(-1), b = whole_at(*to).value_or(-1);
  if (a >= 0 && b >= 0) machine.peer_access.push_back({a, b, !contains(line, "CANNOT")});
}

/// simpleP2P: "> Peer access from NVIDIA GeForce RTX 4090 (GPU0) -> NVIDIA GeForce RTX 4090 (GPU1) : No"
void read_simple_access(std::string_view line, Machine& machine) {
  if (!contains(line, "Peer access from ")) return;
  const auto from = after(line, "(GPU"), to = after(line, "-> ");
  const auto target = to ? after(*to, "(GPU") : std::nullopt;
  const auto answer = target ? after(*target, ":") : std::nullopt;
  if (!from || !answer) return;
  const auto a = whole_at(*from), b = whole_at(*target);
  const bool yes = starts_with(*answer, "Yes");
  if (a && b && *a >= 0 && *b >= 0 && *a < 1024 && *b < 1024 && (yes || starts_with(*answer, "No")))
    machine.peer_access.push_back({*a, *b, yes});
}

/// The title of a table as a measurement without figures; nothing for other lines.
std::optional<Measurement> title(std::string_view line) {
  if (!contains(line, "Matrix") || !contains(line, "P2P=")) return std::nullopt;
  Measurement made;
  made.tool = "p2pBandwidthLatencyTest";
  made.peer_to_peer = contains(line, "P2P=Enabled");
  made.unit = contains(line, "(us)") ? "us" : "GB/s";
  if (contains(line, "Latency"))
    made.test = "gpu-latency";
  else
    made.test = contains(line, "Bidirectional") ? "bidirectional-bandwidth" : "unidirectional-bandwidth";
  return made;
}

class PeerTestReader {
 public:
  explicit PeerTestReader(Machine& machine) : machine_(machine) {}

  void line(std::string_view raw) {
    const std::string_view line = trim(raw);
    if (starts_with(line, "Device:")) read_device(line, machine_);
    if (contains(line, "Access Peer Device=")) read_access(line, machine_);
    read_simple_access(line, machine_);
    if (auto made = title(line)) {
      finish();
      current_ = std::move(made);
    } else if (current_ && starts_with(line, "CPU ") && current_->test == "gpu-latency") {
      // The second table of a latency title.
      Measurement made = *current_;
      made.test = "cpu-latency";
      made.rows.clear();
      made.columns.clear();
      made.cells.clear();
      finish();
      current_ = std::move(made);
      table_.line(line, *current_);
    } else if (current_) {
      table_.line(line, *current_);
    }
  }

  void finish() {
    if (current_) {
      const bool whole = !current_->rows.empty() && current_->rows.size() == current_->columns.size();
      current_->status = whole ? "passed" : "incomplete";
      machine_.measurements.push_back(std::move(*current_));
    }
    current_.reset();
    table_ = MeasurementTable{};
  }

 private:
  Machine& machine_;
  std::optional<Measurement> current_;
  MeasurementTable table_;
};

}  // namespace

bool is_p2p_test(const TextDocument& document) {
  const auto& lines = document.lines();
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return contains(line, "GPU Bandwidth Latency Test") || contains(line, "Access Peer Device=") ||
           contains(line, "> Peer access from ") || title(line);
  });
}

void read_p2p_test(const TextDocument& document, Machine& machine, Source&) {
  PeerTestReader reader(machine);
  for (const std::string_view line : document.lines()) reader.line(line);
  reader.finish();
}

}  // namespace planner::machine
