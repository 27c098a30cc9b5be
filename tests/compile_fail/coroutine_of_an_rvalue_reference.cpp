// SPDX-License-Identifier: Apache-2.0
// expect: weir: a coroutine ends with void, a value that can be moved, or an lvalue reference
#include <weir/coroutine.hpp>

weir::coroutine<int&&> refused;
