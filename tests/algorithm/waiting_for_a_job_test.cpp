// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/invoke.hpp>
#include <weir/platform/native.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace weir::tests {
namespace {

/// The native platform, on which a thread can tell an event that it is about to sleep until a notification.
struct told_of_sleep : platform::native {
  static inline thread_local event* tells = nullptr;

  class condition_variable : public native::condition_variable {
   public:
    void wait(unique_lock& lock, platform::where w = platform::where::current()) {
      if (tells != nullptr) tells->set();  // the lock is held: what others do under it, they do when this thread sleeps
      native::condition_variable::wait(lock, w);
    }
  };
};
using context = fork_context<pool<told_of_sleep>>;

/// The calling thread tells of its sleep while this lives.
struct this_thread_tells {
  explicit this_thread_tells(event& asleep) { told_of_sleep::tells = &asleep; }
  ~this_thread_tells() { told_of_sleep::tells = nullptr; }
  this_thread_tells(const this_thread_tells&) = delete;
};

/// Two jobs of a caller: `other` is forked first, and the second one when it has begun. The caller waits for the second one when both have begun and
/// `until` has happened.
struct two_jobs {
  event other_begun, job_begun, until, caller_sleeps;

  template <class Job>
  void fork_second(context& here, Job job) {
    EXPECT_TRUE(other_begun.wait_for());
    here.fork(
        [this](context&) {
          EXPECT_TRUE(job_begun.wait_for());
          EXPECT_TRUE(until.wait_for());
        },
        [&](context& there) {
          job_begun.set();
          EXPECT_TRUE(caller_sleeps.wait_for());
          job(there);
        },
        true);
  }
  void other_begins() {
    other_begun.set();
    EXPECT_TRUE(job_begun.wait_for());
  }
};

TEST(a_thread_that_sleeps_until_a_job_has_ended, wakes_up_for_a_part_of_it) {
  pool<told_of_sleep> p({.capacity = 1});
  event begun, caller_sleeps, part_begun;
  const this_thread_tells mine(caller_sleeps);
  engine::unrolled_context<pool<told_of_sleep>>(p).fork([&](context&) { EXPECT_TRUE(begun.wait_for()); },
                                                        [&](context& there) {
                                                          begun.set();
                                                          EXPECT_TRUE(caller_sleeps.wait_for());
                                                          invoke(
                                                              there, [&] { EXPECT_TRUE(part_begun.wait_for()); },
                                                              [&] { part_begun.set(); });
                                                        },
                                                        true);
}

TEST(a_thread_that_sleeps_until_a_job_has_ended, wakes_up_for_a_part_of_a_part_of_it) {
  pool<told_of_sleep> p({.capacity = 2});
  event part_begun, caller_sleeps, part_of_a_part_begun;
  const this_thread_tells mine(caller_sleeps);
  const auto waits = [&](context&) { EXPECT_TRUE(part_of_a_part_begun.wait_for()); };
  const auto part = [&](context& there) {
    part_begun.set();
    EXPECT_TRUE(caller_sleeps.wait_for());
    there.fork(
        waits, [&](context&) { part_of_a_part_begun.set(); }, true);
  };
  const auto job = [&](context& there) { there.fork(waits, part, true); };
  engine::unrolled_context<pool<told_of_sleep>>(p).fork([&](context&) { EXPECT_TRUE(part_begun.wait_for()); }, job, true);
}

/// What another thread has forked does not help it.
TEST(a_thread_that_sleeps_until_a_job_has_ended, wants_a_part_of_it_though_another_job_lies_there) {
  pool<told_of_sleep> p({.capacity = 2});
  two_jobs jobs;
  event done;
  const this_thread_tells mine(jobs.caller_sleeps);
  const auto waits = [&](context& here) {
    jobs.fork_second(here, [&](context& there) {
      EXPECT_TRUE(there.wants_a_job());
      done.set();
    });
  };
  const auto other = [&](context& there) {
    jobs.other_begins();
    EXPECT_TRUE(there.wants_a_job());
    there.fork(
        [&](context& same) {
          EXPECT_FALSE(same.wants_a_job());
          jobs.until.set();
          EXPECT_TRUE(done.wait_for());
        },
        [](context&) {}, true);
  };
  engine::unrolled_context<pool<told_of_sleep>>(p).fork(waits, other, true);
}

TEST(a_thread_that_waits_for_a_job, runs_no_part_of_another_job) {
  pool<told_of_sleep> p({.capacity = 2});
  const auto caller = std::this_thread::get_id();
  two_jobs jobs;
  bool has_waited = false;  // the caller's own
  const this_thread_tells mine(jobs.caller_sleeps);
  const auto waits = [&](context& here) {
    jobs.fork_second(here, [](context&) {});
    has_waited = true;
  };
  const auto other = [&](context& there) {
    jobs.other_begins();
    there.fork(
        [&](context&) {
          jobs.until.set();
          EXPECT_TRUE(jobs.caller_sleeps.wait_for());
        },
        [&](context&) {
          if (std::this_thread::get_id() == caller) {
            EXPECT_TRUE(has_waited);
          }
        },
        true);
  };
  engine::unrolled_context<pool<told_of_sleep>>(p).fork(waits, other, true);
}

}  // namespace
}  // namespace weir::tests
