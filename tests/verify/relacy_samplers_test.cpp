// SPDX-License-Identifier: Apache-2.0
// What is unlikely for a walk that lets any thread go on evenly, each scheduler of the portfolio finds.
#include "tests/verify/relacy_expect.hpp"

#include <atomic>

namespace {

using expect::P;
using namespace weir::verify;

/// One producer and four consumers: where each thread goes on as often as the others, the queue seldom holds more than two or three items.
template <unsigned Items>
struct backlog {
  static constexpr const char* name = Items == 6 ? "backlog_of_all_items" : "backlog_of_more";
  static constexpr int threads = 5;
  P::atomic<unsigned> held{0};
  P::atomic<unsigned> pushed{0};
  void thread(unsigned i) {
    for (unsigned n = 0; i == 0 && n != 6; ++n) {
      const unsigned before = held.fetch_add(1, std::memory_order_acq_rel);
      check<P>(before + 1 < Items, "the queue holds few items");
      pushed.store(n, std::memory_order_release);
    }
    for (unsigned n = 0; i != 0 && n != 24; ++n) {
      unsigned found = held.load(std::memory_order_acquire);
      if (found != 0)
        static_cast<void>(held.compare_exchange_strong(found, found - 1, std::memory_order_acq_rel, std::memory_order_acquire));
    }
  }
};

/// Two steps of one thread, and between them one of another that has many others before and after: a walk that lets any thread go on evenly does not
/// come there in 20 000 executions.
struct rendezvous {
  static constexpr const char* name = "rendezvous";
  static constexpr int threads = 2;
  P::atomic<int> door{0};
  P::atomic<int> other{0};
  void thread(unsigned i) {
    for (int n = 0; i == 0 && n != 60; ++n) other.fetch_add(1, std::memory_order_relaxed);
    if (i == 0) {
      door.store(1, std::memory_order_release);
      door.store(2, std::memory_order_release);
    } else {
      check<P>(door.load(std::memory_order_acquire) != 1, "no thread looks in between");
    }
    for (int n = 0; i == 0 && n != 60; ++n) other.fetch_add(1, std::memory_order_relaxed);
  }
};

/// A thread waits in a loop while the other has the lock: an execution about the lock ends too.
template <bool Yields>
struct waits_in_a_loop {
  static constexpr const char* name = Yields ? "waits_in_a_loop" : "waits_in_a_loop_that_never_yields";
  static constexpr int threads = 2;
  static constexpr effort work{.bound = Yields ? 2 : -1};  // a search lets another thread go on where one yields
  P::atomic<bool> busy{false};
  P::mutex lock;
  void thread(unsigned) {
    while (busy.exchange(true, std::memory_order_acquire)) {
      if constexpr (Yields) P::yield();
    }
    lock.lock();
    lock.unlock();
    busy.store(false, std::memory_order_release);
  }
};

}  // namespace

int main() {
  expect::broken<backlog<6>>(rl::test_result_user_assert_failed, "the queue holds few items");
  expect::sound<backlog<7>>();
  expect::broken<rendezvous>(rl::test_result_user_assert_failed, "no thread looks in between");
  expect::sound<waits_in_a_loop<true>>();
  expect::sound<waits_in_a_loop<false>>();
  return expect::failures == 0 ? 0 : 1;
}
