// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_MACHINE_HPP
#define WEIR_BENCH_MACHINE_MACHINE_HPP

#include <weir/concepts/axes.hpp>
#include <weir/platform/durations.hpp>
#include <weir/platform/futex_word.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/poll.hpp>
#include <weir/platform/thread_traits.hpp>
#include <weir/platform/unique_lock.hpp>
#include <weir/platform/where.hpp>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#include "bench/machine/computer.hpp"

namespace weir::bench {

/// The platform of a simulated machine, sim::computer: a pool over it is the shipped code, and each operation costs virtual time by the state of the
/// cache line that it uses. Orders of memory are accepted, and cost what x86 makes of them: a store that is sequentially consistent, a fence that is,
/// and each read-modify-write wait for what was written before; nothing else does. What this shows is time; what may go wrong, the checkers' platforms
/// show. Outside of a run operations just work, and what could wait is refused.
struct machine {
  using axis = axes::platform;
  using where = platform::where;

  template <class T>
  class atomic {
    static_assert(std::is_trivially_copyable_v<T>, "an atomic holds a trivially copyable type");

   public:
    atomic() : value_(T{}) {}
    explicit atomic(T value) : value_(value) {}
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;

    T load(std::memory_order, where at = where::current()) const {
      if (auto* its = sim::computer::current()) its->read(&value_, sizeof(T), at);
      return value_;
    }
    void store(T v, std::memory_order order, where at = where::current()) {
      if (order == std::memory_order_seq_cst)
        changes(at);
      else if (auto* its = sim::computer::current())
        its->write(&value_, sizeof(T), at);
      value_ = v;
    }
    T exchange(T v, std::memory_order, where at = where::current()) { return changes(at), std::exchange(value_, v); }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order, std::memory_order, where at = where::current()) {
      return swap_if(expected, desired, at);
    }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order, std::memory_order, where at = where::current()) {
      return swap_if(expected, desired, at);
    }
    T fetch_add(T v, std::memory_order, where at = where::current()) {
      return changes(at), std::exchange(value_, static_cast<T>(value_ + v));
    }
    T fetch_sub(T v, std::memory_order, where at = where::current()) {
      return changes(at), std::exchange(value_, static_cast<T>(value_ - v));
    }
    T fetch_or(T v, std::memory_order, where at = where::current()) {
      return changes(at), std::exchange(value_, static_cast<T>(value_ | v));
    }
    T fetch_and(T v, std::memory_order, where at = where::current()) {
      return changes(at), std::exchange(value_, static_cast<T>(value_ & v));
    }

