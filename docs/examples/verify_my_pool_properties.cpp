// SPDX-License-Identifier: Apache-2.0
// Random programs on a pool of one's own in simulated time, compared with a plain model.
#include "my_pool.hpp"

#include <weir/verify/properties/check.hpp>

int main() { return weir::verify::check_properties<my_pool>("my_pool"); }
