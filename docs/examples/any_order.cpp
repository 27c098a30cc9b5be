// SPDX-License-Identifier: Apache-2.0
// Policies are given in any order; what is left out has a default.
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include <type_traits>

using one = weir::pool<weir::queue::bounded<64>, weir::expiry::after_idle, weir::blocking::reject>;
using other = weir::pool<weir::blocking::reject, weir::queue::bounded<64>, weir::expiry::after_idle>;
static_assert(std::is_same_v<one, other>);
static_assert(std::is_same_v<weir::thread_pool, weir::pool<weir::queue::stealing>>);

int main() {
  one p{{.capacity = 8, .min_workers = 2, .idle_after = std::chrono::seconds(10)}};
  return p.run([] { return 0; });
}
