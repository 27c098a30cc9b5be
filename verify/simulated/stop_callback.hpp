// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_STOP_CALLBACK_HPP
#define WEIR_VERIFY_SIMULATED_STOP_CALLBACK_HPP

#include <stop_token>
#include <utility>

namespace weir::verify::sim {

/// A std::stop_callback between simulated threads. To the standard's they are all the one thread that runs them, so its destructor would
/// not wait for a call that another of them makes; this one does.
template <class P, class F>
class stop_callback {
 public:
  stop_callback(std::stop_token token, F f) : f_(std::move(f)), registered_(std::move(token), call{*this}) {}
  stop_callback(const stop_callback&) = delete;
  stop_callback& operator=(const stop_callback&) = delete;
  /// A call may destroy what it is a call of, and is not waited for then.
  ~stop_callback() {
    while (destroyed_ != nullptr && caller_ != &P::slot()) P::yield();
    if (destroyed_ != nullptr) *destroyed_ = true;
  }

 private:
  struct call {
    stop_callback& self;
    void operator()() const noexcept { self.run(); }
  };
  /// Between the list of callbacks and the first line, and after the last, nothing is a point where another thread may go first.
  void run() {
    bool destroyed = false;
    destroyed_ = &destroyed;
    caller_ = &P::slot();
    f_();
    if (!destroyed) destroyed_ = nullptr;
  }

  F f_;
  bool* destroyed_ = nullptr;  // of the call under way: is this object gone?
  const void* caller_ = nullptr;
  std::stop_callback<call> registered_;
};

}  // namespace weir::verify::sim

#endif
