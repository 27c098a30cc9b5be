// SPDX-License-Identifier: Apache-2.0
// expect: weir: a weir::task runs a callable to its end, and this one makes a coroutine, which nobody would resume; post the callable itself to a weir::light_pool
#include <weir/coroutine.hpp>
#include <weir/task.hpp>

int main() {
  weir::task t([]() -> weir::coroutine<> { co_return; });
  t();
}
