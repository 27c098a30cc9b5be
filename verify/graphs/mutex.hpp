// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_MUTEX_HPP
#define WEIR_VERIFY_GRAPHS_MUTEX_HPP

#include <weir/verify/graphs/replay.hpp>

namespace weir::verify::execution {

/// A location with 1 while the mutex is locked. A thread that finds it locked has no next step, so the search gives it another value.
class mutex {
 public:
  mutex() : at_(the_replay->new_location()) {}
  mutex(const mutex&) = delete;
  mutex& operator=(const mutex&) = delete;

  void lock(platform::where = platform::where::current()) {
    the_replay->perform({.does = action::update,
                         .order = std::memory_order_acquire,
                         .at = at_,
                         .operand = 1,
                         .how = change::compare_exchange,
                         .waits = true});
    owner_ = the_replay->now().thread;
    locked_ = true;
  }
  void unlock(platform::where at = platform::where::current()) {
    if (!locked_ || owner_ != the_replay->now().thread) the_replay->fail("a mutex is unlocked that the thread has not locked", at);
    locked_ = false;
    the_replay->perform({.does = action::write, .order = std::memory_order_release, .at = at_});
  }

 private:
  location at_;
  unsigned owner_ = 0;
  bool locked_ = false;
};

}  // namespace weir::verify::execution

#endif
