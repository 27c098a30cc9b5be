// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_WORKER_HPP
#define WEIR_ENGINE_WORKER_HPP

#include <weir/concepts/queue_policy.hpp>

#include <array>

namespace weir::engine {

/// What a worker remembers from one rest to the next.
template <class C>
struct shift {
  using time_point = typename C::platform::clock::time_point;
  bool worked = true;  ///< since its last rest
  unsigned takes = 0;
  bool makes_room = false;  ///< it rests though there are turns: somebody has waited for a worker long enough
  time_point born = time_point::max();  ///< when its first task began; a worker that has run nothing does not age
  time_point idle_since{};
  time_point until = time_point::max();  ///< it sleeps no longer than this
};
template <class C>
  requires(!C::expiry::expires && !C::keeps_time)
struct shift<C> {};

/// The task that a worker may find with itself, in pools where there is such a thing.
template <class C, bool StartsWithATask = C::starts_with_a_task>
struct inbox_of {
  typename C::platform::template cell<typename C::task> inbox;
};
template <class C>
struct inbox_of<C, false> {};

/// What the pool keeps of one worker. Records are reused and live as long as the pool, so that whoever wakes a worker may touch
/// its record even if the worker has meanwhile left.
template <class C>
struct worker : C::workers::hook, C::agents::template agent<C>, inbox_of<C> {
  /// Guarded by the pool's lock.
  struct duty_state {
    bool resting : 1 = false;    // is in the idle store
    bool searching : 1 = false;  // was woken or started to look for work, and has not looked yet
    bool launched : 1 = false;   // it has begun, and whoever began it has nothing more to do with the record
    bool gone : 1 = false;       // it has nothing more to do with the pool
  };

  typename C::platform::template cell<duty_state> duty;
  unsigned number = 0;  // from 0, in the order in which records were made
  [[no_unique_address]] typename C::observer::per_worker counts;
  [[no_unique_address]] typename C::seat seat;
};

/// Records that are made together: where they are small, one alone would cost a block of the heap's for each.
template <class C>
struct worker_batch {
  std::array<worker<C>, C::agents::records_at_once> records;
  worker_batch* next = nullptr;  ///< in the roster's list of all
};

/// A stack of records. Guarded by the pool's lock.
template <class C>
class worker_list {
 public:
  void push(worker<C>& w) noexcept {
    w.link(top_);
    top_ = &w;
  }
  worker<C>* pop() noexcept {
    worker<C>* w = top_;
    if (w != nullptr) top_ = w->linked();
    return w;
  }

 private:
  worker<C>* top_ = nullptr;
};

}  // namespace weir::engine

#endif
