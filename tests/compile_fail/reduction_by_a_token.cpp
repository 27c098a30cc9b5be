// SPDX-License-Identifier: Apache-2.0
// expect: weir: the op of a reduction is called with a total, an rvalue of the type of `init`, and an element or another total, and returns what
// converts to a total; a stop token stands after the op
#include <weir/algorithm/reduce.hpp>
#include <weir/thread_pool.hpp>

#include <stop_token>
#include <vector>

int run(weir::thread_pool& p, std::vector<int>& v, std::stop_token token) { return weir::reduce(p, v, 0, token); }
