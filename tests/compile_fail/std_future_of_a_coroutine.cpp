// SPDX-License-Identifier: Apache-2.0
// expect: weir: submit_std takes callables that end with a value
#include <weir/light_pool.hpp>
#include <weir/std_future.hpp>

int main() {
  weir::light_pool<> p;
  static_cast<void>(weir::submit_std(p, []() -> weir::coroutine<int> { co_return 1; }));
}
