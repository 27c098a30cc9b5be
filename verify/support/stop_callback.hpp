// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_STOP_CALLBACK_HPP
#define WEIR_VERIFY_SUPPORT_STOP_CALLBACK_HPP

#include <weir/platform/order.hpp>

#include <stop_token>
#include <utility>

namespace weir::verify {

/// A std::stop_callback between threads of a platform that are all one thread of the system. The standard's destructor would not wait for a call
/// that another of them makes; this one does, and sees what the call did. The call sees what was done before the constructor.
template <class P, class F>
class stop_callback {
 public:
  stop_callback(std::stop_token token, F f) : f_(std::move(f)), token_(std::move(token)), registered_(made(), call{*this}) {}
  stop_callback(const stop_callback&) = delete;
  stop_callback& operator=(const stop_callback&) = delete;
  /// A call may destroy what it is a call of, and is not waited for then.
  ~stop_callback() {
    changing(token_);
    if (caller_ == nullptr) return;
    if (caller_ != &P::slot()) {
      while (!ended_.load(std::memory_order_acquire)) P::yield();
    } else if (!ended_.load(std::memory_order_relaxed)) {
      *destroyed_ = true;
    }
  }

 private:
  /// The next thing that the thread does is a change of the token's list of callbacks.
  static const std::stop_token& changing(const std::stop_token& token) {
    if constexpr (requires { P::callbacks_change(token); }) P::callbacks_change(token);
    return token;
  }
  const std::stop_token& made() {
    made_.store(true, std::memory_order_release);
    return changing(token_);
  }
  struct call {
    stop_callback& self;
    void operator()() const noexcept { self.run(); }
  };
  /// From the list of callbacks to `caller_`, nothing is a point where another thread may go first: the destructor then waits.
  void run() {
    bool destroyed = false;
    const std::stop_token token = token_;
    destroyed_ = &destroyed;
    caller_ = &P::slot();
    made_.exchange(true, std::memory_order_acquire);  // reads what made() wrote
    f_();
    if (!destroyed) ended_.store(true, std::memory_order_release);
    changing(token);  // the thread looks for the next callback
  }

  F f_;
  const std::stop_token token_;
  const void* caller_ = nullptr;  // the thread that has made the call
  bool* destroyed_ = nullptr;  // of the call under way: is this object gone?
  typename P::template atomic<bool> ended_{false};
  typename P::template atomic<bool> made_{false};
  std::stop_callback<call> registered_;
};

}  // namespace weir::verify

#endif
