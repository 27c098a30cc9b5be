// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/condition_variable_any.hpp>

#include <weir/platform/native.hpp>
#include <weir/platform/system_semaphore.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>

namespace weir::platform {
namespace {

thread_local int number_of_this_thread = 0;
thread_local std::function<void()> instead_of_the_sleep;
std::vector<int> woken;  // by this test's thread, or when it has ended

struct base {
  using mutex = std::mutex;
  template <class T>
  using cell = native::cell<T>;

  class semaphore {
   public:
    void acquire() {
      if (auto instead = std::exchange(instead_of_the_sleep, nullptr)) instead();
      value_.acquire();
    }
    /// The time is over at once.
    bool try_acquire_until(int) {
      if (auto instead = std::exchange(instead_of_the_sleep, nullptr)) instead();
      return false;
    }
    void release() {
      woken.push_back(sleeper_);
      value_.release();
    }

   private:
    system_semaphore value_;
    const int sleeper_ = number_of_this_thread;
  };
};

/// Threads that wait, once each, in the order of their numbers.
class a_condition_variable_any : public testing::Test {
 protected:
  a_condition_variable_any() { woken.clear(); }
  ~a_condition_variable_any() override { changed.notify_all(); }

  /// Returns when the thread is in the list.
  void begin(int number) {
    tests::event locked;
    threads.emplace_back([this, number, &locked] {
      number_of_this_thread = number;
      std::unique_lock lock(m);
      locked.set();
      changed.wait(lock);
    });
    locked.wait();
    const std::lock_guard it_has_unlocked(m);
  }

  std::mutex m;
  condition_variable_any<base> changed;
  std::vector<std::jthread> threads;
};

TEST_F(a_condition_variable_any, wakes_threads_in_the_order_in_which_they_came) {
  for (int number = 1; number != 5; ++number) begin(number);
  changed.notify_one();
  EXPECT_EQ(woken, (std::vector{1}));
  changed.notify_one();
  EXPECT_EQ(woken, (std::vector{1, 2}));
  changed.notify_all();
  EXPECT_EQ(woken, (std::vector{1, 2, 3, 4}));
  changed.notify_one();
  EXPECT_EQ(woken.size(), 4u) << "no thread waits";
}

struct cancelled {};

TEST_F(a_condition_variable_any, gives_the_notification_of_a_cancelled_thread_to_another) {
  instead_of_the_sleep = [&] {
    begin(1);
    changed.notify_one();
    throw cancelled();
  };
  std::unique_lock lock(m);
  EXPECT_THROW(changed.wait(lock), cancelled);
  EXPECT_EQ(woken, (std::vector{0, 1}));
  EXPECT_TRUE(lock.owns_lock());
}

TEST_F(a_condition_variable_any, is_not_cancelled_while_a_permit_is_on_its_way) {
  bool returned = false;
  std::thread([&] {
    instead_of_the_sleep = [&] {
      changed.notify_one();
      ::pthread_cancel(::pthread_self());
    };
    std::unique_lock lock(m);
    changed.wait_until(lock, 0);
    returned = true;
    int state = PTHREAD_CANCEL_DISABLE;
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    EXPECT_EQ(state, PTHREAD_CANCEL_ENABLE) << "from then on it may be";
  }).join();
  EXPECT_TRUE(returned);
}

TEST_F(a_condition_variable_any, forgets_a_cancelled_thread) {
  instead_of_the_sleep = [&] {
    begin(1);
    throw cancelled();
  };
  std::unique_lock lock(m);
  EXPECT_THROW(changed.wait(lock), cancelled);
  changed.notify_one();
  EXPECT_EQ(woken, (std::vector{1}));
}

}  // namespace
}  // namespace weir::platform
