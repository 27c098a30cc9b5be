// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/blocking_policy.md
// fixed: 5
// conformance: blocking trial::oldest_out
// 1: the record has no lock | discard: at the same time: other calls of `discard`, and everything else
// 2: the lock is not given back when the record is full | discard: at the same time: other calls of `discard`
// 3: the record's place is claimed by a relaxed addition, and read by a later call | discard: at the same time: other calls of `discard`
// 4: discard() waits until another thread empties the record, which none does | The policy only decides; the pool does the waiting
// 5: discard() takes its task by an lvalue reference | `x.discard(std::move(task))`: receives a dropped task
#ifndef TESTS_TRIAL_BLOCKING_OLDEST_OUT_HPP
#define TESTS_TRIAL_BLOCKING_OLDEST_OUT_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/task.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace trial {

/// The task that has waited longest is dropped, and destroyed. Of the first two it is noted whether there was one, of all how many.
struct oldest_out {
  using axis = weir::axes::blocking;

  template <class P>
  class on {
   public:
    static constexpr weir::full_reaction when_full = weir::full_reaction::drop_old;
    static constexpr bool admits(std::size_t) noexcept { return false; }

#if FIXED == 5
    void discard(weir::task& dropped) { put(std::move(dropped)); }
#else
    void discard(weir::task dropped) { put(std::move(dropped)); }
#endif

   private:
    static constexpr std::size_t room = 2;
    struct shelf {
      std::array<bool, room> held{};
      std::size_t size = 0;
    };
    void put(const weir::task dropped) {
      if (broken == 1) {
        shelf& s = shelf_.write();
        if (s.size != room) s.held[s.size++] = static_cast<bool>(dropped);
      } else if (broken == 2) {
        mutex_.lock();
        shelf& s = shelf_.write();
        if (s.size == room) return;
        s.held[s.size++] = static_cast<bool>(dropped);
        mutex_.unlock();
      } else if (broken == 3) {
        const std::size_t at = claimed_.fetch_add(1, std::memory_order_relaxed);
        if (at < room) shelf_.write().held[at] = static_cast<bool>(dropped);
      } else {
        typename P::unique_lock lock(mutex_);
        if (broken == 4)
          while (shelf_.read().size == room) emptied_.wait(lock);
        shelf& s = shelf_.write();
        if (s.size != room) s.held[s.size++] = static_cast<bool>(dropped);
      }
    }

    typename P::mutex mutex_;
    typename P::condition_variable emptied_;
    typename P::template cell<shelf> shelf_;
    typename P::template atomic<std::size_t> claimed_;
  };
};
static_assert(weir::blocking_policy<oldest_out>);

template <class P>
using verified = weir::pool<weir::queue::bounded<1>, oldest_out, P>;

}  // namespace trial

#endif
