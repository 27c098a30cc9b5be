// SPDX-License-Identifier: Apache-2.0
// Each preset is a pool of threads that takes coroutines.
#include <weir/presets/ants.hpp>
#include <weir/presets/ants_prealloc.hpp>
#include <weir/presets/bounded.hpp>
#include <weir/presets/cached.hpp>
#include <weir/presets/cloudwego.hpp>
#include <weir/presets/fasthttp.hpp>
#include <weir/presets/fixed.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/presets/violin.hpp>
#include <weir/presets/workerpool.hpp>

#include "tests/pool/coroutine_claims.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

namespace weir::tests {
namespace {

using pools = testing::Types<presets::ants<>, presets::ants_nonblocking<>, presets::ants_prealloc<8>, presets::bounded<4>,
                             presets::cached<>, presets::cloudwego<>, presets::fasthttp<>, presets::fixed<>, presets::gopool<>,
                             presets::violin<>, presets::workerpool<>>;
INSTANTIATE_TYPED_TEST_SUITE_P(presets, coroutines, pools, numbered);

}  // namespace
}  // namespace weir::tests
