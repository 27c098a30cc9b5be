// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_WORKER_RECORD_HPP
#define WEIR_ENGINE_POOL_WORKER_RECORD_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/pool/coroutine_slots.hpp>
#include <weir/platform/cache_line.hpp>

#include <boost/intrusive/list.hpp>

#include <array>
#include <type_traits>

namespace weir::engine {

/// What a worker remembers between tasks in pools whose workers expire or keep the time. Empty in other pools.
template <class C>
struct worker_memory {
  using time_point = typename C::platform::clock::time_point;
  bool worked = true;  ///< has run a task since it was last idle
  unsigned takes = 0;
  bool yields = false;  ///< goes idle though coroutines are ready, for a submitter that needs an idle worker
  time_point first_task = time_point::max();  ///< when its first task began; max() before: its age does not count yet
  time_point idle_since{};
  time_point sleeps_until = time_point::max();
};
template <class C>
  requires(!C::expiry::expires && !C::keeps_time)
struct worker_memory<C> {};

/// The first task of a worker, in pools that start a worker with one.
template <class C, bool StartsWithATask = C::starts_with_a_task>
struct first_task_of {
  typename C::platform::template cell<typename C::task> first_task;
};
template <class C>
struct first_task_of<C, false> {};

/// The hook of a worker in the list of uncalled_workers.hpp.
struct uncalled
    : boost::intrusive::list_base_hook<boost::intrusive::tag<uncalled>, boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {};
template <int>
struct nothing {};
template <class C>
using uncalled_of = std::conditional_t<C::calls_in_turn, uncalled, nothing<0>>;
template <class C>
using uncalled_list =
    std::conditional_t<C::calls_in_turn,
                       boost::intrusive::list<uncalled, boost::intrusive::base_hook<uncalled>, boost::intrusive::constant_time_size<false>>,
                       nothing<1>>;

/// Records of threads share no cache line: other threads wake one while its neighbours run tasks. Light workers are too many for that.
struct alignas(platform::cache_line) own_cache_lines {};
template <class C>
using cache_lines_of = std::conditional_t<C::agents::records_at_once == 1, own_cache_lines, nothing<2>>;

/// The pool's record of one worker. Records are reused and live as long as the pool, so a thread that wakes a worker may access the record even if
/// the worker has retired meanwhile.
template <class C>
struct worker_record : C::workers::hook, C::agents::template agent<C>, first_task_of<C>, uncalled_of<C>, cache_lines_of<C> {
  /// Guarded by the pool's lock.
  struct flags {
    bool idle : 1 = false;  // in the idle store, or the timekeeper
    bool arriving : 1 = false;  // counted in pool_state::arriving
    bool expected : 1 = false;  // then counted in pool_state::expected, too
    bool searching : 1 = false;  // woken or started to look for work, and has not looked yet
    bool has_looked : 1 = false;  // since its start
    bool started : 1 = false;  // runs, and start() does not access the record any more
    bool retired : 1 = false;  // has given its place up
    bool kept_time : 1 = false;  // was the timekeeper when it was last taken from the idle workers
    bool left : 1 = false;  // does not access the pool any more
  };

  typename C::platform::template cell<flags> status;
  unsigned number = 0;  // from 0, in the order in which records were made
  [[no_unique_address]] typename C::observer::per_worker counts;
  [[no_unique_address]] typename C::seat seat;
  [[no_unique_address]] typename coroutine_slots<C>::spares slots;
};

/// Records that are allocated together: a heap block for each small one would be wasteful.
template <class C>
struct record_batch {
  std::array<worker_record<C>, C::agents::records_at_once> records;
  record_batch* next = nullptr;
};

/// A stack of records. Guarded by the pool's lock.
template <class C>
class record_list {
 public:
  void push(worker_record<C>& w) noexcept {
    w.link(top_);
    top_ = &w;
  }
  worker_record<C>* pop() noexcept {
    worker_record<C>* w = top_;
    if (w != nullptr) top_ = w->linked();
    return w;
  }

 private:
  worker_record<C>* top_ = nullptr;
};

}  // namespace weir::engine

#endif
