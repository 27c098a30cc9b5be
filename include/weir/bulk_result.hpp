// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BULK_RESULT_HPP
#define WEIR_BULK_RESULT_HPP

#include <weir/post_result.hpp>

#include <cstddef>

namespace weir {

/// The pool's answer to post_bulk().
struct [[nodiscard]] bulk_result {
  std::size_t accepted = 0;                  ///< the number accepted, from the front of the range
  post_result last = post_result::accepted;  ///< the answer to the first element not accepted; `accepted` if there is none
};

}  // namespace weir

#endif
