// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FORK_HOLDS_WHAT_OTHERS_WANT_HPP
#define WEIR_VERIFY_SCENARIOS_FORK_HOLDS_WHAT_OTHERS_WANT_HPP

#include <weir/algorithm/unrolled_context.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A thread forks, and waits for what it forked, while it holds a lock that other jobs of the same session want. It must run none of those meanwhile.
///
///     caller:    f: takes the lock, forks part, part is taken by a worker; waits for it
///     worker 1:  g: forks wants, which wants the lock, and is still in g
///     worker 2:  part
template <class Pool>
struct fork_holds_what_others_want : stage<Pool, 4> {
  static constexpr const char* claim = "I21: a thread that waits for a job runs parts of that job only";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    {
      engine::unrolled_context<Pool> own(*this->pool);
      fork_context<Pool>& here = own;
      here.fork(
          [this](auto& mine) {
            typename P::unique_lock held(lock);
            mine.fork([this](auto&) { ++this->ran[0].write(); }, [this](auto&) { ++this->ran[1].write(); }, true);
          },
          [this](auto& there) {
            there.fork([this](auto&) { ++this->ran[2].write(); },
                       [this](auto&) {
                         typename P::unique_lock held(lock);
                         ++this->ran[3].write();
                       },
                       true);
          },
          true);
    }
    this->accepted = {true, true, true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  typename P::mutex lock;
};

}  // namespace weir::verify::scenarios

#endif
