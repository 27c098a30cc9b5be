// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_COROUTINE_ENDS_ELSEWHERE_VS_ITS_KEY_HPP
#define WEIR_VERIFY_SCENARIOS_COROUTINE_ENDS_ELSEWHERE_VS_ITS_KEY_HPP

#include <weir/concepts/tags.hpp>
#include <weir/coroutine.hpp>
#include <weir/pool.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <optional>

namespace weir::verify::scenarios {

/// A coroutine goes to another pool and ends there: the next task of its key, for which no worker was woken, must be seen at home.
///
///     coroutine: goes there, ends
///     poster:                     next task of the key
///     worker at home:                                  ends the task for the queue, looks
template <class Pool>
struct coroutine_ends_elsewhere_vs_its_key : stage<Pool, 2> {
  static constexpr const char* claim =
      "I28: a task behind a key is not stranded when the coroutine that has the key ends on another pool's thread";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;

  using P = typename Pool::platform_type;

  void thread(unsigned) {
    this->open({.capacity = 2, .carriers = 1});
    other.emplace(options{.capacity = 1});
    this->accepted[0] = this->pool->post([this] { return moving_task(); }, key{1}) == post_result::accepted;
    this->accepted[1] = this->pool->post(this->task(1), key{1}) == post_result::accepted;
    this->pool->wait_idle();
  }
  void finish() {
    this->end_and_check(claim);
    other.reset();
  }

 private:
  basic_coroutine<void, P> moving_task() {
    const post_result answer = co_await other->schedule();
    check<P>(answer == post_result::accepted, claim);
    this->task(0)();
  }

  std::optional<weir::pool<P>> other;
};

}  // namespace weir::verify::scenarios

#endif
