// SPDX-License-Identifier: Apache-2.0
#include "mine/broken_ring.hpp"

#include <weir/verify/harness.hpp>

int main(int argc, char** argv) { return weir::verify::verify<mine::broken_ring_pool>(argc, argv); }
