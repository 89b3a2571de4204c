// What nvidia-smi says about GPUs, whatever the form: -q text, -q -x XML and --query-gpu CSV become paths and values,
// and one table turns those into a Gpu.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpu_probe/machine/machine.h"

namespace planner::machine {

struct SmiValue {
  std::string path;   ///< "fb_memory_usage/total", in snake case
  std::string value;  ///< as printed, trimmed
};
using SmiValues = std::vector<SmiValue>;

struct SmiGpu {
  std::string id;  ///< "00000000:01:00.0"
  SmiValues values;
  std::vector<SmiValues> mig_devices, processes;
};

struct SmiLog {
  SmiValues header;
  std::vector<SmiGpu> gpus;
};

/// "GPU Current T.Limit Temp" becomes "gpu_current_t_limit_temp".
std::string snake_case(std::string_view text);
/// First value whose path is `pattern` (a pattern without "/"), ends in it ("a/b"), or starts and ends in its halves
/// ("a/**/b"); null if there is none.
const std::string* find_value(const SmiValues& values, std::string_view pattern);
/// True if the table of fields knows this path.
bool is_known_path(const std::string& path);

/// The fields of one value each.
void fill_from_table(const SmiValues& values, Gpu& gpu);
/// Fills the GPU from its values. What the driver cannot read makes `fault`.
void fill_gpu(const SmiGpu& from, Gpu& to);
/// Software versions and count of the header, and all GPUs.
void add_log(const SmiLog& log, Machine& machine);

}  // namespace planner::machine
