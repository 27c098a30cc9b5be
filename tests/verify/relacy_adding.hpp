// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_RELACY_ADDING_HPP
#define WEIR_TESTS_VERIFY_RELACY_ADDING_HPP

#include "tests/verify/relacy_expect.hpp"

#include <string>

namespace expect {

/// Threads that add to one number, or two, and look at what others have added: choices of threads and of old values.
template <int Threads, int Steps>
struct adding {
  static const std::string name;
  static constexpr int threads = Threads;
  static constexpr effort work{.surw = 0, .pct3 = 0, .bound = 0};
  P::atomic<int> x{0}, y{0};
  void thread(unsigned i) {
    for (int n = 0; n != Steps; ++n) {
      if (i % 2 == 0)
        x.fetch_add(1, std::memory_order_relaxed);
      else
        y.store(n, std::memory_order_release);
      if (n % 2 == 0) static_cast<void>((i % 2 == 0 ? y : x).load(std::memory_order_acquire));
    }
  }
};
template <int Threads, int Steps>
const std::string adding<Threads, Steps>::name = "adding_" + std::to_string(Threads) + "_" + std::to_string(Steps);

}  // namespace expect

#endif
