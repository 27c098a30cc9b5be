// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CONTINUATION_VS_OUTCOME_HPP
#define WEIR_VERIFY_SCENARIOS_CONTINUATION_VS_OUTCOME_HPP

#include <weir/future.hpp>
#include <weir/post_result.hpp>
#include <weir/then.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// A future is continued as its result arrives, and the pool is stopped then: the continuation runs once, or its future says why not.
///
///     then():   there is no result yet; asks to be woken
///     the task: stores the result, wakes what asks to be woken
///     stop():   hands the continuation back, which is destroyed
template <class Pool>
struct continuation_vs_outcome : stage<Pool, 1> {
  static constexpr const char* claim = "I5, I9: a continuation runs once with the result, or its future says why it did not";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  using P = typename Pool::platform_type;

  void before() {
    this->open({.capacity = 1});
    auto* shared = new engine::outcome<int, P>(nullptr);
    result = future<int, P>(shared);
    promised.emplace(shared);
  }
  void thread(unsigned i) {
    if (i == 1) {
      auto answer = [this] { return ++told.write(); };
      promised->complete_with(answer);
      return static_cast<void>(this->pool->stop());
    }
    auto continued = then(std::move(result), *this->pool, [this](int got) {
      this->task(0)();
      return got + told.read();
    });
    try {
      check<P>(continued.get() == 2 && this->ran[0].read() == 1, claim);
      this->accepted[0] = true;
    } catch (const not_run& why) {
      check<P>(why.reason() == post_result::cancelled || why.reason() == post_result::closed, claim);
    }
  }
  void finish() { this->end_and_check(claim); }

  future<int, P> result;
  std::optional<engine::promise<int, P>> promised;
  typename P::template cell<int> told{0};  // what the task did before its end
};

}  // namespace weir::verify::scenarios

#endif
