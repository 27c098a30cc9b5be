// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>
#include <weir/verify/simulated.hpp>

#include "tests/pool/virtual_doors.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <system_error>

// A task of a multi_pool that waited for any of its pools could be waited for by a task of that pool.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using verify::simulated;

template <class Pool>
class a_task_of_a_multi_pool : public testing::Test {};
using pools = testing::Types<pool<queue::bounded<1>, simulated>, pool<queue::none, simulated>, light_pool<queue::bounded<1>, simulated>>;
TYPED_TEST_SUITE(a_task_of_a_multi_pool, pools, numbered);

const options one{.capacity = 1, .carriers = 1};

/// A task in each of two pools; when both run, each does the same.
template <class Pool, class F>
std::string both(F in_each) {
  return under_many_schedules([in_each] {
    door begun[2];
    multi_pool<Pool> m(2, one);
    for (std::size_t i = 0; i != 2; ++i) {
      const auto answer = m[i].post([&, i] {
        begun[i].open();
        begun[1 - i].pass();
        in_each(m);
      });
      simulated::check(answer == post_result::accepted, "there is room");
    }
    m.wait_idle();
  });
}

TYPED_TEST(a_task_of_a_multi_pool, never_waits_for_room) {
  constexpr auto most = 3;
  EXPECT_EQ(both<TypeParam>([](auto& m) {
              for (int n = 0; n != most; ++n) static_cast<void>(m.post([] {}));
            }),
            "");
  EXPECT_EQ(both<TypeParam>([](auto& m) {
              for (int n = 0; n != most; ++n) {
                simulated::check(m.post_for(std::chrono::hours::max(), [] {}) != post_result::timed_out, "answered");
                simulated::check(m.post_until(simulated::clock::time_point::max(), [] {}) != post_result::timed_out, "answered");
              }
            }),
            "");
  EXPECT_EQ(both<TypeParam>([](auto& m) {
              for (int n = 0; n != most; ++n) static_cast<void>(m.submit([] {}));
            }),
            "");
}

TYPED_TEST(a_task_of_a_multi_pool, is_answered_full_when_all_are) {
  EXPECT_EQ(under_many_schedules([] {
              door end;
              door begun[2];
              door filled;
              multi_pool<TypeParam> m(2, one);
              static_cast<void>(m[0].post([&] {
                begun[0].open();
                end.pass();
              }));
              static_cast<void>(m[1].post([&] {
                begun[1].open();
                filled.pass();
                const auto before = simulated::clock::now();
                simulated::check(m.post([] {}) == post_result::full, "post");
                simulated::check(m.post_for(1h, [] {}) == post_result::full, "post_for");
                bool refused = false;
                try {
                  m.submit([] {}).get();
                } catch (const not_run& e) {
                  refused = e.reason() == post_result::full;
                }
                simulated::check(refused && simulated::clock::now() == before, "submit, and none has waited");
                end.open();
              }));
              for (auto& each : begun) each.pass();
              while (m.try_post([] {}) == post_result::accepted) {
              }
              filled.open();
              m.wait_idle();
            }),
            "");
}

// The workers make room meanwhile, since the wait is on another thread.
TYPED_TEST(a_task_of_a_multi_pool, keeps_no_other_thread_from_waiting) {
  EXPECT_EQ(under_many_schedules([] {
              multi_pool<TypeParam> m(2, one);
              for (int n = 0; n != 8; ++n) simulated::check(m.post([] {}) == post_result::accepted, "blocking::wait waits");
            }),
            "");
}

TYPED_TEST(a_task_of_a_multi_pool, lets_it_be_paused) {
  EXPECT_EQ(under_many_schedules([] {
              door may_post;
              door paused;
              multi_pool<TypeParam> m(2, one);
              static_cast<void>(m[1].post([&] {
                may_post.pass();
                for (int n = 0; n != 3; ++n) static_cast<void>(m.post([] {}));
              }));
              simulated::thread pauser([&] {
                const auto guards = m.pause();
                paused.open();
              });
              simulated::sleep_for(1s);  // until the first pool is paused and the second is waited for
              may_post.open();
              paused.pass();
              pauser.join();
            }),
            "");
}

