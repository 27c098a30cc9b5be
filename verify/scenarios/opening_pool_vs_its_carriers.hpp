// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_OPENING_POOL_VS_ITS_CARRIERS_HPP
#define WEIR_VERIFY_SCENARIOS_OPENING_POOL_VS_ITS_CARRIERS_HPP

#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A pool whose hooks call it, also while it is being made.
template <class Pool>
struct pool_known_to_its_hooks : Pool {
  explicit pool_known_to_its_hooks(const options& o) : Pool(with_hook(o, this)) {}

 private:
  static options with_hook(options o, Pool* self) {
    o.on_start = [self] { static_cast<void>(self->stats()); };
    return o;
  }
};

/// A light pool is used at once while its carriers begin: they may look for work before there is any, and be about to park; and they call the
/// user's hooks, which call the pool, before its constructor returns.
///
///     carrier: begins, looks: nothing is ready
///     opener: posts -> a worker is ready, and some carrier must find it
///     carrier: parks, and the task stays
template <class Pool>
struct opening_pool_vs_its_carriers : stage<pool_known_to_its_hooks<Pool>, 1> {
  static constexpr const char* claim = "I2: a task runs though the carriers began before there was anything to carry";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;

  void thread(unsigned) {
    this->open({.capacity = 1, .carriers = 2});
    this->post(0);
  }
  void finish() { this->end_and_check(claim); }
};

}  // namespace weir::verify::scenarios

#endif
