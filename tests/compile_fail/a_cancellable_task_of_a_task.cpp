// SPDX-License-Identifier: Apache-2.0
// expect: submit_cancellable makes the task itself: give it the callable
#include <weir/cancellable_future.hpp>
#include <weir/pool.hpp>

void f(weir::pool<>& p) {
  static_cast<void>(weir::submit_cancellable(p, weir::task([] {})));
}
