// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_LOOP_WITHOUT_THREADS_HPP
#define WEIR_VERIFY_SCENARIOS_LOOP_WITHOUT_THREADS_HPP

#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/fork_context.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The system may refuse every thread, so that a post runs its task on the caller's stack. An element that forks calls for help in its middle: neither
/// the other element nor the second half may run there, because they may want a lock that is held, or what the first half makes.
template <class Pool>
struct loop_without_threads : stage<Pool, 4> {
  static constexpr const char* claim = "I21, I30: no job runs in the middle of another one on the same thread";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.spawn_faults = 4};

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned) {
    for_each_index(*this->pool, 0, 2, [this](fork_context<Pool>& here, int i) {
      void*& mine = P::slot();
      check<P>(inside[0] != &mine && inside[1] != &mine, claim);
      inside[i] = &mine;
      ++this->ran[static_cast<std::size_t>(i)].write();
      if (i == 0) {
        bool first_half = false;
        here.fork(
            [&](auto&) {
              first_half = true;
              ++this->ran[2].write();
            },
            [&](auto&) {
              check<P>(first_half || &P::slot() != &mine, claim);
              ++this->ran[3].write();
            },
            true);
      }
      inside[i] = nullptr;
    });
    this->accepted = {true, true, true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  void* inside[2] = {};  ///< which thread is in that element; the checker runs one thread at a time
};

}  // namespace weir::verify::scenarios

#endif
