// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OWN_POSTS_VS_STOP_HPP
#define WEIR_VERIFY_SCENARIOS_OWN_POSTS_VS_STOP_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <cstddef>

namespace weir::verify::scenarios {

/// stop() against a task that posts two: each that was accepted runs or is handed back, wherever the queue keeps what a worker posts.
template <class Pool>
struct own_posts_vs_stop : stage<Pool, 3> {
  static constexpr const char* claim = "I7: what a task posts while the pool is stopped is run, handed back or refused";
  static constexpr int threads = 1;
  static constexpr int spawned = 4;  // a worker may leave in the middle of a push, which then calls for another

  using typename stage<Pool, 3>::P;

  void thread(unsigned) {
    this->open({.capacity = 2});
    this->accepted[0] = this->pool->post([this] {
      ++this->ran[0].write();
      this->post(1);
      this->post(2);
    }) == post_result::accepted;
    std::size_t seen = this->pool->stop().size();
    this->pool->join();
    std::size_t accepted = 0;
    for (std::size_t i = 0; i != 3; ++i) {
      seen += static_cast<std::size_t>(this->ran[i].read());
      accepted += this->accepted[i] ? 1 : 0;
    }
    check<P>(seen == accepted, claim);
    this->pool.reset();
  }
};

}  // namespace weir::verify::scenarios

#endif
