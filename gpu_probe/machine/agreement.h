// When two sources agree about a value, and how the value is written in a contradiction.
#pragma once

#include "gpu_probe/machine/value.h"

namespace planner::machine {

/// True for fields that change from one moment to the next, or are worded differently by each tool.
bool may_differ(std::string_view field);

/// Texts agree without regard to case, and where one is the other cut off with "..."; numbers within 1 %.
bool agree(const std::string& a, const std::string& b);
bool agree(double a, double b);
bool agree(std::int64_t a, std::int64_t b);
bool agree(bool a, bool b);
bool agree(const PciAddress& a, const PciAddress& b);

std::string word(const std::string& value);
std::string word(std::int64_t value);
std::string word(bool value);
std::string word(double value);
std::string word(const PciAddress& value);

}  // namespace planner::machine
