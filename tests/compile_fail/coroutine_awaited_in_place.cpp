// SPDX-License-Identifier: Apache-2.0
// expect: weir: a coroutine is awaited once: write co_await std::move\(c\), or co_await f\(\)
#include <weir/coroutine.hpp>

weir::coroutine<int> answer() { co_return 42; }
weir::coroutine<int> twice() {
  weir::coroutine<int> c = answer();
  co_return co_await c;
}
