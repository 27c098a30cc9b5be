// SPDX-License-Identifier: Apache-2.0
// expect: weir: run\(\) blocks, and a coroutine must not
#include <weir/light_pool.hpp>

void run(weir::light_pool<>& p) {
  p.run([]() -> weir::coroutine<> { co_return; });
}
