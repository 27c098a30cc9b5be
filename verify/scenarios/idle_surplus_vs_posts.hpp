// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_IDLE_SURPLUS_VS_POSTS_HPP
#define WEIR_VERIFY_SCENARIOS_IDLE_SURPLUS_VS_POSTS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// The capacity falls while two workers are idle, and then tasks come: one of the workers must retire without one.
///
///     resizer:  capacity 1, wakes both
///     poster:                           push, push, push
///     workers:                                           each takes one
template <class Pool>
struct idle_surplus_vs_posts : stage<Pool, 5> {
  static constexpr const char* claim = "I17: a worker that is idle when it becomes surplus begins no task";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;

  using P = typename Pool::platform_type;

  void before() { this->open({.capacity = 2}); }
  void thread(unsigned) {
    both.post(0);
    both.post(1);
    both.wait();
    this->pool->wait_idle();
    this->pool->resize(0, 1);
    for (unsigned n : {2u, 3u, 4u}) {
      this->accepted[n] = this->pool->post([this, n] {
        check<P>(change_running(1) == 1, claim);
        change_running(-1);
        ++this->ran[n].write();
      }) == post_result::accepted;
    }
  }
  void finish() { this->end_and_check(claim); }

 private:
  int change_running(int by) {
    typename P::unique_lock lock(mutex_);
    return running_.write() += by;
  }

  meeting<stage<Pool, 5>> both{*this};
  typename P::mutex mutex_;
  typename P::template cell<int> running_{0};
};

}  // namespace weir::verify::scenarios

#endif
