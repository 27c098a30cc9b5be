// SPDX-License-Identifier: Apache-2.0
#include <weir/platform/thread_traits.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/pool/virtual_doors.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <utility>

// What real time shows only now and then: a wait for the end of one life is answered although the next has begun, and no thread of
// the life before is left then. Virtual time passes only when no thread can run, so a thread that still waits after a while waits in vain.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using verify::simulated;

/// A system whose threads take their time to end, after the last thing that a pool has them do.
struct slow_to_end : simulated {
  class thread : public simulated::thread {
   public:
    thread() noexcept = default;
    template <class F>
    explicit thread(F f, const platform::thread_traits& traits = {}, where at = where::current())
        : simulated::thread(
              [f = std::move(f)]() mutable {
                f();
                simulated::sleep_for(1ms);
              },
              traits, at) {}
  };
};

TEST(a_life_of_a_pool, has_an_end_that_a_joiner_hears_of_in_the_next_one) {
  EXPECT_EQ(under_many_schedules([] {
              pool<simulated> p{{.capacity = 1}};
              bool answered = false;
              simulated::thread joiner([&] {
                p.join();
                answered = true;
              });
              simulated::sleep_for(1ms);  // so that it waits by now
              p.shutdown();
              simulated::check(p.restart(), "a pool that has ended opens again");
              simulated::sleep_for(1ms);
              simulated::check(answered, "the end of a life is answered to who waited for it");
              joiner.join();
            }),
            "");
}

TEST(a_life_of_a_pool, has_an_end_that_a_pauser_hears_of_in_the_next_one) {
  EXPECT_EQ(under_many_schedules([] {
              door first, second;
              pool<simulated> p{{.capacity = 1}};
              static_cast<void>(p.try_post([&] { first.pass(); }));
              bool answered = false;
              simulated::thread pauser([&] {
                const auto paused = p.pause();
                answered = true;
              });
              simulated::sleep_for(1ms);  // so that it waits by now
              p.shutdown();
              first.open();
              while (!p.restart()) simulated::yield();
              static_cast<void>(p.try_post([&] { second.pass(); }));
              simulated::sleep_for(1ms);
              simulated::check(answered, "the end of a life ends its pauses");
              second.open();
              pauser.join();
            }),
            "");
}

TEST(a_life_of_a_pool, has_an_end_that_a_waiting_submitter_hears_of_in_the_next_one) {
  EXPECT_EQ(under_many_schedules([] {
              door first;
              pool<queue::bounded<1>, simulated> p{{.capacity = 1}};
              static_cast<void>(p.try_post([&] { first.pass(); }));
              simulated::sleep_for(1ms);  // so that a worker has taken it
              static_cast<void>(p.try_post([] {}));
              post_result answer = post_result::accepted;
              simulated::thread submitter([&] { answer = p.post([] {}); });
              simulated::sleep_for(1ms);
              simulated::check(p.stats().waiting == 1, "the submitter waits for room");
              p.shutdown();
              first.open();
              while (!p.restart()) simulated::yield();
              submitter.join();
              simulated::check(answer == post_result::closed, "who waits for room in one life gets none in the next");
            }),
            "");
}

TEST(a_life_of_a_pool, is_followed_by_one_other) {
  EXPECT_EQ(under_many_schedules([] {
              pool<slow_to_end> p{{.capacity = 1}};
              p.run([] {});
              p.shutdown();
              while (p.state() != run_state::stopped) simulated::yield();
              int begun = 0;
              const auto begin = [&] { begun += p.restart() ? 1 : 0; };
              simulated::thread one(begin), other(begin);
              one.join();
              other.join();
              simulated::check(begun == 1, "of several that restart, one has done it");
            }),
            "");
}

TEST(a_life_of_a_pool, has_no_threads_left_after_its_end_whoever_joined_them) {
  EXPECT_EQ(under_many_schedules([] {
              pool<slow_to_end> p{{.capacity = 1}};
              p.run([] {});
              p.shutdown();
              const auto wait = [&] {
                p.join();
                simulated::check(simulated::alive() <= 2, "no worker's thread is left when a join returns");
              };
              simulated::thread one(wait), other(wait);
              one.join();
              other.join();
            }),
            "");
}

TEST(a_life_of_a_pool, has_no_threads_left_although_a_start_was_under_way) {
  EXPECT_EQ(under_many_schedules([] {
              pool<slow_to_end> p{{.capacity = 1}};
              simulated::thread poster([&] { static_cast<void>(p.try_post([] {})); });
              p.shutdown();
              p.join();
              simulated::check(simulated::alive() <= 1, "no worker's thread is left when a join returns");
              poster.join();
            }),
            "");
}

TEST(a_life_of_a_pool, has_no_threads_left_when_the_next_begins) {
  EXPECT_EQ(under_many_schedules([] {
              pool<slow_to_end> p{{.capacity = 1}};
              p.run([] {});
              p.shutdown();
              while (!p.restart()) simulated::yield();
              simulated::check(simulated::alive() == 0, "the threads of the life before are joined");
            }),
            "");
}

TEST(a_life_of_a_pool, has_no_threads_left_although_it_had_not_begun_with_all_of_its_workers) {
  EXPECT_EQ(under_many_schedules([] {
              pool<growth::prestart, slow_to_end> p{{.capacity = 2}};
              p.shutdown();
              p.join();
              simulated::thread restarter([&] { static_cast<void>(p.restart()); });
              while (p.state() != run_state::open) simulated::yield();
              p.shutdown();
              p.join();
              restarter.join();
              simulated::check(simulated::alive() == 0, "no worker's thread is left after a join");
            }),
            "");
}

TEST(a_life_of_a_pool, does_not_begin_with_more_workers_than_a_resize_leaves_room_for) {
  EXPECT_EQ(under_many_schedules([] {
              pool<growth::prestart, simulated> p{{.capacity = 3}};
              p.shutdown();
              p.join();
              simulated::thread restarter([&] { static_cast<void>(p.restart()); });
              while (p.state() != run_state::open) simulated::yield();
              p.resize(0, 1);
              bool surplus = p.stats().workers > 1;
              for (int n = 0; n != 20; ++n) {
                simulated::yield();
                const bool now = p.stats().workers > 1;
                simulated::check(surplus || !now, "workers are never raised above the capacity");
                surplus = now;
              }
              restarter.join();
            }),
            "");
}

TEST(a_life_of_a_pool, serves_a_post_although_its_first_worker_cannot_be_started) {
  EXPECT_EQ(under_many_schedules(
                [] {
                  pool<growth::prestart, simulated> p{{.capacity = 1}};
                  p.shutdown();
                  p.join();
                  simulated::thread restarter([&] { static_cast<void>(p.restart()); });
                  while (p.try_post([] {}) != post_result::accepted) simulated::yield();
                  restarter.join();
                  p.wait_idle();
                },
                {3}),  // the first is the worker of the first life, the second the restarter
            "");
}

}  // namespace
}  // namespace weir::tests
