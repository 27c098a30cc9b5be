// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_PLATFORMS_HPP
#define TESTS_INTERACTIONS_PLATFORMS_HPP

#include <weir/platform/native.hpp>
#include <weir/verify/simulated.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace weir::interactions {

/// A platform whose system may refuse threads.
template <class Base>
struct refusing : Base {
  /// So many starts are refused; all, if it is negative.
  static inline std::atomic<int> refusals{0};

  class thread : public Base::thread {
   public:
    thread() noexcept = default;
    template <class F>
    explicit thread(F f, const platform::thread_traits& traits = {}, platform::where w = platform::where::current())
        : Base::thread(granted(std::move(f)), traits, w) {}

   private:
    template <class F>
    static F granted(F f) {
      int left = refusals.load();
      while (left > 0 && !refusals.compare_exchange_weak(left, left - 1)) {
      }
      if (left != 0) throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
      return f;
    }
  };
};

struct virtual_threads : refusing<verify::simulated> {
  using axis = axes::platform;
};
struct real_threads : refusing<platform::native> {
  using axis = axes::platform;
  /// Its own, for the pool of weir::go is on the native platform.
  static void*& slot() noexcept {
    static constinit thread_local void* here = nullptr;
    return here;
  }
};

/// What a program needs beside the pools: threads that are never refused, and time.
template <class P>
struct stage {
  static constexpr bool is_simulated = std::is_same_v<P, virtual_threads>;
  using thread = std::conditional_t<is_simulated, verify::simulated::thread, platform::native::thread>;

  static void sleep(std::chrono::nanoseconds d) {
    if constexpr (is_simulated)
      verify::simulated::sleep_for(d);
    else
      std::this_thread::sleep_for(d);
  }
  /// A thread's name. Of coroutines it says where they are now.
  [[gnu::noinline]] static std::uint64_t self() {
    if constexpr (is_simulated)
      return verify::simulated::this_thread();
    else
      return std::hash<std::thread::id>{}(std::this_thread::get_id());
  }
  /// The unit in which programs count their time: long in virtual time, which costs nothing, short on real threads.
  static constexpr std::chrono::nanoseconds tick = is_simulated ? std::chrono::nanoseconds(1'000'000) : std::chrono::nanoseconds(200'000);
};

/// Opens once, for all waiters.
template <class P>
class gate {
 public:
  void open() {
    typename P::unique_lock lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }
  void wait() {
    typename P::unique_lock lock(mutex_);
    while (!open_) opened_.wait(lock);
  }
  /// Did it open in that time?
  bool wait_for(std::chrono::nanoseconds d) {
    const auto deadline = P::clock::now() + d;
    typename P::unique_lock lock(mutex_);
    while (!open_ && P::clock::now() < deadline) opened_.wait_until(lock, deadline);
    return open_;
  }
  [[nodiscard]] bool is_open() {
    typename P::unique_lock lock(mutex_);
    return open_;
  }

 private:
  typename P::mutex mutex_;
  typename P::condition_variable opened_;
  bool open_ = false;
};

}  // namespace weir::interactions

#endif
