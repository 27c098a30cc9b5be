// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/workers_policy.md
// fixed: 5
// conformance: workers trial::round_robin
// 1: pop() does not take the worker out of the list | pop(): removes and returns the worker to use next
// 2: pop() finds none after the worker with the highest number | pop(): null if there is none
// 3: remove() forgets that the worker may be the first of the list | remove(): removes this worker, which is in the store
// 4: push() leaves the link of the worker's last stay in it | A worker is in the store at most once.
// 5: it calls its order newest_first | `order` is the order in which `pop` returns workers
#ifndef TESTS_TRIAL_WORKERS_ROUND_ROBIN_HPP
#define TESTS_TRIAL_WORKERS_ROUND_ROBIN_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

namespace trial {

/// Workers are numbered as they first become idle; the next is the idle one with the lowest number above that of the last, or else the lowest.
struct round_robin {
  using axis = weir::axes::workers;

  template <class P>
  class on {
   public:
    struct hook {
      hook* next = nullptr;
      unsigned number = 0;
    };
    static constexpr bool keeps = true;
    static constexpr weir::reuse_order order = FIXED == 5 ? weir::reuse_order::newest_first : weir::reuse_order::any;

    void push(hook& worker) noexcept {
      if (worker.number == 0) worker.number = ++numbers_;
      if (broken != 4 || worker.next == nullptr) worker.next = first_;
      first_ = &worker;
    }
    hook* pop() noexcept {
      hook* above = nullptr;
      hook* lowest = nullptr;
      for (hook* h = first_; h != nullptr; h = h->next) {
        if (h->number > last_ && (above == nullptr || h->number < above->number)) above = h;
        if (lowest == nullptr || h->number < lowest->number) lowest = h;
      }
      hook* const chosen = above != nullptr || broken == 2 ? above : lowest;
      if (chosen == nullptr) return nullptr;
      last_ = chosen->number;
      if (broken != 1) remove(*chosen);
      return chosen;
    }
    void remove(hook& worker) noexcept {
      if (broken == 3) {
        for (hook* h = first_; h != nullptr; h = h->next)
          if (h->next == &worker) h->next = worker.next;
        return;
      }
      hook** place = &first_;
      while (*place != &worker) place = &(*place)->next;
      *place = worker.next;
    }

   private:
    hook* first_ = nullptr;
    unsigned numbers_ = 0;
    unsigned last_ = 0;
  };
};
static_assert(weir::workers_policy<round_robin>);

template <class P>
using verified = weir::pool<round_robin, weir::queue::bounded<2>, weir::expiry::after_idle, P>;

}  // namespace trial

#endif
