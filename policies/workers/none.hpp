// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_WORKERS_NONE_HPP
#define WEIR_POLICIES_WORKERS_NONE_HPP

#include <weir/concepts/workers_policy.hpp>

namespace weir::workers {

/// No idle worker is kept: a worker that finds no task retires at once.
///
/// Guarantee:  a pool without work has no threads.
/// Cost:       a new thread, some tens of microseconds, whenever work arrives at a quiet pool.
/// Not for:    single tasks that come often: use workers::lifo, which keeps a worker for the next one.
/// Visibility: none of its own; the pool's lock orders everything.
struct none {
  using axis = axes::workers;

  template <class P>
  class on {
   public:
    struct hook {};
    static constexpr bool keeps = false;
    static constexpr reuse_order order = reuse_order::newest_first;

    void push(hook&) noexcept {}
    hook* pop() noexcept { return nullptr; }
    void remove(hook&) noexcept {}
  };
};

static_assert(workers_policy<none>);

}  // namespace weir::workers

#endif
