// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_POLICIES_WAKE_UNPARKS_HPP
#define TESTS_POLICIES_WAKE_UNPARKS_HPP

#include <weir/policies/parking/park.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <mutex>
#include <shared_mutex>

namespace weir::tests {

/// Parks as parking::park does, counts the calls, and can keep woken workers from going on, so that a burst is over before the first
/// of them looks.
struct counted_parking {
  using axis = axes::parking;

  static inline std::atomic<int> unparked{0};
  static inline std::shared_mutex* door = nullptr;

  template <class P>
  class on : public parking::park::on<P> {
    using base = parking::park::on<P>;

   public:
    void park() {
      base::park();
      if (door != nullptr) const std::shared_lock pass(*door);
    }
    void unpark() {
      ++unparked;
      base::unpark();
    }
  };
};

/// How many workers `posts` posts wake in a pool of three idle ones, none of which gets to look for its task meanwhile.
template <class... Policies>
int unparks_of_a_burst(int posts = 3) {
  std::shared_mutex door;
  pool<Policies..., counted_parking> p{{.capacity = 3}};
  {
    std::deque<hold> busy(3);
    for (hold& each : busy) each.occupy(p);
  }
  p.wait_idle();
  counted_parking::door = &door;
  door.lock();
  const int before = counted_parking::unparked;
  for (int n = 0; n < posts; ++n) EXPECT_EQ(p.post([] {}), post_result::accepted);
  const int woken = counted_parking::unparked - before;
  door.unlock();
  p.wait_idle();
  p.shutdown();
  p.join();
  counted_parking::door = nullptr;
  return woken;
}

/// How many workers four posts start before the first of these workers exists.
template <class Wake>
unsigned starts_of_a_burst() {
  pool<Wake, unreliable_threads> p{{.capacity = 4}};
  std::atomic<unsigned> started = 0;
  unsigned in_the_first_start = 0;
  const unreliable_threads::scope counting([&] {
    if (++started == 1) {
      for (int n = 0; n != 3; ++n) EXPECT_EQ(p.post([] {}), post_result::accepted);
      in_the_first_start = started;
    }
    return true;
  });
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  p.wait_idle();
  return in_the_first_start;
}

}  // namespace weir::tests

#endif
