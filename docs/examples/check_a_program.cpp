// SPDX-License-Identifier: Apache-2.0
// A program with a bug, for weir_check: two tasks of a pool count in a variable that is not atomic.
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/check.hpp>

int main(int argc, char** argv) {
  return weir::verify::check(argc, argv, [] {
    weir::pool<weir::queue::bounded<4>> pool{{.capacity = 2}};
    int count = 0;
    static_cast<void>(pool.post([&] { ++count; }));
    static_cast<void>(pool.post([&] { ++count; }));
    pool.wait_idle();
  });
}
