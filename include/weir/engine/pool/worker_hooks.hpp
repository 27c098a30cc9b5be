// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_WORKER_HOOKS_HPP
#define WEIR_ENGINE_POOL_WORKER_HOOKS_HPP

#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/options.hpp>

#include <any>

namespace weir::engine {

/// The hooks around a worker's life: begin() calls on_start and makes the worker's state object; the destructor destroys the object and calls
/// on_stop. A hook may end the thread: what the earlier hooks did is still undone.
/// `Contain` runs user code and gives its exceptions to the panic policy.
template <class P, class Contain>
class worker_hooks {
 public:
  worker_hooks(task_frame<P>& here, const options& asked, Contain contain) noexcept : here_(here), asked_(asked), contain_(contain) {}
  worker_hooks(const worker_hooks&) = delete;
  worker_hooks& operator=(const worker_hooks&) = delete;
  /// A hook that ends the thread unwinds through here.
  ~worker_hooks() noexcept(false) {
    here_.context = {};  // a task that ended its thread leaves it set
    here_.state = nullptr;
    const last_hook stopping{*this};
    if (state_.has_value()) contain_([this] { state_.reset(); });
  }

  void begin() {
    greeted_ = !asked_.on_start || contain_([this] { asked_.on_start(); });
    if (!asked_.worker_state) return;
    contain_([this] { state_ = asked_.worker_state(); });
    here_.state = &state_;
  }

 private:
  struct last_hook {
    worker_hooks& self;
    ~last_hook() noexcept(false) {
      if (self.greeted_ && self.asked_.on_stop) self.contain_([this] { self.asked_.on_stop(); });
    }
  };

  task_frame<P>& here_;
  const options& asked_;
  Contain contain_;
  std::any state_;
  bool greeted_ = false;
};

}  // namespace weir::engine

#endif
