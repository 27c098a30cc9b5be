// SPDX-License-Identifier: Apache-2.0
// expect: weir: a function_pool finds its argument's type if its function has exactly one parameter, and is no template and not overloaded; else name
// it: weir::function_pool<F, Arg>
#include <weir/function_pool.hpp>

weir::function_pool p([](int, int) {});
