// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/blocking_policy.md
// conformance: blocking trial::keep_dropped
#ifndef TESTS_TRIAL_BLOCKING_KEEP_DROPPED_HPP
#define TESTS_TRIAL_BLOCKING_KEEP_DROPPED_HPP

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/task.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace trial {

/// The task that has waited longest is dropped, and the first two dropped ones are kept on a shelf, to look at; further ones are destroyed.
struct keep_dropped {
  using axis = weir::axes::blocking;

  template <class P>
  class on {
   public:
    static constexpr weir::full_reaction when_full = weir::full_reaction::drop_old;
    static constexpr bool admits(std::size_t) noexcept { return false; }

    void discard(weir::task dropped) {
      typename P::unique_lock lock(mutex_);
      shelf& s = shelf_.write();
      if (s.size != room) s.tasks[s.size++] = std::move(dropped);
    }

   private:
    static constexpr std::size_t room = 2;
    struct shelf {
      std::array<weir::task, room> tasks;
      std::size_t size = 0;
    };

    typename P::mutex mutex_;
    typename P::template cell<shelf> shelf_;
  };
};
static_assert(weir::blocking_policy<keep_dropped>);

template <class P>
using verified = weir::pool<weir::queue::bounded<1>, keep_dropped, P>;

}  // namespace trial

#endif
