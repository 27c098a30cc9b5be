// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARE_LIMITS_WORKERS_HPP
#define WEIR_VERIFY_SCENARIOS_SHARE_LIMITS_WORKERS_HPP

#include <weir/share.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>
#include <optional>

namespace weir::verify::scenarios {

/// Two threads post to a share of one worker while the pool has two. A post that is under way is no task to rely on: then the pool may get more
/// tasks than the share has places, and one of them has to wait for the other although a worker has taken it.
template <class Pool>
struct share_limits_workers : stage<Pool, 3> {
  static constexpr const char* claim = "I1: no more tasks of a share run at once than its capacity, and each that was accepted runs once";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  void before() {
    this->open({.capacity = 2});
    part.emplace(*this->pool, share_options{.capacity = 1});
  }
  void thread(unsigned i) {
    give(i);
    if (i == 0) give(2);
  }
  void finish() {
    this->pool->wait_idle();
    this->expect_accepted_ran(claim);  // though no thread has waited for the share, which would let tasks in
    part.reset();
    this->end_and_check(claim);
  }

  void give(std::size_t i) {
    const auto alone = [this, i] {
      check<P>(running.read() == 0, claim);
      running.write() = 1;
      ++this->ran[i].write();
      running.write() = 0;
    };
    this->accepted[i] = part->post(alone) == post_result::accepted;
  }

  using P = typename Pool::platform_type;
  std::optional<share<Pool>> part;
  typename P::template cell<int> running{0};
};

}  // namespace weir::verify::scenarios

#endif
