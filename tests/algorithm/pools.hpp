// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_ALGORITHM_POOLS_HPP
#define TESTS_ALGORITHM_POOLS_HPP

#include <weir/light_pool.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>

#include <gtest/gtest.h>

namespace weir::tests {

/// What the algorithms are tried on: pools that keep, refuse, drop and hand over the posts that call for help.
using pools_of_algorithms =
    testing::Types<pool<>, pool<queue::bounded<1>, blocking::reject>, pool<queue::bounded<2>, blocking::discard_oldest>,
                   pool<queue::stealing>, pool<queue::none>, light_pool<>>;

}  // namespace weir::tests

#endif
