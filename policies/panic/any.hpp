// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_PANIC_ANY_HPP
#define WEIR_POLICIES_PANIC_ANY_HPP

#include <weir/concepts/panic_choice.hpp>
#include <weir/concepts/panic_policy.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/policies/panic/terminate.hpp>

#include <exception>
#include <utility>

namespace weir::panic {

/// options::panic says which shipped policy the pool follows: terminate, log_and_continue, rethrow_at_wait or ignore. `Otherwise` if it says nothing.
///
/// Guarantee:  that of the chosen policy. The choice holds for the life of the pool.
/// Cost:       the exception and the lock of rethrow_at_wait in each pool; a lock for each wait; nothing per task.
/// Not for:    a choice that is known when the program is compiled: take that policy. A handler of your own: panic::call.
/// Visibility: that of the chosen policy.
template <panic_choice Otherwise>
struct any_by {
  using axis = axes::panic;

  template <class P>
  class on {
   public:
    /// Called once, before the pool has workers.
    template <class Options>
    void choose(const Options& o) {
      choice_.write() = o.panic.value_or(Otherwise);
    }
    void operator()(std::exception_ptr what, const failed_task& task = {}) {
      switch (choice_.read()) {
        case panic_choice::terminate: return typename terminate::on<P>{}(std::move(what), task);
        case panic_choice::log_and_continue: return typename log_and_continue::on<P>{}(std::move(what), task);
        case panic_choice::rethrow_at_wait: return kept_(std::move(what), task);
        case panic_choice::ignore: return typename ignore::on<P>{}(std::move(what));
      }
    }
    /// What rethrow_at_wait has kept; null with the other choices.
    std::exception_ptr take() { return kept_.take(); }

   private:
    typename P::template cell<panic_choice> choice_{Otherwise};
    typename rethrow_at_wait::on<P> kept_;
  };
};

/// Without a choice in the options it is panic::terminate.
using any = any_by<panic_choice::terminate>;

static_assert(panic_policy<any>);

}  // namespace weir::panic

#endif
