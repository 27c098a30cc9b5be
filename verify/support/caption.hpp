// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_CAPTION_HPP
#define WEIR_VERIFY_SUPPORT_CAPTION_HPP

#include <string>

namespace weir::verify::checker {

/// What is said about a failure beside its schedule.
struct caption {
  std::string scenario;
  std::string claim;   ///< the invariant's id and sentence
  std::string result;  ///< what went wrong
  std::string replay;  ///< the command that repeats exactly this schedule
};

}  // namespace weir::verify::checker

#endif
