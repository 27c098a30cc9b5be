// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LOOP_BY_A_CONTEXT_IS_STOPPED_HPP
#define WEIR_VERIFY_SCENARIOS_LOOP_BY_A_CONTEXT_IS_STOPPED_HPP

#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/unrolled_context.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <stop_token>

namespace weir::verify::scenarios {

/// All that ran by a context was fast, and then an element of a loop by this context requests a stop. Only the first block may still run, of an eighth of
/// the range at most.
template <class Pool>
struct loop_by_a_context_is_stopped : stage<Pool, 1> {
  static constexpr const char* claim = "I24: a stop request reaches a loop by a context after an eighth of its range, whatever ran before";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;
  static constexpr effort work{.graphs = few_graphs};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    {
      using context = fork_context<Pool>;
      engine::unrolled_context<Pool> own(*this->pool);
      context& here = own;
      do static_cast<void>(here.tick(1));
      while (here.ticks_left() != context::ticks_of_forks);
      int calls = 0;
      const bool complete = for_each_index(
          here, 0, 80,
          [&](int) {
            ++calls;
            platform::request_stop<P>(stop);
          },
          stop.get_token());
      check<P>(!complete && calls <= 10, claim);
    }
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;

  std::stop_source stop;
};

}  // namespace weir::verify::scenarios

#endif
