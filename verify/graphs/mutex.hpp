// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_MUTEX_HPP
#define WEIR_VERIFY_GRAPHS_MUTEX_HPP

#include <weir/verify/graphs/alive.hpp>
#include <weir/verify/graphs/replay.hpp>

namespace weir::verify::execution {

/// A location with 1 while the mutex is locked. A thread that finds it locked has no next step, so the search gives it another value.
class mutex {
 public:
  mutex() : at_(the_replay->new_location()) {}
  mutex(const mutex&) = delete;
  mutex& operator=(const mutex&) = delete;

  void lock(platform::where at = platform::where::current()) {
    alive_.step({.does = action::update,
                 .order = std::memory_order_acquire,
                 .at = at_,
                 .operand = 1,
                 .how = change::compare_exchange,
                 .goes_on = condition::written,
                 .about = thing::mutex},
                at);
    owner_ = the_replay->current();
    locked_ = true;
  }
  void unlock(platform::where at = platform::where::current()) {
    alive_.check(at);
    if (!locked_ || owner_ != the_replay->current())
      the_replay->fail(fault::kind::claim, "a mutex is unlocked that the thread has not locked", at);
    locked_ = false;
    alive_.step({.does = action::write, .order = std::memory_order_release, .at = at_, .about = thing::mutex}, at);
  }

 private:
  location at_;
  unsigned owner_ = 0;
  bool locked_ = false;
  alive alive_;
};

}  // namespace weir::verify::execution

#endif
