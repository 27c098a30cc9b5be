// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SLEEPERS_VS_NOTIFICATIONS_HPP
#define WEIR_VERIFY_SCENARIOS_SLEEPERS_VS_NOTIFICATIONS_HPP

#include <weir/platform/condition_variable_any.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <chrono>

namespace weir::verify::scenarios {

/// Two threads wait for a token each, one of them until a time that does not come; the third one gives them, and notifies one thread without
/// the lock, then all with it.
///
///     sleeper: sees no token, unlocks ..................................... sleeps for ever
///     giver: ........................ gives a token, notifies no thread
template <class P>
struct sleepers_vs_notifications {
  static constexpr const char* claim = "I3: a thread that waits on a condition variable hears of what is changed under its lock";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};

  void thread(unsigned i) {
    if (i == 2) {
      give();
      given.notify_one();
      typename P::unique_lock lock(mutex);
      ++tokens.write();
      given.notify_all();
    } else {
      typename P::unique_lock lock(mutex);
      while (tokens.read() == 0) i == 0 ? given.wait(lock) : given.wait_until(lock, P::clock::now() + std::chrono::hours(1));
      --tokens.write();
    }
  }
  void finish() { check<P>(tokens.read() == 0, claim); }

 private:
  void give() {
    typename P::unique_lock lock(mutex);
    ++tokens.write();
  }

  typename P::mutex mutex;
  platform::condition_variable_any<P> given;
  typename P::template cell<int> tokens{0};
};

}  // namespace weir::verify::scenarios

#endif
