// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/workers_policy.md
// fixed: 3
// conformance: workers trial::oldest
// 1: remove() of the last worker leaves the end pointing to it | remove(): removes this worker, which is in the store
// 2: the end still points to the worker that pop() took as the only one | pop(): removes and returns the worker to use next
// 3: it calls its order newest_first | `order` is the order in which `pop` returns workers
// 4: remove() takes out the oldest worker, whichever was named | remove(): removes this worker, which is in the store
// 5: it keeps at most one worker and forgets others | push(): adds a worker that has become idle
#ifndef TESTS_TRIAL_WORKERS_OLDEST_HPP
#define TESTS_TRIAL_WORKERS_OLDEST_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

namespace trial {

/// A queue of workers: the worker that has been idle longest is next.
struct oldest {
  using axis = weir::axes::workers;

  template <class P>
  class on {
   public:
    struct hook {
      hook* next = nullptr;
    };
    static constexpr bool keeps = true;
    static constexpr weir::reuse_order order = FIXED == 3 ? weir::reuse_order::newest_first : weir::reuse_order::oldest_first;

    void push(hook& worker) noexcept {
      if (broken == 5 && first_ != nullptr) return;
      worker.next = nullptr;
      (last_ == nullptr ? first_ : last_->next) = &worker;
      last_ = &worker;
    }
    hook* pop() noexcept {
      hook* const chosen = first_;
      if (chosen == nullptr) return nullptr;
      first_ = chosen->next;
      if (broken != 2 && first_ == nullptr) last_ = nullptr;
      return chosen;
    }
    void remove(hook& worker) noexcept {
      if (broken == 4) {
        pop();
        return;
      }
      hook* before = nullptr;
      for (hook* h = first_; h != &worker; h = h->next) {
        if (broken == 5 && h == nullptr) return;
        before = h;
      }
      (before == nullptr ? first_ : before->next) = worker.next;
      if (broken != 1 && last_ == &worker) last_ = before;
    }

   private:
    hook* first_ = nullptr;
    hook* last_ = nullptr;
  };
};
static_assert(weir::workers_policy<oldest>);

template <class P>
using verified = weir::pool<oldest, weir::queue::bounded<2>, P>;

}  // namespace trial

#endif
