// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_DISCARD_OLDEST_VS_WORKER_HPP
#define WEIR_VERIFY_SCENARIOS_DISCARD_OLDEST_VS_WORKER_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <cstdint>
#include <utility>

namespace weir::verify::scenarios {

/// For blocking::discard_oldest: a worker and a submitter that needs room want the same task, which runs or is dropped, and never both.
/// A waiter for an idle pool is woken when the last task was dropped.
template <class Pool>
struct discard_oldest_vs_worker : stage<Pool, 4> {
  static constexpr const char* claim = "I2, I22: a task that was dropped to make room has not run, and every other one has";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;

  struct capture {
    discard_oldest_vs_worker* s;
    std::size_t i;
    capture(discard_oldest_vs_worker* scenario, std::size_t index) : s(scenario), i(index) {}
    capture(capture&& other) noexcept : s(std::exchange(other.s, nullptr)), i(other.i) {}
    ~capture() {
      if (s != nullptr) ++s->ended[i].write();
    }
    void operator()() const { ++s->ran[i].write(); }
  };

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    for (std::size_t task : {2 * i, 2 * i + 1})
      check<P>(this->pool->post(capture(this, task)) == post_result::accepted, "a post that may drop another task is never refused");
    this->pool->wait_idle();
    for (std::size_t task : {2 * i, 2 * i + 1}) check<P>(ended[task].read() == 1, "I22: a task is gone when the pool is idle");
  }
  void finish() {
    this->pool->wait_idle();
    const std::uint64_t dropped = this->pool->stats().discarded;
    this->pool.reset();
    std::uint64_t ran = 0;
    for (std::size_t i = 0; i != 4; ++i) {
      check<P>(ended[i].read() == 1 && this->ran[i].read() <= 1, claim);
      ran += static_cast<std::uint64_t>(this->ran[i].read());
    }
    const std::uint64_t heard = heard_drops<P>::read();
    check<P>(ran + heard >= 4 && (dropped == heard || dropped == 0), claim);  // an observer need not tell
  }

  using P = typename Pool::platform_type;
  std::array<typename P::template cell<int>, 4> ended;
};

}  // namespace weir::verify::scenarios

#endif
