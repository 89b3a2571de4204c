// Figures as tools print them: "81559 MiB", "16x", "Enabled", "N/A".
#pragma once

#include <string_view>

#include "gpu_probe/machine/value.h"

namespace planner::machine {

/// True for what stands where a value is missing: "", "N/A", "[Not Supported]", "Unknown", "Not Specified",
/// "Requested functionality has been deprecated", "To Be Filled By O.E.M.", ...
bool is_unset(std::string_view text);
/// True for what the driver prints when it cannot talk to a GPU: "GPU is lost", "ERR!", "[Unknown Error]".
bool is_fault(std::string_view text);

/// The text, unless it is unset or a fault.
Text known_text(std::string_view text);
/// The number at the start; nothing if there is none, it is not finite or it does not fit.
Real number_at(std::string_view text);
Number whole_at(std::string_view text);
/// A hexadecimal number with or without 0x, the whole text.
Number hex_of(std::string_view text);
/// Bytes of "81559 MiB", "16384 MB" (1 MB is 2^20 here, as dmidecode and lspci mean it), "64G", "512K", "64 GB", "1
/// TB".
Number bytes_of(std::string_view text);
/// "Enabled", "Yes", "On", "Active", "1" and their opposites.
Flag flag_of(std::string_view text);
/// GT/s of "16GT/s", "32.0 GT/s PCIe", "8 GT/s"; nothing for 0 and "Unknown".
Real speed_of(std::string_view text);
/// GT/s of a PCIe generation 1 to 7, and back.
Real speed_of_gen(std::int64_t gen);
Number gen_of_speed(double gts);

}  // namespace planner::machine
