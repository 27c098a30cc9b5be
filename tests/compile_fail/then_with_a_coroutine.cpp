// SPDX-License-Identifier: Apache-2.0
// expect: then\(\) calls what ends with a value; in a coroutine write co_await of the future instead
#include <weir/pool.hpp>
#include <weir/then.hpp>

weir::coroutine<> nap();
void f(weir::pool<>& p) {
  auto later = weir::then(p.submit([] { return 1; }), p, [](int) { return nap(); });
}
