// SPDX-License-Identifier: Apache-2.0
// Many threads do everything to a pool of one's own at once, in real time.
#include "my_pool.hpp"

#include <weir/verify/stress/stress.hpp>

int main() { return weir::verify::stress_test<my_pool>("my_pool"); }
