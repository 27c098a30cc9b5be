// SPDX-License-Identifier: Apache-2.0
// Model-checks a pool with a policy of one's own in it: the shipped code and yours, over a platform that tries schedules.
#include "my_pool.hpp"

#include <weir/verify/harness.hpp>

int main(int argc, char** argv) { return weir::verify::verify<my_pool>(argc, argv); }
