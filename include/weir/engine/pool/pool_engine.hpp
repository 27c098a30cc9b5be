// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_POOL_ENGINE_HPP
#define WEIR_ENGINE_POOL_POOL_ENGINE_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/coroutine_calls.hpp>
#include <weir/engine/pool/lifecycle.hpp>
#include <weir/engine/pool/worker_loop.hpp>
#include <weir/options.hpp>

namespace weir::engine {

/// Owns a pool's core: opens the pool on construction and drains it on destruction.
template <class C>
class pool_engine {
 public:
  using config = C;
  using P = typename C::platform;
  using task = typename C::task;

  /// `of_the_queue`: the queue's constructor arguments.
  template <class... Parts>
  explicit pool_engine(const options& o, Parts&... of_the_queue) : core_(o, of_the_queue...) {
    lifecycle<C>(core_).open();
  }
  pool_engine(const pool_engine&) = delete;
  pool_engine& operator=(const pool_engine&) = delete;
  ~pool_engine() { lifecycle<C>(core_).end(); }

  [[nodiscard]] engine::core<C>& core() noexcept { return core_; }

 private:
  engine::core<C> core_;
};

}  // namespace weir::engine

#endif
