// SPDX-License-Identifier: Apache-2.0
// expect: weir: a share has one order, that of its posts; post what has a weir::level or a weir::key to the pool itself
#include <weir/policies/queue/priority.hpp>
#include <weir/pool.hpp>
#include <weir/share.hpp>

int main() {
  weir::pool<weir::queue::priority<3>> p;
  weir::share part(p, {.capacity = 1});
  static_cast<void>(part.submit([] {}, weir::level{0}));
}
