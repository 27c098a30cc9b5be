// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_CONTINUATION_VS_THE_END_HPP
#define WEIR_VERIFY_SCENARIOS_CONTINUATION_VS_THE_END_HPP

#include <weir/any_pool.hpp>
#include <weir/future.hpp>
#include <weir/share.hpp>
#include <weir/then.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <concepts>
#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// What a continuation is given of the pool.
enum class posts_to { the_pool, any, share };

/// A pool is destroyed as soon as the result of its last continuation is there. The thread that posted the continuation may still be in that post,
/// of which the pool's user does not know.
///
///     poster: pushes the continuation
///     worker: was awake, runs it -> the result is there, the user destroys the pool
///     poster: looks whether a worker is to be woken
template <class Pool, posts_to To = posts_to::the_pool>
struct continuation_vs_the_end : stage<Pool, 2> {
  static constexpr const char* name = To == posts_to::the_pool ? "continuation_vs_the_end"
                                      : To == posts_to::any    ? "continuation_of_any_pool_vs_the_end"
                                                               : "continuation_of_a_share_vs_the_end";
  static constexpr const char* claim = "I29: a pool is not destroyed before the thread that posted a continuation to it has left the post";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  using P = typename Pool::platform_type;

  void before() {
    if constexpr (std::constructible_from<Pool, options>)
      this->open({.capacity = 1});
    else
      this->pool.emplace(1U, options{.capacity = 1});  // a multi_pool
    if constexpr (To == posts_to::share) part.emplace(*this->pool, share_options{.capacity = 1});
    auto* shared = new engine::outcome<int, P>(nullptr);
    result = future<int, P>(shared);
    promised.emplace(shared);
  }
  void thread(unsigned i) {
    if (i == 1) {
      auto answer = [] { return 1; };
      return promised->complete_with(answer);
    }
    this->post(0);
    this->pool->wait_idle();  // the worker is awake, and looks for more
    this->accepted[1] = true;
    const auto run = [this](int got) { return this->task(1)(), got; };
    auto continued = [&] {
      if constexpr (To == posts_to::the_pool)
        return then(std::move(result), *this->pool, run);
      else if constexpr (To == posts_to::any)
        return then(std::move(result), basic_any_pool<P>(*this->pool), run);
      else
        return then(std::move(result), *part, run);
    }();
    check<P>(continued.get() == 1, claim);
    this->expect_accepted_ran(claim);
    part.reset();
    this->pool.reset();
  }
  void finish() {}

  std::optional<share<Pool>> part;
  future<int, P> result;
  std::optional<engine::promise<int, P>> promised;
};

}  // namespace weir::verify::scenarios

#endif
