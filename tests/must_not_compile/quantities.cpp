// Each line of a case must be refused by the compiler. Without CASE the file must compile, so that a refusal is never
// due to anything else.
#include <string>

#include "units/known.h"
#include "units/quantity.h"

using namespace planner;

int main() {
  const Power watts = Power::from_base(450);
  const Length millimeters = Length::from_base(358);
  const Known<Power> known = watts;
#if defined(CASE_ADD)
  return (watts + millimeters).smallest() > 0;
#elif defined(CASE_COMPARE)
  return watts < millimeters;
#elif defined(CASE_ASSIGN)
  const Money money = watts;
  return money.smallest() > 0;
#elif defined(CASE_BARE_NUMBER)
  const Power bare = 450;
  return bare.smallest() > 0;
#elif defined(CASE_MULTIPLY)
  return (watts * watts).smallest() > 0;
#elif defined(CASE_TO_NUMBER)
  const long number = watts;
  return number > 0;
#elif defined(CASE_UNCHECKED)
  const Power power = known;
  return power.smallest() > 0;
#else
  return (watts + *known).smallest() > 0 && millimeters > Length{} ? 0 : 1;
#endif
}
