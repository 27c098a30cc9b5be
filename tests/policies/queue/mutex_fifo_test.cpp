// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/mutex_fifo.hpp>

#include "tests/conformance/queue_conformance.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(mutex_fifo, queue_conformance, testing::Types<queue_case<queue::mutex_fifo>>, numbered);

}  // namespace
}  // namespace weir::tests
