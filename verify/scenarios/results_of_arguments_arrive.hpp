// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_RESULTS_OF_ARGUMENTS_ARRIVE_HPP
#define WEIR_VERIFY_SCENARIOS_RESULTS_OF_ARGUMENTS_ARRIVE_HPP

#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>
#include <weir/future.hpp>
#include <weir/options.hpp>
#include <weir/post_result.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// Notes that it was called, and returns how often.
template <class P>
struct notes_its_call {
  using argument = typename P::template cell<int>*;
  int operator()(argument note) const { return ++note->write(); }
};
/// The same as a coroutine.
template <class P>
struct notes_its_turn {
  using argument = typename P::template cell<int>*;
  basic_coroutine<int, P> operator()(argument note) const { co_return ++note->write(); }
};

/// A pool of such a function, which is made of options alone as other pools are.
template <class F, class... Policies>
struct pool_of_function : function_pool<F, typename F::argument, Policies...> {
  explicit pool_of_function(const options& o) : function_pool<F, typename F::argument, Policies...>(F{}, o) {}
};

/// As results_arrive, for the arguments of a function_pool: one is submitted, then two in a batch, against stop().
template <class P, template <class> class Function = notes_its_call, class... Policies>
struct results_of_arguments_arrive : stage<pool_of_function<Function<P>, Policies..., P>, 3> {
  static constexpr const char* claim = "I9: a future always completes: with the value, or with why there is none";
  static constexpr int threads = 2;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 1, .carriers = 1}); }
  void thread(unsigned i) {
    if (i == 1) {
      handed_back = this->pool->stop().size();
      return;
    }
    auto one = this->pool->submit(&this->ran[0]);
    tell(0, one);
    typename P::template cell<int>* const batch[] = {&this->ran[1], &this->ran[2]};
    auto two = this->pool->submit_bulk(batch);
    check<P>(two.size() == 2, "a batch has a future for each argument");
    for (std::size_t n = 0; n != two.size(); ++n) tell(n + 1, two[n]);
  }
  void finish() {
    check<P>(handed_back == cancelled, "I9: cancelled is what is said of an argument that was handed back, and of no other");
    this->end_and_check(claim);
  }

 private:
  void tell(std::size_t n, future<int, P>& answer) {
    try {
      check<P>(answer.get() == 1 && this->ran[n].read() == 1, claim);
      this->accepted[n] = true;
    } catch (const not_run& e) {
      const post_result why = e.reason();
      cancelled += why == post_result::cancelled ? 1U : 0U;
      check<P>(why == post_result::closed || why == post_result::cancelled, claim);
    }
  }

  std::size_t handed_back = 0;
  std::size_t cancelled = 0;
};

}  // namespace weir::verify::scenarios

#endif
