// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SLEEPERS_VS_NOTIFICATIONS_HPP
#define WEIR_VERIFY_SCENARIOS_SLEEPERS_VS_NOTIFICATIONS_HPP

#include <weir/platform/condition_variable_any.hpp>
#include <weir/verify/support/scenario.hpp>
#include <weir/verify/support/semaphore_model.hpp>

#include <array>
#include <chrono>

namespace weir::verify::scenarios {

/// Two threads wait for a token each, one of them until a time that does not come. The third one gives them, notifies all without the lock, and
/// one with it, which it has also woken for nothing before.
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
      {
        typename P::unique_lock lock(mutex);
        token[0].write() = true;
      }
      given[0].notify_all();
      given[1].notify_one();
      typename P::unique_lock lock(mutex);
      token[1].write() = true;
      given[1].notify_one();
    } else {
      typename P::unique_lock lock(mutex);
      while (!token[i].read()) i == 0 ? given[i].wait(lock) : given[i].wait_until(lock, P::clock::now() + std::chrono::hours(1));
    }
  }

 private:
  typename P::mutex mutex;
  std::array<platform::condition_variable_any<sleeping_threads<P>>, 2> given;
  std::array<typename P::template cell<bool>, 2> token{};
};

}  // namespace weir::verify::scenarios

#endif
