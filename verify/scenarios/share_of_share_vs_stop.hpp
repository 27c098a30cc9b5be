// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_OF_SHARE_VS_STOP_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_OF_SHARE_VS_STOP_HPP

#include <weir/share.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// A thread waits for a share of a share while the pool is stopped, or the outer share. Tasks of the inner share are left in either, and perhaps only
/// that thread is left to run them: not before a task of the outer share has ended.
template <class Pool, bool StopsPool>
struct share_of_share_vs_stop : stage<Pool, 3> {
  static constexpr const char* name = StopsPool ? "share_of_share_vs_stop_of_pool" : "share_of_share_vs_stop_of_share";
  static constexpr const char* claim =
      "I1, I3: a wait for a share of a share ends though the pool or the outer share is stopped, and runs nothing beside the outer's tasks";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;

  void before() {
    this->open({.capacity = 1});
    outer.emplace(*this->pool, share_options{.capacity = 1});
    inner.emplace(*outer, share_options{.capacity = 1});
  }
  void thread(unsigned i) {
    if (i == 1) {
      handed_back = StopsPool ? this->pool->stop().size() : outer->stop().size();
      return;
    }
    give(*outer, 0);
    give(*inner, 1);
    give(*inner, 2);
    inner->wait_idle();
  }
  void finish() {
    inner.reset();
    outer.reset();
    check<P>(this->accepted_not_run(claim) == handed_back, claim);
    this->pool.reset();
  }

  template <class Share>
  void give(Share& to, std::size_t n) {
    const auto alone = [this, n] {
      check<P>(running.read() == 0, claim);
      running.write() = 1;
      ++this->ran[n].write();
      running.write() = 0;
    };
    this->accepted[n] = to.post(alone) == post_result::accepted;
  }

  using P = typename Pool::platform_type;
  std::optional<share<Pool>> outer;
  std::optional<share<share<Pool>>> inner;
  std::size_t handed_back = 0;
  typename P::template cell<int> running{0};
};

}  // namespace weir::verify::scenarios

#endif
