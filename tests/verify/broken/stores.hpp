// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_BROKEN_STORES_HPP
#define TESTS_VERIFY_BROKEN_STORES_HPP

#include <weir/concepts/workers_policy.hpp>

#include <utility>

// Stores of idle workers with a mistake each.

namespace broken {

/// A stack of workers, or a store that keeps none. It may give its last worker again when it has none.
template <bool Keeps, bool Repeats>
struct stack_of_workers {
  using axis = weir::axes::workers;

  template <class P>
  class on {
   public:
    struct hook {
      hook* below = nullptr;
    };
    static constexpr bool keeps = Keeps;
    static constexpr weir::reuse_order order = weir::reuse_order::newest_first;

    void push(hook& worker) noexcept { worker.below = std::exchange(top_, &worker); }
    hook* pop() noexcept {
      if (!Keeps) return Repeats ? &spare_ : nullptr;
      if (top_ == nullptr) return Repeats ? last_ : nullptr;
      last_ = top_;
      return std::exchange(top_, top_->below);
    }
    void remove(hook& worker) noexcept {
      hook** place = &top_;
      while (*place != &worker) place = &(*place)->below;
      *place = worker.below;
    }

   private:
    hook* top_ = nullptr;
    hook* last_ = nullptr;
    hook spare_;
  };
};

}  // namespace broken

#endif
