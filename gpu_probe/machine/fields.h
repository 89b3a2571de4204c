// Fields of every struct of a snapshot.
#pragma once

#include "gpu_probe/machine/gpu_fields.h"
#include "gpu_probe/machine/host_fields.h"
#include "gpu_probe/machine/machine.h"

namespace planner::machine {

constexpr auto fields(Of<KernelEvent>) {
  return std::tuple{Field{"kind", &KernelEvent::kind},
                    Field{"uptime_s", &KernelEvent::uptime_s},
                    Field{"time", &KernelEvent::time},
                    Field{"device", &KernelEvent::device},
                    Field{"code", &KernelEvent::code},
                    Field{"severity", &KernelEvent::severity},
                    Field{"detail", &KernelEvent::detail},
                    Field{"resource", &KernelEvent::resource},
                    Field{"bar", &KernelEvent::bar},
                    Field{"size_bytes", &KernelEvent::size_bytes},
                    Field{"harmless", &KernelEvent::harmless},
                    Field{"width", &KernelEvent::width},
                    Field{"speed_gts", &KernelEvent::speed_gts},
                    Field{"gbs", &KernelEvent::gbs},
                    Field{"limiter", &KernelEvent::limiter},
                    Field{"process", &KernelEvent::process},
                    Field{"repeats", &KernelEvent::repeats},
                    Field{"line", &KernelEvent::line}};
}

constexpr auto fields(Of<Measurement>) {
  return std::tuple{Field{"tool", &Measurement::tool},
                    Field{"test", &Measurement::test},
                    Field{"status", &Measurement::status},
                    Field{"unit", &Measurement::unit},
                    Field{"peer_to_peer", &Measurement::peer_to_peer},
                    Field{"rows", &Measurement::rows},
                    Field{"columns", &Measurement::columns},
                    Field{"cells", &Measurement::cells},
                    Field{"sum", &Measurement::sum},
                    Field{"message", &Measurement::message}};
}

constexpr auto fields(Of<PeerAccess>) {
  return std::tuple{Field{"from", &PeerAccess::from}, Field{"to", &PeerAccess::to},
                    Field{"can_access", &PeerAccess::can_access}};
}

constexpr auto fields(Of<DiagResult>) {
  return std::tuple{Field{"tool", &DiagResult::tool},     Field{"category", &DiagResult::category},
                    Field{"test", &DiagResult::test},     Field{"gpu", &DiagResult::gpu},
                    Field{"status", &DiagResult::status}, Field{"messages", &DiagResult::messages}};
}

constexpr auto fields(Of<Source>) {
  return std::tuple{Field{"name", &Source::name}, Field{"format", &Source::format},
                    Field{"complete", &Source::complete}, Field{"warnings", &Source::warnings}};
}

constexpr auto fields(Of<StatedValue>) {
  return std::tuple{Field{"value", &StatedValue::value}, Field{"source", &StatedValue::source}};
}

constexpr auto fields(Of<Contradiction>) {
  return std::tuple{Field{"what", &Contradiction::what}, Field{"values", &Contradiction::values}};
}

constexpr auto fields(Of<Unknown>) {
  return std::tuple{Field{"section", &Unknown::section}, Field{"reason", &Unknown::reason}};
}

constexpr auto fields(Of<Machine>) {
  return std::tuple{Field{"sources", &Machine::sources},
                    Field{"contradictions", &Machine::contradictions},
                    Field{"unknown", &Machine::unknown},
                    Field{"host", &Machine::host},
                    Field{"cpus", &Machine::cpus},
                    Field{"numa_nodes", &Machine::numa_nodes},
                    Field{"dimms", &Machine::dimms},
                    Field{"slots", &Machine::slots},
                    Field{"pci", &Machine::pci},
                    Field{"nics", &Machine::nics},
                    Field{"drives", &Machine::drives},
                    Field{"nvswitches", &Machine::nvswitches},
                    Field{"gpus", &Machine::gpus},
                    Field{"gpus_attached", &Machine::gpus_attached},
                    Field{"topology", &Machine::topology},
                    Field{"software", &Machine::software},
                    Field{"kernel_log_read", &Machine::kernel_log_read},
                    Field{"kernel_log", &Machine::kernel_log},
                    Field{"sensors", &Machine::sensors},
                    Field{"bmc_log", &Machine::bmc_log},
                    Field{"measurements", &Machine::measurements},
                    Field{"peer_access", &Machine::peer_access},
                    Field{"diagnostics", &Machine::diagnostics}};
}

}  // namespace planner::machine
