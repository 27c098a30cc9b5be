// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SURPLUS_WORKER_VS_QUEUED_TASK_HPP
#define WEIR_VERIFY_SCENARIOS_SURPLUS_WORKER_VS_QUEUED_TASK_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The capacity falls to one while two workers are busy and a third task is queued. The worker that ends its task first is surplus, and
/// must not take the queued one while the other is still busy.
///
///     one worker: ends its task, takes the queued one
///     the other:  is busy                               two run, though the capacity is one
template <class Pool>
struct surplus_worker_vs_queued_task : stage<Pool, 3> {
  static constexpr const char* claim = "I17: a surplus worker leaves before it begins another task";
  static constexpr int threads = 1;
  static constexpr int spawned = 3;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    for (unsigned n : {0u, 1u}) {
      this->accepted[n] = this->pool->post([this, n] {
        begun[n].open();
        may_end[n].pass();
        change_busy(-1);
        ++this->ran[n].write();
      }) == post_result::accepted;
    }
    change_busy(2);
    begun[0].pass();
    begun[1].pass();
    this->accepted[2] = this->pool->post([this] {
      check<P>(change_busy(0) == 0, claim);
      ++this->ran[2].write();
    }) == post_result::accepted;
    this->pool->resize(0, 1);
    may_end[0].open();
    may_end[1].open();
  }
  void finish() { this->end_and_check(claim); }

  using P = typename Pool::platform_type;

 private:
  int change_busy(int by) {
    typename P::unique_lock lock(mutex_);
    return busy_.write() += by;
  }

  std::array<gate<P>, 2> begun;
  std::array<gate<P>, 2> may_end;
  typename P::mutex mutex_;
  typename P::template cell<int> busy_{0};
};

}  // namespace weir::verify::scenarios

#endif
