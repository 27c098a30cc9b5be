// SPDX-License-Identifier: Apache-2.0
// expect: weir: a weir::task runs a callable to its end, and this one makes a coroutine, which no thread would resume; post the callable itself to a
// weir::pool or weir::light_pool
#include <weir/coroutine.hpp>
#include <weir/task.hpp>

int main() {
  weir::task t([]() -> weir::coroutine<> { co_return; });
  t();
}
