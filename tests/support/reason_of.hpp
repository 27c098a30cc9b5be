// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_REASON_OF_HPP
#define TESTS_SUPPORT_REASON_OF_HPP

#include <weir/future.hpp>

namespace weir::tests {

/// Waits for the future. The reason of a not_run; `accepted` if there is a value.
template <class Future>
post_result reason_of(Future& f) {
  try {
    static_cast<void>(f.get());
    return post_result::accepted;
  } catch (const not_run& e) {
    return e.reason();
  }
}

}  // namespace weir::tests

#endif
