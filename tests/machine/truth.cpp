// What the comparisons share.
#include "truth.h"

#include "gpu_probe/machine/figure.h"

namespace planner::machine {

std::string stated(const Node& truth, std::string_view key) {
  const Node* value = truth.find(key);
  return value && value->is_scalar() ? value->text : std::string();
}

std::string shown(const Number& number) {
  return number ? std::to_string(*number) : "-";
}
std::string shown(const Text& text) {
  return text.value_or("-");
}
std::string or_dash(const std::string& text) {
  return is_unset(text) || text == "null" ? "-" : text;
}

}  // namespace planner::machine
