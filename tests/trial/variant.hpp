// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_TRIAL_VARIANT_HPP
#define TESTS_TRIAL_VARIANT_HPP

#include <cstdlib>

/// Which broken variant of a policy is compiled, where that cannot be left to the run: -DFIXED=N.
#ifndef FIXED
#define FIXED 0
#endif

namespace trial {

/// Which broken variant runs, by the environment's BROKEN; 0 is the correct policy. So one program serves for all variants of a policy.
inline const int broken = [] {
  const char* const text = std::getenv("BROKEN");
  return text == nullptr ? 0 : std::atoi(text);
}();

}  // namespace trial

#endif
