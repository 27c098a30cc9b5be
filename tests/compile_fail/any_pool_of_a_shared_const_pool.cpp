// SPDX-License-Identifier: Apache-2.0
// expect: weir: an any_pool posts to its pool, so the pool must not be const
#include <weir/any_pool.hpp>
#include <weir/thread_pool.hpp>

#include <memory>

weir::any_pool run(std::shared_ptr<const weir::thread_pool> p) { return p; }