   private:
    void changes(where at) const {
      if (auto* its = sim::computer::current()) its->read_modify_write(&value_, at);
    }
    bool swap_if(T& expected, T desired, where at) {
      changes(at);
      if (std::memcmp(&value_, &expected, sizeof(T)) == 0) return value_ = desired, true;
      expected = value_;
      return false;
    }
    T value_;
  };

  template <class T>
  class cell {
   public:
    cell() : value_() {}
    template <class First, class... Rest>
    explicit cell(First&& first, Rest&&... rest) : value_(std::forward<First>(first), std::forward<Rest>(rest)...) {}
    cell(const cell&) = delete;
    cell& operator=(const cell&) = delete;

    const T& read(where at = where::current()) const {
      if (auto* its = sim::computer::current()) its->read(&value_, sizeof(T), at);
      return value_;
    }
    T& write(where at = where::current()) {
      if (auto* its = sim::computer::current()) its->write(&value_, sizeof(T), at);
      return value_;
    }

   private:
    T value_;
  };

  /// As platform::futex_mutex, with the places of its callers.
  class mutex {
   public:
    void lock(where at = where::current()) {
      auto* const its = sim::computer::current();
      if (its == nullptr) return;
      if (locked_it(at)) return;
      for (unsigned looks = 0; looks != platform::futex_word::looks; ++looks) {
        relax();
        const state seen = state_.load(std::memory_order_relaxed, at);
        if (seen == contended) break;
        if (seen == free && locked_it(at)) return;
      }
      while (state_.exchange(contended, std::memory_order_acquire, at) != free)
        its->sleep(&state_, sim::computer::never, "lock", at, [&] { return state_.load(std::memory_order_relaxed, at) == contended; });
    }
    void unlock(where at = where::current()) {
      auto* const its = sim::computer::current();
      if (its != nullptr && state_.exchange(free, std::memory_order_release, at) == contended) its->wake(&state_, 1, at);
    }

   private:
    enum state : std::uint32_t { free, locked, contended };

    bool locked_it(where at) {
      state expected = free;
      return state_.compare_exchange_strong(expected, locked, std::memory_order_acquire, std::memory_order_relaxed, at);
    }

    atomic<state> state_;
  };

  using unique_lock = platform::unique_lock<mutex>;

  struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;
    static time_point now() noexcept {
      auto* const its = sim::computer::current();
      if (its == nullptr) return time_point();
      its->spend(its->prices().clock);
      return time_point(duration(static_cast<rep>(its->now())));
    }
  };

  /// A count of notifications on a futex. A notification that finds no waiter is one load.
  class condition_variable {
   public:
    void wait(unique_lock& lock, where at = where::current()) { wait_until(lock, clock::time_point::max(), at); }
    void wait_until(unique_lock& lock, clock::time_point deadline, where at = where::current()) {
      auto& its = *sim::computer::current();
      waiters_.fetch_add(1, std::memory_order_relaxed, at);
      const std::uint32_t seen = told_.load(std::memory_order_relaxed, at);
      lock.unlock(at);
      const double until =
          deadline == clock::time_point::max() ? sim::computer::never : static_cast<double>(deadline.time_since_epoch().count());
      its.sleep(&told_, until, "wait", at, [&] { return told_.load(std::memory_order_relaxed, at) == seen; });
      waiters_.fetch_sub(1, std::memory_order_relaxed, at);
      lock.lock(at);
    }
    void notify_one(where at = where::current()) { notify(1, at); }
    void notify_all(where at = where::current()) { notify(~std::size_t{0}, at); }

   private:
    void notify(std::size_t most, where at) {
      auto* const its = sim::computer::current();
      if (its == nullptr || waiters_.load(std::memory_order_relaxed, at) == 0) return;
      told_.fetch_add(1, std::memory_order_relaxed, at);
      its->wake(&told_, most, at);
    }
    atomic<std::uint32_t> waiters_;
    atomic<std::uint32_t> told_;
  };

  class thread {
   public:
    thread() noexcept = default;
    template <class F>
    explicit thread(F f, const platform::thread_traits& = {}, where at = where::current()) {
      auto shared = std::make_shared<F>(std::move(f));  // a task need not be copyable, a std::function's must
      its_ = sim::computer::current()->start([shared] { (*shared)(); }, at);
    }
    thread(thread&& other) noexcept : its_(std::exchange(other.its_, nullptr)) {}
    thread& operator=(thread&& other) noexcept { return its_ = std::exchange(other.its_, nullptr), *this; }

    [[nodiscard]] bool joinable() const noexcept { return its_ != nullptr; }
    void join(where at = where::current()) {
      if (its_ == &sim::computer::current()->self())
        throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur));
      sim::computer::current()->join(*its_, at);
      its_ = nullptr;
    }

   private:
    sim::thread* its_ = nullptr;
  };

  static void fence(std::memory_order order, where at = where::current()) {
    auto* const its = sim::computer::current();
    if (its != nullptr && order == std::memory_order_seq_cst) its->fence(at);
  }
  static void yield(where at = where::current()) {
    if (auto* its = sim::computer::current()) its->yield(at);
  }
  static void relax() noexcept {
    if (auto* its = sim::computer::current()) its->spend(its->prices().pause);
  }
  template <class F>
  static bool poll(F found, std::chrono::nanoseconds most) {
    return platform::poll<machine>(std::move(found), most);
  }
  static void*& slot() noexcept {
    static constinit void* outside = nullptr;
    auto* const its = sim::computer::current();
    return its == nullptr ? outside : its->self().slot;
  }
  static unsigned hardware_concurrency() noexcept {
    auto* const its = sim::computer::current();
    return its == nullptr ? 1 : its->cores();
  }

  // Beyond the platform: for the workloads.

  /// Uses the core for so long, and no memory.
  static void compute(double nanoseconds, where at = where::current()) { sim::computer::current()->compute(nanoseconds, "work", at); }
  [[noreturn]] static void fail(const std::string& why) { sim::computer::current()->fail(why); }
};

}  // namespace weir::bench

#endif
