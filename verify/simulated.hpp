// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_HPP
#define WEIR_VERIFY_SIMULATED_HPP

#include <weir/concepts/axes.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/order.hpp>
#include <weir/platform/thread_traits.hpp>
#include <weir/platform/time_span.hpp>
#include <weir/platform/unique_lock.hpp>
#include <weir/platform/where.hpp>
#include <weir/verify/simulated/world.hpp>
#include <weir/verify/support/stop_callback.hpp>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

namespace weir::verify {

/// The platform of a `world`: threads are fibers, time is virtual and the schedule is an input. A pool over it runs
/// deterministically, without waiting, and a pool that hangs is a report and not a hang.
///
/// Every operation is a point where another thread may go first. What it does not show: reordering by weak memory (an order
/// is accepted and ignored), and races on plain data, since a cell is not a scheduling point. Relacy shows those.
/// Outside of a world, atomics, cells and mutexes just work; everything that could wait is refused.
struct simulated {
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
      point("atomic load", at);
      return value_;
    }
    void store(T v, std::memory_order, where at = where::current()) {
      point("atomic store", at);
      put(v);
    }
    T exchange(T v, std::memory_order, where at = where::current()) {
      point("atomic exchange", at);
      return put(v);
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order, std::memory_order, where at = where::current()) {
      point("atomic compare_exchange", at);
      const bool fails = sim::scheduler::current() != nullptr && sim::scheduler::current()->accident();
      return swap_if(expected, desired, fails);
    }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order, std::memory_order, where at = where::current()) {
      point("atomic compare_exchange", at);
      return swap_if(expected, desired, false);
    }
    T fetch_add(T v, std::memory_order, where at = where::current()) {
      point("atomic fetch_add", at);
      return put(static_cast<T>(value_ + v));
    }
    T fetch_sub(T v, std::memory_order, where at = where::current()) {
      point("atomic fetch_sub", at);
      return put(static_cast<T>(value_ - v));
    }
    T fetch_or(T v, std::memory_order, where at = where::current()) {
      point("atomic fetch_or", at);
      return put(static_cast<T>(value_ | v));
    }
    T fetch_and(T v, std::memory_order, where at = where::current()) {
      point("atomic fetch_and", at);
      return put(static_cast<T>(value_ & v));
    }

   private:
    T put(T v) {
      auto* const world = sim::scheduler::current();
      if (world != nullptr && std::memcmp(&value_, &v, sizeof(T)) != 0) world->changed();
      return std::exchange(value_, v);
    }
    bool swap_if(T& expected, T desired, bool fails) {
      if (!fails && std::memcmp(&value_, &expected, sizeof(T)) == 0) {
        put(desired);
        return true;
      }
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

    const T& read(where = where::current()) const { return value_; }
    T& write(where = where::current()) { return value_; }

   private:
    T value_;
  };

  class mutex {
   public:
    mutex() = default;
    mutex(const mutex&) = delete;
    mutex& operator=(const mutex&) = delete;
    ~mutex() {
      if (owner_ != nullptr && sim::scheduler::current() != nullptr) {
        sim::scheduler::current()->fail("a mutex was destroyed while locked\n  " + owner_->describe());
      }
    }

    void lock(where at = where::current()) {
      point("mutex lock", at);
      if (auto* world = sim::scheduler::current()) take(*world);
    }
    void unlock(where at = where::current()) {
      point("mutex unlock", at);
      if (auto* world = sim::scheduler::current()) give(*world);
    }

   private:
    friend struct simulated;
    void take(sim::scheduler& world) {
      while (owner_ != nullptr) world.block(waiting_, sim::strand::no_deadline);
      owner_ = &world.self();
    }
    void give(sim::scheduler& world) {
      if (owner_ != &world.self()) world.fail("a mutex was unlocked by a thread that does not hold it\n  " + world.self().describe());
      owner_ = nullptr;
      world.wake_all(waiting_);  // the scheduler chooses the first
    }
    sim::strand* owner_ = nullptr;
    sim::wait_queue waiting_;
  };

  using unique_lock = platform::unique_lock<mutex>;

  struct clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock>;
    static constexpr bool is_steady = true;
    static time_point now() noexcept {
      auto* world = sim::scheduler::current();
      return time_point(duration(world == nullptr ? 0 : world->now()));
    }
  };

  class condition_variable {
   public:
    condition_variable() = default;
    condition_variable(const condition_variable&) = delete;
    condition_variable& operator=(const condition_variable&) = delete;
    ~condition_variable() {
      if (!waiting_.empty() && sim::scheduler::current() != nullptr) {
        sim::scheduler::current()->fail("a condition variable was destroyed under a waiter\n  " + waiting_.front()->describe());
      }
    }

    void wait(unique_lock& lock, where at = where::current()) { wait_until(lock, clock::time_point::max(), at); }
    void wait_until(unique_lock& lock, clock::time_point deadline, where at = where::current()) {
      auto& world = sim::scheduler::here("waiting");
      world.point(deadline == clock::time_point::max() ? "condition wait" : "condition wait_until", at);
      mutex& held = *lock.mutex();
      held.give(world);
      const std::int64_t until = deadline.time_since_epoch().count();
      world.block(waiting_, world.accident() ? INT64_MIN : until);
      held.take(world);
    }
    void notify_one(where at = where::current()) {
      point("notify_one", at);
      if (auto* world = sim::scheduler::current()) world->wake_one(waiting_);
    }
    void notify_all(where at = where::current()) {
      point("notify_all", at);
      if (auto* world = sim::scheduler::current()) world->wake_all(waiting_);
    }

   private:
    sim::wait_queue waiting_;
  };

  class thread {
   public:
    thread() noexcept = default;
    template <class F>
    explicit thread(F f, const platform::thread_traits& = {}, where at = where::current())
        : strand_(sim::scheduler::here("starting a thread").start(std::make_unique<sim::work_of<F>>(std::move(f)), at)) {}
    thread(thread&& other) noexcept : strand_(std::exchange(other.strand_, nullptr)) {}
    thread& operator=(thread&& other) noexcept {
      refuse_if_joinable();
      strand_ = std::exchange(other.strand_, nullptr);
      return *this;
    }
    ~thread() { refuse_if_joinable(); }

    [[nodiscard]] bool joinable() const noexcept { return strand_ != nullptr; }
    void join(where at = where::current()) {
      auto& world = sim::scheduler::here("joining");
      world.point("join", at);
      if (strand_ == nullptr) world.fail("join of no thread\n  " + world.self().describe());
      if (strand_ == &world.self()) throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur));
      while (strand_->now != sim::strand::condition::finished) world.block(strand_->joiners, sim::strand::no_deadline);
      strand_ = nullptr;
    }

   private:
    void refuse_if_joinable() noexcept {
      if (strand_ == nullptr || sim::scheduler::current() == nullptr) return;
      sim::scheduler::current()->fail("a thread was never joined\n  " + strand_->describe());
    }
    sim::strand* strand_ = nullptr;
  };

  template <class F>
  using stop_callback = verify::stop_callback<simulated, F>;

  static void fence(std::memory_order, where at = where::current()) { point("fence", at); }
  static void yield(where at = where::current()) {
    if (auto* world = sim::scheduler::current()) world->yield(at);
  }
  static void relax() noexcept {}
  /// Looks once, at an instant that the schedule chooses.
  template <class F>
  static bool poll(F found, std::chrono::nanoseconds) {
    return found();
  }
  static void*& slot() noexcept {
    static constinit thread_local void* outside = nullptr;
    return sim::scheduler::current() == nullptr ? outside : sim::scheduler::current()->self().slot;
  }
  static unsigned hardware_concurrency() noexcept { return 2; }

  // Beyond the platform: for the tests that run in a world.

  /// Lets virtual time pass for this thread.
  static void sleep_for(platform::time_span time, where at = where::current()) {
    auto& world = sim::scheduler::here("sleeping");
    world.point("sleep", at);
    sim::wait_queue alone;
    if (time.count() > 0) world.block(alone, platform::no_later_than(clock::now(), time).time_since_epoch().count());
  }
  /// Ends the world with `claim` as its error unless it holds.
  static void check(bool holds, const std::string& claim, where at = where::current()) {
    if (!holds) sim::scheduler::here("checking").fail("not so: " + claim + ", in " + sim::strand::place(at));
  }
  /// Threads of this world that have not finished, without the main one.
  static unsigned alive() noexcept { return sim::scheduler::current() == nullptr ? 0 : sim::scheduler::current()->alive(); }
  /// The number of the calling thread: 0 is the main one, others count from 1 in order of their start.
  static unsigned this_thread() { return sim::scheduler::here("asking who runs").self().id; }
  /// True if all other threads are blocked at this moment: then the program is at rest.
  static bool alone() { return sim::scheduler::here("asking who runs").alone(); }

 private:
  static void point(const char* doing, where at) {
    if (auto* world = sim::scheduler::current()) world->point(doing, at);
  }
};

}  // namespace weir::verify

#endif
