// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_POOL_ENGINE_HPP
#define WEIR_ENGINE_POOL_POOL_ENGINE_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/coroutine_calls.hpp>
#include <weir/engine/pool/lifecycle.hpp>
#include <weir/engine/pool/worker_loop.hpp>
#include <weir/options.hpp>

namespace weir::engine {

/// Owns a pool's core: opens the pool on construction and drains it on destruction. In a child process of fork() it leaves the core as it is.
template <class C>
class pool_engine {
 public:
  using config = C;
  using P = typename C::platform;
  using task = typename C::task;

  /// `of_the_queue`: the queue's constructor arguments.
  template <class... Parts>
  explicit pool_engine(const options& o, Parts&... of_the_queue) : held_(o, of_the_queue...) {
    lifecycle<C>(core()).open();
  }
  pool_engine(const pool_engine&) = delete;
  pool_engine& operator=(const pool_engine&) = delete;
  ~pool_engine() {
    if (core().home.is_here()) lifecycle<C>(core()).end();
  }

  [[nodiscard]] engine::core<C>& core() noexcept { return held_.core; }

 private:
  /// Threads that are not there may be in the middle of a change of what a core holds.
  union holder {
    engine::core<C> core;

    template <class... Parts>
    explicit holder(const options& o, Parts&... of_the_queue) : core(o, of_the_queue...) {}
    ~holder() {
      if (core.home.is_here()) core.~core();
    }
  };

  holder held_;
};

}  // namespace weir::engine

#endif
