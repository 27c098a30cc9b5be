// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BULK_RESULT_HPP
#define WEIR_BULK_RESULT_HPP

#include <weir/post_result.hpp>

#include <cstddef>

namespace weir {

/// What the pool answered to a post of many.
struct [[nodiscard]] bulk_result {
  std::size_t accepted = 0;                  ///< so many from the front of the range
  post_result last = post_result::accepted;  ///< what the first one that was not accepted was answered; `accepted` when all were
};

}  // namespace weir

#endif
