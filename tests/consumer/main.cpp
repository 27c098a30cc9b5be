// SPDX-License-Identifier: Apache-2.0
// What a user of weir writes: a pool put together from policies, one of them the user's own.
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <atomic>
#include <cstdio>
#include <exception>
#include <stdexcept>

namespace mine {

std::atomic<int> panics = 0;

/// A task that throws is counted, and the pool goes on.
struct count_panics {
  using axis = weir::axes::panic;

  template <class P>
  struct on {
    void operator()(std::exception_ptr) noexcept { ++panics; }
  };
};

using pool = weir::pool<count_panics, weir::expiry::after_idle, weir::queue::bounded<16>, weir::blocking::wait_at_most<4>>;

}  // namespace mine

int main() {
  std::atomic<int> sum = 0;
  int accepted = 0;
  {
    mine::pool pool{{.capacity = 2}};
    for (int i = 1; i <= 100; ++i) {
      const weir::post_result answer = pool.post([&sum, i] {
        if (i == 50) throw std::runtime_error("the fiftieth");
        sum += i;
      });
      accepted += answer == weir::post_result::accepted;
    }
  }  // drains
  std::printf("%d accepted, sum %d, %d panics\n", accepted, sum.load(), mine::panics.load());
  return accepted == 100 && sum == 5000 && mine::panics == 1 ? 0 : 1;
}
