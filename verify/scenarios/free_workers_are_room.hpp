// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_FREE_WORKERS_ARE_ROOM_HPP
#define WEIR_VERIFY_SCENARIOS_FREE_WORKERS_ARE_ROOM_HPP

#include <weir/verify/scenarios/stage.hpp>
#include <weir/verify/support/probes.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// A pool of two workers, one of them idle and one not started, gets two tasks more than its queue holds, from two threads. No task ends before all
/// have been posted, so each worker takes one, and the queue holds the rest: none is refused, wherever the workers are.
///
///     submitter: push -> full    worker: woken .......... takes the task that woke it
///     submitter: is a worker free? -> no, it is on its way: full
template <class Pool>
struct free_workers_are_room : stage<Pool, 6> {
  static constexpr const char* claim = "I28: no post is refused while a worker is idle or on its way, or could be started";
  static constexpr int threads = 2;
  static constexpr int spawned = 12;

  void before() {
    room = room_of<Pool>(most);
    this->open({.capacity = 2});
  }
  void thread(unsigned i) {
    if (i == 0) {
      this->post(5);
      this->pool->wait_idle();
      one_is_idle.open();
    } else {
      one_is_idle.pass();
    }
    for (std::size_t n = i; n < room + 2; n += 2) {
      const post_result r = this->pool->try_post([this, n] {
        all_are_posted.pass();
        ++this->ran[n].write();
      });
      this->accepted[n] = r == post_result::accepted;
    }
  }
  void finish() {
    bool all = true;
    for (std::size_t n = 0; n != room + 2; ++n) all &= this->accepted[n];
    const bool refused = room == most || this->pool->try_post([] {}) == post_result::full;
    all_are_posted.open();
    check<P>(all && refused, claim);
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  static constexpr std::size_t most = 2;  // of a larger queue the edge is not met
  std::size_t room = 0;
  gate<P> one_is_idle, all_are_posted;
};

}  // namespace weir::verify::scenarios

#endif
