// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_BROKEN_PARKINGS_HPP
#define TESTS_VERIFY_BROKEN_PARKINGS_HPP

#include <weir/concepts/parking_policy.hpp>

#include <utility>

// Parking policies with a mistake each.

namespace broken {

enum class parks {
  soundly,           ///< the sound twin
  past_its_deadline, ///< a timed park ends by an unpark only
  until_it_is_taken, ///< unpark() waits until the worker has taken the token
  on_what_it_frees,  ///< unpark() may still be at the place where the worker waited when the park has ended
};

template <parks How>
struct token {
  using axis = weir::axes::parking;

  template <class P>
  class on {
   public:
    void park() { static_cast<void>(wait(P::clock::time_point::max())); }
    bool park_until(typename P::clock::time_point deadline) { return wait(deadline); }
    void unpark() {
      typename P::unique_lock lock(mutex_);
      state& s = state_.write();
      s.token = true;
      place* const waits_at = s.waits_at;
      if (waits_at == nullptr || How != parks::on_what_it_frees) changed_.notify_all();
      if (How == parks::until_it_is_taken)
        while (state_.read().token) changed_.wait(lock);
      lock.unlock();
      if (waits_at != nullptr && How == parks::on_what_it_frees) waits_at->called.notify_one();
    }

   private:
    struct place {
      typename P::condition_variable called;
    };
    struct state {
      bool token = false;
      place* waits_at = nullptr;
    };
    bool wait(typename P::clock::time_point deadline) {
      place here;
      typename P::unique_lock lock(mutex_);
      if (How == parks::on_what_it_frees) state_.write().waits_at = &here;
      auto& called = How == parks::on_what_it_frees ? here.called : changed_;
      while (!state_.read().token && (How == parks::past_its_deadline || P::clock::now() < deadline)) {
        if (How == parks::past_its_deadline || deadline == P::clock::time_point::max())
          called.wait(lock);
        else
          called.wait_until(lock, deadline);
      }
      state_.write().waits_at = nullptr;
      const bool came = std::exchange(state_.write().token, false);
      if (How == parks::until_it_is_taken) changed_.notify_all();
      return came;
    }

    typename P::mutex mutex_;
    typename P::condition_variable changed_;
    typename P::template cell<state> state_;
  };
};

}  // namespace broken

#endif
