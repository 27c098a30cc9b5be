// SPDX-License-Identifier: Apache-2.0
// expect: weir: invoke\(\) calls what takes no arguments, or a weir::fork_context&; put other arguments into a lambda
#include <weir/algorithm/invoke.hpp>
#include <weir/thread_pool.hpp>

void run(weir::fork_context<weir::thread_pool>& here) {
  weir::invoke(here, [](int) {});
}
