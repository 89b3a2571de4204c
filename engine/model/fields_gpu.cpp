// The field table of GPUs.
#include "model/field_access.h"

namespace planner::field_access {

std::span<const Field> gpu_fields() {
  // clang-format off
  static const std::array kFields = {
      field<&Gpu::architecture>("architecture", "Microarchitecture, e.g. Ada Lovelace."),
      field<&Gpu::compute_capability>("compute_capability", "CUDA compute capability, e.g. 8.9."),
      field<&Gpu::form_factor>("form_factor", "Mechanical form: PCIe card, SXM or OAM module, or soldered to a board."),
      field<&Gpu::vram>("vram", "Memory capacity in GB as marketed."),
      field<&Gpu::vram_type>("vram_type", "Memory technology, e.g. GDDR6X or HBM3."),
      field<&Gpu::vram_bus_width>("vram_bus_width", "Width of the memory bus in bits."),
      field<&Gpu::ecc>("ecc", "ECC of the memory: none, optional (can be switched) or always on."),
      field<&Gpu::memory_bandwidth>("memory_bandwidth", "Peak memory bandwidth in GB/s."),
      field<&Gpu::board_power>("board_power", "Default power limit of the whole card (TGP) in W, sustained."),
      field<&Gpu::power_limit_min>("power_limit_min", "Lowest power limit that the driver accepts, in W."),
      field<&Gpu::power_limit_max>("power_limit_max", "Highest power limit that the driver accepts, in W."),
      field<&Gpu::excursion>("excursion", "Measured peak of a few milliseconds over board power, as a ratio."),
      field<&Gpu::pcie_gen>("pcie_gen", "Highest PCIe generation of the card's link."),
      field<&Gpu::pcie_lanes>("pcie_lanes", "Electrical link width of the card in PCIe lanes."),
      field<&Gpu::length>("length", "Length from the bracket to the far end in mm."),
      field<&Gpu::height>("height", "Height from the slot to the top edge in mm, without room for the power cable's bend."),
      field<&Gpu::slot_width>("slot_width", "Thickness in expansion slot pitches of 20.32 mm."),
      field<&Gpu::cooling>("cooling", "How it is cooled: open-air fans, blower, passive (chassis airflow), hybrid or liquid."),
      field<&Gpu::fp64>("fp64", "Dense FP64 rate in TFLOPS, the faster of vector and tensor units."),
      field<&Gpu::fp32>("fp32", "Dense FP32 rate of the vector units in TFLOPS."),
      field<&Gpu::tf32>("tf32", "Dense TF32 tensor rate in TFLOPS."),
      field<&Gpu::fp16>("fp16", "Dense FP16 tensor rate with FP32 accumulation in TFLOPS."),
      field<&Gpu::bf16>("bf16", "Dense BF16 tensor rate in TFLOPS."),
      field<&Gpu::fp8>("fp8", "Dense FP8 tensor rate in TFLOPS."),
      field<&Gpu::fp4>("fp4", "Dense FP4 tensor rate in TFLOPS."),
      field<&Gpu::int8>("int8", "Dense INT8 tensor rate in TOPS."),
      field<&Gpu::nvlink>("nvlink", "NVLink: none, by a bridge between two cards, or through switches."),
      field<&Gpu::nvlink_links>("nvlink_links", "Number of NVLink links of the GPU."),
      field<&Gpu::nvlink_bandwidth>("nvlink_bandwidth", "NVLink bandwidth of the GPU in GB/s, one direction, all links together."),
      field<&Gpu::p2p>("p2p", "Peer-to-peer transfers over PCIe with the stock driver."),
      field<&Gpu::bar1>("bar1", "Size of BAR1 in GB with resizable BAR on, which the firmware has to map."),
      field<&Gpu::mig>("mig", "Can be partitioned into MIG instances."),
      field<&Gpu::vgpu>("vgpu", "Supported by NVIDIA vGPU software."),
      field<&Gpu::sm_count>("sm_count", "Number of streaming multiprocessors (or compute units)."),
      field<&Gpu::boost_clock>("boost_clock", "Boost clock in MHz."),
      field<&Gpu::release_year>("release_year", "Year in which it was released."),
      field<&Gpu::min_cuda>("min_cuda", "First CUDA toolkit that supports it."),
      field<&Gpu::max_cuda>("max_cuda", "Last CUDA toolkit that supports it, if support has ended."),
  };
  // clang-format on
  return kFields;
}

}  // namespace planner::field_access
