// SPDX-License-Identifier: Apache-2.0
#include "mine/ring.hpp"

#include <weir/verify/harness.hpp>

int main(int argc, char** argv) { return weir::verify::verify<mine::ring_pool>(argc, argv); }
