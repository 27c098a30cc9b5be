// SPDX-License-Identifier: Apache-2.0
// expect: what then\(\) calls takes the future's value, or nothing if it is a future<void>, or the future
#include <weir/pool.hpp>
#include <weir/then.hpp>

void f(weir::pool<>& p) {
  auto later = weir::then(p.submit([] { return 1; }), p, [](int*) { return 2; });
}
