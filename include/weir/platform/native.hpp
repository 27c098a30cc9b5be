// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_NATIVE_HPP
#define WEIR_PLATFORM_NATIVE_HPP

#include <weir/concepts/axes.hpp>
#include <weir/platform/condition_variable_any.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/poll.hpp>
#include <weir/platform/process_mark.hpp>
#include <weir/platform/processors.hpp>
#include <weir/platform/relax.hpp>
#include <weir/platform/system_mutex.hpp>
#include <weir/platform/system_semaphore.hpp>
#include <weir/platform/system_thread.hpp>
#include <weir/platform/thread_traits.hpp>
#include <weir/platform/unique_lock.hpp>
#include <weir/platform/where.hpp>

#include <atomic>
#include <cstdint>
#include <ctime>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

namespace weir::platform {

/// The production platform: the operating system's threads, the standard library's atomics, a steady clock.
/// Every member is an inline call to its standard counterpart and compiles to the same instructions, but for hardware_concurrency, a mutex, which is a
/// word where the system has futexes and knows its process, and a condition variable, a list of threads that sleep at semaphores.
struct native {
  using axis = axes::platform;

  /// An atomic whose memory orders are always explicit: it has no operators and no default order.
  template <class T>
  class atomic {
   public:
    atomic() noexcept : value_(T{}) {}
    explicit atomic(T value) noexcept : value_(value) {}

    T load(std::memory_order order, where = where::current()) const noexcept { return value_.load(order); }
    void store(T v, std::memory_order order, where = where::current()) noexcept { value_.store(v, order); }
    T exchange(T v, std::memory_order order, where = where::current()) noexcept { return value_.exchange(v, order); }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure,
                               where = where::current()) noexcept {
      return value_.compare_exchange_weak(expected, desired, success, failure);
    }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure,
                                 where = where::current()) noexcept {
      return value_.compare_exchange_strong(expected, desired, success, failure);
    }
    T fetch_add(T v, std::memory_order order, where = where::current()) noexcept { return value_.fetch_add(v, order); }
    T fetch_sub(T v, std::memory_order order, where = where::current()) noexcept { return value_.fetch_sub(v, order); }
    T fetch_or(T v, std::memory_order order, where = where::current()) noexcept { return value_.fetch_or(v, order); }
    T fetch_and(T v, std::memory_order order, where = where::current()) noexcept { return value_.fetch_and(v, order); }

   private:
    std::atomic<T> value_;
  };

  /// Plain data that several threads access under a protocol of the owner. Here it is just the data;
  /// a checker's cell reports two accesses that no synchronisation orders.
  template <class T>
  class cell {
   public:
    cell() : value_() {}
    template <class First, class... Rest>
    explicit cell(First&& first, Rest&&... rest) : value_(std::forward<First>(first), std::forward<Rest>(rest)...) {}
    cell(const cell&) = delete;
    cell& operator=(const cell&) = delete;

    const T& read(where = where::current()) const noexcept { return value_; }
    T& write(where = where::current()) noexcept { return value_; }

   private:
    T value_;
  };

  class mutex {
   public:
    /// Throws std::system_error(operation_not_permitted) in a process that was forked after the mutex was made: the thread that it may wait for does
    /// not exist there.
    void lock(where = where::current()) {
      mark_.check();
      value_.lock();
    }
    void unlock(where = where::current()) noexcept { value_.unlock(); }

   private:
    system_mutex value_;
    platform::process_mark mark_;
  };

  using process_mark = platform::process_mark;
  using unique_lock = platform::unique_lock<mutex>;

  struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    using standard = std::chrono::steady_clock;  ///< its time points are the same instants
    static constexpr bool is_steady = true;
    static time_point now() noexcept { return time_point(std::chrono::steady_clock::now().time_since_epoch()); }
#if defined(CLOCK_MONOTONIC_COARSE)
    /// The time of the system's last tick, a few milliseconds ago at most.
    static time_point coarse_now() noexcept {
      std::timespec t;
      ::clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
      return time_point(std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
    }
#endif
  };

  class condition_variable {
   public:
    void wait(unique_lock& lock, where = where::current()) { value_.wait(lock); }
    /// Returns after a notification, at the deadline, or spuriously; the caller checks the clock.
    void wait_until(unique_lock& lock, clock::time_point deadline, where = where::current()) {
      if (deadline == clock::time_point::max()) return wait(lock);  // some systems cannot wait for this instant
      value_.wait_until(lock, std::chrono::steady_clock::time_point(deadline.time_since_epoch()));
    }
    void notify_one(where = where::current()) noexcept { value_.notify_one(); }
    void notify_all(where = where::current()) noexcept { value_.notify_all(); }

   private:
    struct system {
      using mutex = system_mutex;
      template <class T>
      using cell = native::cell<T>;
      using semaphore = system_semaphore;
    };
    condition_variable_any<system> value_;
  };

  class thread {
   public:
    thread() noexcept = default;
    /// Throws std::system_error when the system refuses another thread.
    template <class F>
    explicit thread(F f, const thread_traits& traits = {}, where = where::current()) : value_(std::move(f), traits) {}
    [[nodiscard]] bool joinable() const noexcept { return value_.joinable(); }
    void join(where = where::current()) { value_.join(); }

   private:
    system_thread value_;
  };

// g++ warns at every fence that ThreadSanitizer does not see it; the model checker checks the protocols that use fences.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtsan"
#endif
  static void fence(std::memory_order order, where = where::current()) noexcept { std::atomic_thread_fence(order); }
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
  static void yield(where = where::current()) noexcept { std::this_thread::yield(); }
  static void relax() noexcept { platform::relax(); }
  /// As platform::poll.
  template <class F>
  static bool poll(F found, std::chrono::nanoseconds most) {
    return platform::poll<native>(std::move(found), most);
  }

  /// One pointer per thread, initially null.
  static void*& slot() noexcept {
    thread_local void* value = nullptr;
    return value;
  }

  /// True for one call in `n`, at random: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). Each thread of each process begins elsewhere in its sequence, by
  /// the clock and the number of the thread.
  static bool one_in(unsigned n) noexcept {
    thread_local std::uint64_t state = 0;
    constexpr std::uint64_t step = 0x9E37'79B9'7F4A'7C15;
    if (state == 0) [[unlikely]] {
      static std::atomic<std::uint64_t> threads{0};
      const auto now = static_cast<std::uint64_t>(clock::now().time_since_epoch().count());
      // [DRAW-1] relaxed, alone: each thread gets another number; it orders nothing.
      state = scattered(scattered(now) + threads.fetch_add(step, std::memory_order_relaxed));
    }
    return scattered(state += step) < std::numeric_limits<std::uint64_t>::max() / n;
  }

  /// What weir::processors() returns: at least 1. Each call asks the system.
  static unsigned hardware_concurrency() noexcept { return processors(); }

 private:
  static constexpr std::uint64_t scattered(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30)) * 0xBF58'476D'1CE4'E5B9;
    x = (x ^ (x >> 27)) * 0x94D0'49BB'1331'11EB;
    return x ^ (x >> 31);
  }
};

}  // namespace weir::platform

#endif
