// SPDX-License-Identifier: Apache-2.0
// expect: weir: a coroutine is moved into the pool: post\(std::move\(c\)\)
#include <weir/light_pool.hpp>

void post(weir::light_pool<>& p, weir::coroutine<>& c) { static_cast<void>(p.post(c)); }
