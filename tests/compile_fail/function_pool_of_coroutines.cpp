// SPDX-License-Identifier: Apache-2.0
// expect: weir: a function_pool runs its function to its end, and this one makes a coroutine, which no thread would resume; post callables to a weir::pool or weir::light_pool
#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>

weir::coroutine<> answer(int) { co_return; }

int main() {
  weir::function_pool<weir::coroutine<> (*)(int), int> p(answer);
  static_cast<void>(p.post(1));
}