TYPED_TEST(a_task_of_a_multi_pool, lets_it_be_paused_by_two) {
  EXPECT_EQ(both<TypeParam>([](auto& m) {
              for (int n = 0; n != 3; ++n) static_cast<void>(m.post([] {}));
            }),
            "");
  EXPECT_EQ(under_many_schedules([] {
              multi_pool<TypeParam> m(2, one);
              int inside = 0;
              const auto pauses = [&] {
                const auto guards = m.pause();
                simulated::check(inside == 0, "no task runs");
              };
              for (int n = 0; n != 2; ++n) {
                static_cast<void>(m.try_post([&] {
                  ++inside;
                  for (int k = 0; k != 2; ++k) static_cast<void>(m.post([] {}));
                  --inside;
                }));
              }
              simulated::thread first(pauses);
              simulated::thread second(pauses);
              first.join();
              second.join();
              m.wait_idle();
            }),
            "");
}

template <class F>
void expect_found_out(F f) {
  bool found = false;
  try {
    f();
  } catch (const std::system_error& e) {
    found = e.code() == std::errc::resource_deadlock_would_occur && std::string(e.what()).find("weir: ") != std::string::npos;
  }
  simulated::check(found, "a call that would wait for its own task");
}

// At once, while a task of the pool that is asked first waits for this one.
TYPED_TEST(a_task_of_a_multi_pool, waits_for_none_of_its_pools) {
  for (std::size_t at = 0; at != 2; ++at) {
    EXPECT_EQ(under_many_schedules([at] {
                door told;
                door other_begun;
                multi_pool<TypeParam> m(2, one);
                static_cast<void>(m[1 - at].post([&] {
                  other_begun.open();
                  told.pass();
                }));
                other_begun.pass();
                static_cast<void>(m[at].post([&] {
                  expect_found_out([&] { m.wait_idle(); });
                  expect_found_out([&] { m.wait_idle_for(1h); });
                  expect_found_out([&] { m.wait_idle_until(simulated::clock::now()); });
                  expect_found_out([&] { static_cast<void>(m.pause()); });
                  expect_found_out([&] { m.restart(); });
                  m.shutdown();
                  expect_found_out([&] { m.join(); });
                  expect_found_out([&] { m.join_for(1h); });
                  expect_found_out([&] { m.join_until(simulated::clock::now()); });
                  told.open();
                }));
                m.join_for(1h);
                simulated::check(m.state() == run_state::stopped, "nothing of this was begun");
              }),
              "");
  }
}

TYPED_TEST(a_task_of_a_multi_pool, waits_for_no_future_of_its_pools) {
  for (std::size_t at = 0; at != 2; ++at) {
    EXPECT_EQ(under_many_schedules([at] {
                door may_end[2];
                multi_pool<TypeParam> m(2, {.capacity = 2, .carriers = 2});
                static_cast<void>(m[at].post([&] {
                  for (int n = 0; n != 2; ++n) {
                    auto result = m.submit([&, n] { may_end[n].pass(); });
                    expect_found_out([&] { result.wait(); });
                    expect_found_out([&] { result.get(); });
                    simulated::check(!result.wait_for(1ms), "a timed wait may be tried");
                    may_end[n].open();
                    while (!result.ready()) simulated::yield();
                    result.get();
                  }
                }));
                m.wait_idle();
                m.submit([] {}).get();
              }),
              "");
  }
}

// A pool that gets no thread runs what is queued on the thread that resizes it.
TEST(a_multi_pool_without_threads, is_resized_by_the_tasks_that_its_resize_runs) {
  EXPECT_EQ(under_many_schedules(
                [] {
                  unsigned resized = 0;
                  door ready, over;
                  multi_pool<pool<simulated>> m(2, one);
                  const auto resizes = [&](unsigned n) {
                    return [&, n] {
                      m.resize(0, n);
                      ++resized;
                    };
                  };
                  simulated::thread posts([&] {  // runs the first task itself, and would run the others after it
                    static_cast<void>(m.post([&] {
                      for (unsigned n = 1; n != 5; ++n) static_cast<void>(m.post(resizes(n)));
                      ready.open();
                      over.pass();
                    }));
                  });
                  ready.pass();
                  m.resize(0, 6);
                  over.open();
                  posts.join();
                  m.wait_idle();
                  simulated::check(m[0].stats().capacity == m[1].stats().capacity, "all pools have the same limits");
                  simulated::check(resized == 4, "each task has run");
                },
                all_starts_from(2)),
            "");
}

}  // namespace
}  // namespace weir::tests
