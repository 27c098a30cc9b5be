// SPDX-License-Identifier: Apache-2.0
// expect: weir: BlockingPolicy that drops tasks must provide `void discard\(Task\)`
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

struct blocking_without_discard {
  using axis = weir::axes::blocking;

  template <class P>
  struct on {
    static constexpr weir::full_reaction when_full = weir::full_reaction::drop_new;
    static constexpr bool admits(std::size_t) noexcept { return false; }
  };
};

weir::pool<weir::queue::bounded<8>, blocking_without_discard> p;
