// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_GIVE_HPP
#define TESTS_SUPPORT_GIVE_HPP

#include <weir/post_result.hpp>

#include <gtest/gtest.h>

#include <utility>

namespace weir::tests {

/// A post that must be accepted.
template <class Pool, class F, class... Extras>
void give(Pool& pool, F&& f, Extras&&... extras) {
  EXPECT_EQ(pool.post(std::forward<F>(f), std::forward<Extras>(extras)...), post_result::accepted);
}

}  // namespace weir::tests

#endif
