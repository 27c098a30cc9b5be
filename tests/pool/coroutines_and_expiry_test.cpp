// SPDX-License-Identifier: Apache-2.0
// Coroutines on pools of threads whose workers come and go.
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/expiry/one_per_period.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/parking/park.hpp>
#include <weir/policies/parking/spin_then_park.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/pool/coroutine_claims.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

using pools =
    testing::Types<pool<expiry::after_idle>, pool<expiry::one_per_period>, pool<expiry::after_age>, pool<queue::none, expiry::after_age>,
                   pool<queue::stealing, expiry::after_idle>, pool<queue::keyed, expiry::after_age>, pool<workers::fifo, expiry::after_age>,
                   pool<growth::prestart>, pool<growth::on_backlog<3>>, pool<workers::none, growth::on_backlog<2>>,
                   pool<growth::prestart, expiry::after_idle>, pool<wake::exact>, pool<queue::none, wake::exact>,
                   pool<queue::bounded<2>, wake::exact>, pool<parking::park>, pool<parking::spin_then_park<100>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(workers_that_come_and_go, coroutines, pools, numbered);

}  // namespace
}  // namespace weir::tests
