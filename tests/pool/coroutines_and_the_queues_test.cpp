// SPDX-License-Identifier: Apache-2.0
// Coroutines on pools of threads, with each queue and each store of idle workers.
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/lockfree.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/queue/spsc.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/pool.hpp>

#include "tests/pool/coroutine_claims.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/sanitizer.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace weir::tests {
namespace {

// A race inside of Boost's queue is known, and ThreadSanitizer finds it: docs/policies/queue.md
using with_boost = std::conditional_t<under_thread_sanitizer, pool<>, pool<queue::lockfree<8>>>;
using pools = testing::Types<pool<>, pool<queue::mutex_fifo>, pool<queue::bounded<4>>, with_boost, pool<queue::spsc<4>>,
                             pool<queue::stealing>, pool<queue::keyed>, pool<queue::priority<3>>, pool<queue::none>, pool<workers::fifo>,
                             pool<workers::ring<8>>, pool<workers::none>, pool<queue::none, workers::none>,
                             pool<queue::none, workers::ring<8>>, pool<queue::stealing, workers::none>, pool<queue::keyed, workers::none>>;
INSTANTIATE_TYPED_TEST_SUITE_P(queues, coroutines, pools, numbered);

}  // namespace
}  // namespace weir::tests
