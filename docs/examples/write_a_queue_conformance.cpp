// SPDX-License-Identifier: Apache-2.0
// The suite that every shipped queue passes, on a queue of one's own: two places, first in, first out.
#include <mine/ring.hpp>

#include "tests/conformance/queue_conformance.hpp"

namespace weir::tests {

using rings = testing::Types<queue_case<mine::ring<2>, 2>>;
INSTANTIATE_TYPED_TEST_SUITE_P(ring, queue_conformance, rings);

}  // namespace weir::tests
