// SPDX-License-Identifier: Apache-2.0
// expect: weir: a callable that cannot be copied is moved into the pool: post\(std::move\(f\)\)
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>

#include <memory>

weir::thread_pool p;
auto f = [n = std::make_unique<int>(1)] {};
auto answer = weir::post_after(p, std::chrono::seconds(1), f);
