// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_CONTENTION_COUNTING_HPP
#define WEIR_BENCH_CONTENTION_COUNTING_HPP

#include <weir/platform/native.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace weir::bench {

/// What threads do to each other. The order is that of the table's rows.
enum class event : unsigned char { posted, lost_exchange, contended_lock, slept, woke_another, end };

/// How often each happened: counted by each thread for itself, and added up when the thread ends, so that counting makes no contention.
class events {
 public:
  using counts = std::array<std::uint64_t, static_cast<std::size_t>(event::end)>;

  static void count(event e) noexcept { ++mine().own[static_cast<std::size_t>(e)]; }
  /// Of the calling thread and all that have ended, since the last time.
  static counts collect() {
    mine().hand_over();
    counts all{};
    for (std::size_t n = 0; n != all.size(); ++n) all[n] = total_[n].exchange(0, std::memory_order_relaxed);
    return all;
  }

 private:
  struct of_thread {
    counts own{};
    void hand_over() {
      for (std::size_t n = 0; n != own.size(); ++n) total_[n].fetch_add(own[n], std::memory_order_relaxed);
      own = {};
    }
    ~of_thread() { hand_over(); }
  };
  static of_thread& mine() noexcept {
    thread_local of_thread one;
    return one;
  }
  static inline std::array<std::atomic<std::uint64_t>, static_cast<std::size_t>(event::end)> total_{};
};

/// `platform::native` that counts where threads meet: compare-exchanges that another thread won, locks that another thread held, sleeps,
/// and calls that wake a thread.
struct counting : platform::native {
  using where = platform::where;

  template <class T>
  class atomic : public native::atomic<T> {
    using base = native::atomic<T>;

   public:
    using base::base;
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure,
                               where = where::current()) noexcept {
      return counted(base::compare_exchange_weak(expected, desired, success, failure));
    }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure,
                                 where = where::current()) noexcept {
      return counted(base::compare_exchange_strong(expected, desired, success, failure));
    }

   private:
    static bool counted(bool won) noexcept {
      if (!won) events::count(event::lost_exchange);
      return won;
    }
  };

  class mutex {
   public:
    void lock(where = where::current()) {
      if (value_.try_lock()) return;
      events::count(event::contended_lock);
      value_.lock();
    }
    void unlock(where = where::current()) noexcept { value_.unlock(); }

   private:
    friend struct counting;
    std::mutex value_;
  };

  using unique_lock = platform::unique_lock<mutex>;

  class condition_variable {
   public:
    void wait(unique_lock& lock, where = where::current()) {
      events::count(event::slept);
      adopted held(lock);
      value_.wait(held.lock);
    }
    void wait_until(unique_lock& lock, clock::time_point deadline, where = where::current()) {
      events::count(event::slept);
      adopted held(lock);
      value_.wait_until(held.lock, std::chrono::steady_clock::time_point(deadline.time_since_epoch()));
    }
    void notify_one(where = where::current()) noexcept { events::count(event::woke_another), value_.notify_one(); }
    void notify_all(where = where::current()) noexcept { events::count(event::woke_another), value_.notify_all(); }

   private:
    struct adopted {  // as in platform::native
      explicit adopted(unique_lock& ours) : lock(ours.mutex()->value_, std::adopt_lock) {}
      ~adopted() { lock.release(); }
      std::unique_lock<std::mutex> lock;
    };
    std::condition_variable value_;
  };
};

}  // namespace weir::bench

#endif
