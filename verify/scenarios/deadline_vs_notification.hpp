// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_DEADLINE_VS_NOTIFICATION_HPP
#define WEIR_VERIFY_SCENARIOS_DEADLINE_VS_NOTIFICATION_HPP

#include <weir/platform/condition_variable_any.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>
#include <weir/verify/support/semaphore_model.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// Two threads wait for a token each, one of them not for long. The third one gives two tokens and notifies twice: the first time one thread, or all.
///
///     sleeper: its time is over ................. leaves the list ..... its frame is gone
///     giver: .......... takes it out of the list ................................... wakes it
template <class P, bool All>
struct deadline_vs_notification {
  static constexpr const char* name = All ? "deadline_vs_notification_of_all" : "deadline_vs_notification";
  static constexpr const char* claim =
      "I3, I33: a thread whose time is over on a condition variable takes no notification with it, and is not touched afterwards";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr budgets budget{.timeouts = 1};
  static constexpr effort work{.graphs = few_graphs};

  void thread(unsigned i) {
    if (i == 2) {
      for (const bool first : {true, false}) {
        {
          typename P::unique_lock lock(mutex);
          ++tokens.write();
        }
        All&& first ? given.notify_all() : given.notify_one();
      }
    } else {
      typename P::unique_lock lock(mutex);
      const auto deadline = P::clock::now() + std::chrono::milliseconds(1);
      while (tokens.read() == 0) {
        if (i == 1)
          given.wait(lock);
        else if (P::clock::now() < deadline)
          given.wait_until(lock, deadline);
        else
          return;
      }
      --tokens.write();
      ++taken.write();
    }
  }
  void finish() { check<P>(taken.read() >= 1 && taken.read() + tokens.read() == 2, claim); }

 private:
  typename P::mutex mutex;
  platform::condition_variable_any<sleeping_threads<P>> given;
  typename P::template cell<int> tokens{0};
  typename P::template cell<int> taken{0};
};

}  // namespace weir::verify::scenarios

#endif
