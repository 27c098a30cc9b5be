// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_REFUSAL_HPP
#define TESTS_SUPPORT_REFUSAL_HPP

#include <weir/future.hpp>
#include <weir/post_result.hpp>

namespace weir::tests {

/// The reason that weir::not_run gives for what `f` could not have run; `accepted` if it throws nothing.
template <class F>
post_result refusal(F f) {
  try {
    f();
  } catch (const not_run& e) {
    return e.reason();
  }
  return post_result::accepted;
}

}  // namespace weir::tests

#endif
