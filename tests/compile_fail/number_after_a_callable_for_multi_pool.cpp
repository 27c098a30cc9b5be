// SPDX-License-Identifier: Apache-2.0
// expect: weir: a post takes, after the callable, a std::stop_token, a weir::context, a weir::from_here, a weir::level or a weir::key
#include <weir/multi_pool.hpp>
#include <weir/thread_pool.hpp>

weir::multi_pool<weir::thread_pool> p(2);
const auto answer = p.submit([] {}, 42);
