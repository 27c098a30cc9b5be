// SPDX-License-Identifier: Apache-2.0
// The checker sees what threads, locks, time and bad luck can do; each claim in a broken and in a right version.
#include "tests/verify/relacy_expect.hpp"

#include <chrono>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

namespace {

using expect::P;
using std::memory_order_relaxed;
using weir::verify::budgets;
using weir::verify::check;
using namespace std::chrono_literals;

template <bool Predicate>
struct wake_up {
  static constexpr const char* name = Predicate ? "waits_for_the_fact" : "waits_for_the_notification";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;
  P::mutex mutex;
  P::condition_variable changed;
  P::cell<bool> ready{false};
  void thread(unsigned) {
    P::thread t([this] {
      P::unique_lock lock(mutex);
      ready.write() = true;
      changed.notify_one();
    });
    {
      P::unique_lock lock(mutex);
      if (Predicate)
        while (!ready.read()) changed.wait(lock);
      else
        changed.wait(lock);
    }
    t.join();
  }
};

template <bool While>
struct spurious {
  static constexpr const char* name = While ? "wakes_and_looks_again" : "believes_every_wake_up";
  static constexpr int threads = 2;
  static constexpr budgets budget{.spurious = 1};
  P::mutex mutex;
  P::condition_variable changed;
  P::cell<bool> ready{false};
  void thread(unsigned index) {
    P::unique_lock lock(mutex);
    if (index == 0) {
      ready.write() = true;
      changed.notify_all();
    } else if (While) {
      while (!ready.read()) changed.wait(lock);
    } else if (!ready.read()) {
      changed.wait(lock);
    }
    if (index == 1) check<P>(ready.read(), "what was waited for is true");
  }
};

/// No thread ever notifies: a wait ends by its deadline as often as the budget allows, and after that it does not end.
template <unsigned Timeouts, int Waits>
struct deadline {
  static constexpr const char* name = Timeouts == 0 ? "deadline_without_budget"
                                      : Waits > 1   ? "two_deadlines_one_budget"
                                                    : "deadline_with_budget";
  static constexpr int threads = 1;
  static constexpr budgets budget{.timeouts = Timeouts};
  P::mutex mutex;
  P::condition_variable changed;
  void thread(unsigned) {
    P::unique_lock lock(mutex);
    for (int i = 0; i != Waits; ++i) {
      const P::clock::time_point start = P::clock::now();
      changed.wait_until(lock, start - 1h);  // long past: neither waits nor costs a timeout
      check<P>(P::clock::now() == start, "time stands still meanwhile");
      while (P::clock::now() < start + 5s) changed.wait_until(lock, start + 5s);
      check<P>(P::clock::now() == start + 5s, "the clock is where the deadline was");
    }
  }
};

/// The waiter must be ready for all three: notified in time, the deadline, and notified yet too late.
enum class ending { in_time, expired, late };

template <ending Impossible>
struct endings {
  static constexpr const char* name = Impossible == ending::in_time   ? "never_in_time"
                                      : Impossible == ending::expired ? "never_expires"
                                                                      : "never_notified_but_late";
  static constexpr int threads = 2;
  static constexpr budgets budget{.timeouts = 1};
  P::mutex mutex;
  P::condition_variable changed;
  P::cell<bool> told{false};
  bool told_early = false;  // under the mutex: when the waiter was told, its deadline had not come
  void thread(unsigned index) {
    P::unique_lock lock(mutex);
    if (index == 0) {
      told.write() = true;
      changed.notify_one();
      told_early = P::clock::now().time_since_epoch() == start;
      return;
    }
    const P::clock::time_point end = P::clock::now() + 1s;
    bool waited = false;
    while (!told.read() && P::clock::now() < end) {
      changed.wait_until(lock, end);
      waited = true;
    }
    if (!waited) return;
    const bool late = P::clock::now() >= end;
    const ending how = !late ? ending::in_time : told_early ? ending::late : ending::expired;
    check<P>(how != Impossible, "this ending does not happen");
  }
  const P::clock::duration start = P::clock::now().time_since_epoch();
};

template <bool Handles>
struct spawn_fault {
  static constexpr const char* name = Handles ? "expects_spawn_faults" : "ignores_spawn_faults";
  static constexpr int threads = 1;
  static constexpr int spawned = 2;
  static constexpr budgets budget{.spawn_faults = 1};
  P::atomic<int> ran{0};
  void thread(unsigned) {
    int started = 0;
    for (int i = 0; i != 2; ++i) {
      const auto start = [&] {
        P::thread t([this] { ran.fetch_add(1, memory_order_relaxed); });
        ++started;
        t.join();
      };
      if constexpr (Handles) {
        try {
          start();
        } catch (const std::system_error& e) {
          check<P>(e.code() == std::errc::resource_unavailable_try_again, "what a full system says");
        }
      } else {
        start();
      }
    }
    check<P>(started >= 1 && ran.load(memory_order_relaxed) == started, "one failure at most, and what started ran");
  }
};

/// Two threads stand in catch blocks, one inside another, while they take turns: each keeps its own exceptions.
template <bool Escapes>
struct exceptions {
  static constexpr const char* name = Escapes ? "an_exception_escapes" : "exceptions_across_switches";
  static constexpr int threads = 2;
  P::atomic<int> turn{0};
  void thread(unsigned index) {
    const std::string mine(40, static_cast<char>('a' + index));
    try {
      turn.fetch_add(1, memory_order_relaxed);
      throw std::runtime_error(mine);
    } catch (const std::runtime_error& outer) {
      turn.fetch_add(1, memory_order_relaxed);
      try {
        throw static_cast<int>(index);
      } catch (int inner) {
        turn.fetch_add(1, memory_order_relaxed);
        check<P>(inner == static_cast<int>(index), "the inner exception is the thread's own");
      }
      turn.fetch_add(1, memory_order_relaxed);
      check<P>(outer.what() == mine, "so is the outer");
      const std::exception_ptr kept = std::current_exception();
      turn.fetch_add(1, memory_order_relaxed);
      try {
        std::rethrow_exception(kept);
      } catch (const std::exception& again) {
        check<P>(again.what() == mine, "and the current");
      }
      if (Escapes && index == 1) throw;
    }
    check<P>(std::uncaught_exceptions() == 0, "none is left");
  }
};

template <bool Joins>
struct joined {
  static constexpr const char* name = Joins ? "joins_its_thread" : "forgets_its_thread";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;
  P::cell<int> value{0};
  void thread(unsigned) {
    P::thread t([this] { value.write() = 1; });
    P::thread u(std::move(t));
    check<P>(!t.joinable() && u.joinable(), "moving moves");
    if (Joins) {
      u.join();
      check<P>(value.read() == 1 && !u.joinable(), "join waits, and orders what the thread did before what follows");
    }
  }
};

template <int Starts>
struct spawns {
  static constexpr const char* name = Starts == 1 ? "starts_one_thread" : "starts_more_than_it_said";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;
  void thread(unsigned) {
    for (int i = 0; i != Starts; ++i) P::thread([] {}).join();
  }
};

struct slots {
  static constexpr const char* claim = "every thread has its own slot, null at first, and before() does not share it";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;
  P::atomic<int> ended{0};
  int mark[3] = {};
  void before() { P::slot() = this; }
  void use(int index) {
    check<P>(P::slot() == nullptr, "null at first");
    P::slot() = &mark[index];
    ended.fetch_add(1, memory_order_relaxed);
    check<P>(P::slot() == &mark[index], "nobody else changes it");
  }
  void thread(unsigned index) {
    if (index == 0) {
      P::thread t([this] { use(2); });
      use(0);
      t.join();
    } else {
      use(1);
    }
  }
  void after() { check<P>(P::hardware_concurrency() == 2, "a checker has two processors"); }
};

struct finishes {
  static constexpr const char* claim = "finish() runs once, after both threads, sees what they did, and may block";
  static constexpr int threads = 2;
  static constexpr int spawned = 1;
  P::cell<int> done[2];
  int times = 0;
  void thread(unsigned index) { done[index].write() = 1; }
  void finish() {
    check<P>(done[0].read() == 1 && done[1].read() == 1 && ++times == 1, "after both, once");
    P::thread([this] { done[0].write() = 2; }).join();
    check<P>(done[0].read() == 2, "and it can wait");
  }
  void after() { check<P>(times == 1, "it ran"); }
};

}  // namespace

int main() {
  using namespace expect;
  sound<wake_up<true>>();
  broken<wake_up<false>>(rl::test_result_deadlock);
  sound<spurious<true>>();
  broken<spurious<false>>(rl::test_result_user_assert_failed);
  sound<deadline<1, 1>>();
  broken<deadline<0, 1>>(rl::test_result_deadlock);
  broken<deadline<1, 2>>(rl::test_result_deadlock);
  broken<endings<ending::in_time>>(rl::test_result_user_assert_failed);
  broken<endings<ending::expired>>(rl::test_result_user_assert_failed);
  broken<endings<ending::late>>(rl::test_result_user_assert_failed);
  sound<spawn_fault<true>>();
  broken<spawn_fault<false>>(rl::test_result_user_assert_failed, "an exception left");
  sound<exceptions<false>>();
  broken<exceptions<true>>(rl::test_result_user_assert_failed, "bbbbbbbb");
  sound<joined<true>>();
  broken<joined<false>>(rl::test_result_user_assert_failed, "without being joined");
  sound<spawns<1>>();
  broken<spawns<2>>(rl::test_result_inconsistent_test_suite, "spawned");
  sound<slots>();
  sound<finishes>();
  return exit_code();
}
