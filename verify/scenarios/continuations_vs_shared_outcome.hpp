// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CONTINUATIONS_VS_SHARED_OUTCOME_HPP
#define WEIR_VERIFY_SCENARIOS_CONTINUATIONS_VS_SHARED_OUTCOME_HPP

#include <weir/future.hpp>
#include <weir/shared_future.hpp>
#include <weir/then.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// A shared future is continued twice as its result arrives; the second continuation has the last copy.
///
///     then():   there is no result yet; joins the waiters
///     the task: stores the result, wakes the waiters, lets go of what they share
///     a worker: runs the continuation, which drops its copy
template <class Pool>
struct continuations_vs_shared_outcome : stage<Pool, 2> {
  static constexpr const char* claim =
      "I5, I9, I29: each continuation of a shared future runs once with the result, and the last owner frees it";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

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
      return promised->complete_with(answer);
    }
    shared_future<int, P> many = std::move(result);
    auto first = then(many, *this->pool, [this](const int& got) {
      this->task(0)();
      return got + told.read();
    });
    auto second = then(std::move(many), *this->pool, [this](const shared_future<int, P>& all) {
      this->task(1)();
      return all.get() + told.read();
    });
    check<P>(first.get() == 2 && second.get() == 2, claim);
    this->accepted = {true, true};
  }
  void finish() { this->end_and_check(claim); }

  future<int, P> result;
  std::optional<engine::promise<int, P>> promised;
  typename P::template cell<int> told{0};  // what the task did before its end
};

}  // namespace weir::verify::scenarios

#endif
