// SPDX-License-Identifier: Apache-2.0
// expect: weir: the coroutine that a function_pool's function makes must be of the pool's platform
#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>

struct other : weir::platform::native {};

weir::basic_coroutine<void, other> answer(int) { co_return; }

weir::function_pool<weir::basic_coroutine<void, other> (*)(int), int> p(answer);
