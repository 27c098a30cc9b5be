// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_WAIT_IDLE_MEANS_IDLE_HPP
#define WEIR_VERIFY_SCENARIOS_WAIT_IDLE_MEANS_IDLE_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// Two threads wait for the pool to be idle, each after a post of its own. Each must find its own task done, including what the
/// task captured; neither may miss the moment because the other saw it first.
template <class Pool>
struct wait_idle_means_idle : stage<Pool, 2> {
  static constexpr const char* claim = "I20, I22: wait_idle returns when all that was posted before is done and gone, for every waiter";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  struct capture {
    wait_idle_means_idle* s;
    unsigned i;
    bool owner = true;
    capture(wait_idle_means_idle* scenario, unsigned index) : s(scenario), i(index) {}
    capture(capture&& other) noexcept : s(other.s), i(other.i) { other.owner = false; }
    ~capture() {
      if (owner) ++s->destroyed[i].write();
    }
    void operator()() { ++s->ran[i].write(); }
  };

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned i) {
    this->accepted[i] = this->pool->post(capture(this, i)) == post_result::accepted;
    this->pool->wait_idle();
    check<P>(this->ran_or_dropped(i), claim);
    check<P>(destroyed[i].read() == 1, "I22: a task's captures are gone before it counts as done");
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;
  std::array<typename P::template cell<int>, 2> destroyed;
};

}  // namespace weir::verify::scenarios

#endif
