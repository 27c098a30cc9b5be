// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PANIC_RETHROW_AT_WAIT_HPP
#define WEIR_POLICIES_PANIC_RETHROW_AT_WAIT_HPP

#include <weir/concepts/panic_policy.hpp>
#include <weir/platform/report.hpp>

#include <exception>
#include <utility>

namespace weir::panic {

/// The first exception is kept, and the next wait_idle or join that completes throws it, once. Further exceptions until then are
/// reported on standard error. After sourcegraph/conc.
///
/// Guarantee:  the other tasks still run; an exception that no wait has thrown is reported when the pool is destroyed.
/// Cost:       a lock per exception and per wait; nothing per task.
/// Not for:    telling which task it was; use a future, or panic::call with a context.
/// Visibility: what the task did is visible to the thread that receives its exception.
struct rethrow_at_wait {
  using axis = axes::panic;

  template <class P>
  class on {
   public:
    on() = default;
    on(const on&) = delete;
    on& operator=(const on&) = delete;
    /// Reports an exception that came after the last wait, for example from a hook.
    ~on() {
      if (const auto left = take()) platform::report(left, "no call waited for the pool, which is being destroyed");
    }
    void operator()(std::exception_ptr what, const failed_task& task = {}) {
      {
        typename P::unique_lock lock(mutex_);
        if (!first_.read()) {
          first_.write() = std::move(what);
          return;
        }
      }
      task.report(what, "an earlier one is kept for the next wait");
    }
    /// Returns the kept exception, or null, and forgets it.
    std::exception_ptr take() {
      typename P::unique_lock lock(mutex_);
      return std::exchange(first_.write(), nullptr);
    }

   private:
    typename P::mutex mutex_;
    typename P::template cell<std::exception_ptr> first_;
  };
};

static_assert(panic_policy<rethrow_at_wait>);

}  // namespace weir::panic

#endif
