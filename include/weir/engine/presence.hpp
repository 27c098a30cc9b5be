// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_PRESENCE_HPP
#define WEIR_ENGINE_PRESENCE_HPP

#include <weir/engine/frame.hpp>
#include <weir/options.hpp>

#include <any>

namespace weir::engine {

/// A worker's presence on its thread, from the first hook to the last: on_start, the worker's own object, its end, on_stop.
/// `Contain` runs user code and sees to what it throws.
template <class P, class Contain>
class presence {
 public:
  presence(frame<P>& here, const options& asked, Contain contain) : here_(here), asked_(asked), contain_(contain) {
    greeted_ = !asked_.on_start || contain_([this] { asked_.on_start(); });
    if (!asked_.worker_state) return;
    contain_([this] { state_ = asked_.worker_state(); });
    here_.state = &state_;
  }
  presence(const presence&) = delete;
  presence& operator=(const presence&) = delete;
  ~presence() {
    here_.context = {};  // a task that ended its thread may have left it
    here_.state = nullptr;
    if (state_.has_value()) contain_([this] { state_.reset(); });
    if (greeted_ && asked_.on_stop) contain_([this] { asked_.on_stop(); });
  }

 private:
  frame<P>& here_;
  const options& asked_;
  Contain contain_;
  std::any state_;
  bool greeted_ = false;
};

}  // namespace weir::engine

#endif
