// SPDX-License-Identifier: Apache-2.0
// page: docs/concepts/workers_policy.md
// fixed: 3
// conformance: workers trial::random_worker
// 1: the index is drawn from one too many, and beyond the end there is none | pop(): null if there is none
// 2: remove() does not lower the number of workers | remove(): removes this worker, which is in the store
// 3: it calls its order oldest_first | `order` is the order in which `pop` returns workers; every check relies on it
// 4: remove() takes out the neighbour | remove(): removes this worker, which is in the store
// 5: unlinking does not mend the way back | A worker is in the store at most once.
#ifndef TESTS_TRIAL_WORKERS_RANDOM_WORKER_HPP
#define TESTS_TRIAL_WORKERS_RANDOM_WORKER_HPP

#include "tests/trial/variant.hpp"

#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <cstdint>

namespace trial {

/// Any of the idle workers, with equal chance: a list in both directions, and a generator of Marsaglia's.
struct random_worker {
  using axis = weir::axes::workers;

  template <class P>
  class on {
   public:
    struct hook {
      hook* before = nullptr;
      hook* after = nullptr;
    };
    static constexpr bool keeps = true;
    static constexpr weir::reuse_order order = FIXED == 3 ? weir::reuse_order::oldest_first : weir::reuse_order::any;

    void push(hook& worker) noexcept {
      worker.before = nullptr;
      worker.after = first_;
      if (first_ != nullptr) first_->before = &worker;
      first_ = &worker;
      ++size_;
    }
    hook* pop() noexcept {
      if (size_ == 0) return nullptr;
      hook* chosen = first_;
      for (std::uint32_t n = draw() % (broken == 1 ? size_ + 1 : size_); n != 0 && chosen != nullptr; --n) chosen = chosen->after;
      if (chosen != nullptr) {
        unlink(*chosen);
        --size_;
      }
      return chosen;
    }
    void remove(hook& worker) noexcept {
      unlink(broken == 4 && worker.after != nullptr ? *worker.after : worker);
      if (broken != 2) --size_;
    }

   private:
    void unlink(hook& worker) noexcept {
      (worker.before == nullptr ? first_ : worker.before->after) = worker.after;
      if (broken != 5 && worker.after != nullptr) worker.after->before = worker.before;
    }
    std::uint32_t draw() noexcept {
      state_ ^= state_ << 13;
      state_ ^= state_ >> 17;
      state_ ^= state_ << 5;
      return state_;
    }

    hook* first_ = nullptr;
    std::uint32_t size_ = 0;
    std::uint32_t state_ = 2463534242;
  };
};
static_assert(weir::workers_policy<random_worker>);

template <class P>
using verified = weir::pool<random_worker, weir::queue::bounded<2>, P>;

}  // namespace trial

#endif
