// From catalog parts to references.
#include "gpu_probe/catalog_reference.h"

namespace planner::probe {
namespace {

template <typename Quantity>
std::optional<double> in_base(const Known<Quantity>& figure) {
  if (!figure) return std::nullopt;
  return figure->to_double();
}

template <typename Quantity>
std::optional<double> in_base(const Known<Quantity>& figure, double unit) {
  const auto value = in_base(figure);
  if (!value) return std::nullopt;
  return *value / unit;
}

std::optional<int> number(const Known<std::int64_t>& figure) {
  if (!figure) return std::nullopt;
  return static_cast<int>(*figure);
}

GpuReference reference_from(const Gpu& gpu) {
  GpuReference reference;
  reference.id = gpu.info.id;
  reference.name = gpu.info.name;
  reference.aliases = gpu.info.aliases;
  reference.pci_ids = gpu.pci_ids;
  reference.architecture = gpu.architecture.value_or("");
  reference.memory_type = gpu.vram_type.value_or("");
  reference.memory_gb_per_s = in_base(gpu.memory_bandwidth);
  reference.fp32 = in_base(gpu.fp32);
  reference.fp64 = in_base(gpu.fp64);
  reference.tf32 = in_base(gpu.tf32);
  reference.fp16 = in_base(gpu.fp16);
  reference.bf16 = in_base(gpu.bf16);
  reference.fp8 = in_base(gpu.fp8);
  reference.int8 = in_base(gpu.int8);
  reference.board_power_w = in_base(gpu.board_power);
  reference.boost_mhz = in_base(gpu.boost_clock, 1e6);
  reference.nvlink_gb_per_s = in_base(gpu.nvlink_bandwidth);
  reference.nvlink_links = number(gpu.nvlink_links);
  reference.nvlink_switched = gpu.nvlink && *gpu.nvlink == NvlinkKind::switched;
  reference.sm_count = number(gpu.sm_count);
  reference.pcie_gen = number(gpu.pcie_gen);
  if (gpu.pcie_lanes) reference.pcie_width = static_cast<int>(gpu.pcie_lanes->smallest());
  return reference;
}

}  // namespace

std::vector<GpuReference> references_from(const Catalog& catalog) {
  std::vector<GpuReference> references;
  for (const Part* part : catalog.of_kind(PartKind::gpu)) references.push_back(reference_from(std::get<Gpu>(*part)));
  return references;
}

}  // namespace planner::probe
