// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FORK_WAITS_WITH_OLDER_FORKS_HPP
#define WEIR_VERIFY_SCENARIOS_FORK_WAITS_WITH_OLDER_FORKS_HPP

#include <weir/algorithm/unrolled_context.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A thread waits for what it forked, while it still keeps what it forked before. A worker must be able to take that: another job may wait for it.
///
///     caller:    keeps older, forks newer, which a worker takes; waits for newer
///     worker 1:  newer: waits for older
///     worker 2:  older
template <class Pool>
struct fork_waits_with_older_forks : stage<Pool, 3> {
  static constexpr const char* claim = "I21: a thread that waits for a job keeps no older one from the idle workers";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    {
      engine::unrolled_context<Pool> own(*this->pool);
      fork_context<Pool>& here = own;
      here.fork(
          [this](auto& mine) {
            mine.fork(
                [this](auto&) {
                  newer_begun.pass();
                  ++this->ran[0].write();
                },
                [this](auto&) {
                  newer_begun.open();
                  older_ran.pass();
                  ++this->ran[1].write();
                },
                true);
          },
          [this](auto&) {
            ++this->ran[2].write();
            older_ran.open();
          });
    }
    this->accepted = {true, true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  gate<P> newer_begun;
  gate<P> older_ran;
};

}  // namespace weir::verify::scenarios

#endif
