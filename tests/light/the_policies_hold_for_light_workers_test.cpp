// SPDX-License-Identifier: Apache-2.0
#include <weir/light_pool.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/presets/ants.hpp>
#include <weir/this_task.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/throws_when_destroyed.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <any>
#include <atomic>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

struct notes {
  std::string of;
  std::string said;
};
notes& last() {
  static notes n;
  return n;
}
struct takes_notes {
  void operator()(std::exception_ptr thrown, context_view with) const {
    if (const auto* who = with.get<std::string>()) last().of = *who;
    try {
      std::rethrow_exception(std::move(thrown));
    } catch (const std::exception& e) {
      last().said = e.what();
    }
  }
};

TEST(a_panic_policy, hears_of_a_coroutine_that_waited_and_threw_and_of_its_context) {
  light_pool<panic::call<takes_notes>, observer::counters> p({.carriers = 1});
  const auto deeper = []() -> coroutine<> {
    co_await yield();
    throw std::runtime_error("lost");
  };
  ASSERT_EQ(p.post([&]() -> coroutine<> { co_await deeper(); }, context(std::string("request 7"))), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(last().of, "request 7");
  EXPECT_EQ(last().said, "lost");
  EXPECT_EQ(p.stats().panicked, 1U);
  give(p, []() -> coroutine<> { co_await yield(); });
  p.wait_idle();
  EXPECT_EQ(p.stats().completed, 1U);
}

TEST(a_context, is_found_by_what_makes_the_coroutine) {
  light_pool<> p({.carriers = 1});
  int seen = 0;
  const auto waits = []() -> coroutine<> { co_await yield(); };
  const auto makes_one = [&] {
    const int* found = this_task::context<int>();
    seen = found == nullptr ? 0 : *found;
    return waits();
  };
  ASSERT_EQ(p.post(makes_one, context(7)), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(seen, 7);
}

// One that waits is followed by the next task in a later turn; one that ends at once, in the same one.
TEST(a_panic_policy, hears_of_a_coroutine_that_could_not_be_made_whatever_the_task_before_it_did) {
  light_pool<panic::call<takes_notes>, observer::counters> p({.capacity = 1, .carriers = 1});
  const auto makes_none = []() -> coroutine<> { throw std::runtime_error("not made"); };
  const auto is_heard_of_after = [&](const auto& before) {
    last() = {};
    const auto earlier = p.stats();
    {
      const auto still = p.pause();
      give(p, before);
      give(p, makes_none);
    }
    p.wait_idle();
    EXPECT_EQ(last().said, "not made");
    EXPECT_EQ(p.stats().panicked, earlier.panicked + 1);
    EXPECT_EQ(p.stats().completed, earlier.completed + 1);
  };
  is_heard_of_after([]() -> coroutine<> { co_await yield(); });
  is_heard_of_after([]() -> coroutine<> { co_return; });
}

TEST(a_stop_token, cancels_a_coroutine_that_has_not_begun) {
  light_pool<observer::counters> p({.carriers = 1});
  std::stop_source stopper;
  stopper.request_stop();
  ASSERT_EQ(p.post([]() -> coroutine<> { co_return ADD_FAILURE(); }, stopper.get_token()), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(p.stats().cancelled, 1U);
}

TEST(rejecting, answers_full_while_all_places_are_held_by_sleepers) {
  light_pool<queue::none, blocking::reject> p({.capacity = 2, .carriers = 1});
  bool resume = false;
  const auto waits = [&]() -> coroutine<> {
    while (!resume) co_await yield();
  };
  give(p, waits);
  give(p, waits);
  EXPECT_EQ(p.post([] {}), post_result::full);
  p.resize(0, 3);
  EXPECT_EQ(p.post([&] { resume = true; }), post_result::accepted);
  p.wait_idle();
}

TEST(after_idle, lets_idle_light_workers_go) {
  light_pool<expiry::after_idle> p({.capacity = 50, .carriers = 1, .idle_after = 1ms});
  for (int n = 0; n != 50; ++n) give(p, []() -> coroutine<> { co_await sleep_for(1ms); });
  p.wait_idle();
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 0; }));
  EXPECT_EQ(p.submit([] { return 1; }).get(), 1);
}

// The idle worker sets its deadline, and the other carrier is the timekeeper.
TEST(after_idle, lets_a_light_worker_go_whichever_carrier_keeps_the_time) {
  light_pool<expiry::after_idle> p({.capacity = 1, .carriers = 2, .idle_after = 100us});
  for (int round = 0; round != 20; ++round) {
    EXPECT_EQ(p.submit([] { return 1; }).get(), 1);
    ASSERT_TRUE(eventually([&] { return p.stats().workers == 0; })) << "in round " << round;
  }
}

TEST(after_age, counts_from_the_worker_s_beginning) {
  light_pool<expiry::after_age> p({.capacity = 1, .carriers = 1, .max_age = 10min});
  for (int round = 0; round != 100; ++round) {
    EXPECT_EQ(p.submit([] { return 1; }).get(), 1);
    EXPECT_EQ(p.stats().workers, 1U);
  }
}

TEST(carriers, are_as_many_as_were_asked_for_however_many_workers_stay) {
  light_pool<> p({.capacity = 4, .carriers = 1, .min_workers = 3});
  EXPECT_EQ(p.submit([] { return 1; }).get(), 1);
  EXPECT_EQ(p.stats().min_workers, 3U);
}

TEST(carriers, must_be_at_least_one) {
  const unreliable_threads::scope none([] { return false; });
  EXPECT_THROW(light_pool<unreliable_threads>({.capacity = 1, .carriers = 1}), std::system_error);
}

TEST(prestart, has_all_light_workers_there_at_once) {
  light_pool<growth::prestart> p({.capacity = 10, .carriers = 1});
  EXPECT_EQ(p.stats().workers, 10U);
}

TEST(workers_none, keeps_no_light_worker) {
  light_pool<workers::none, queue::none> p({.capacity = 2, .carriers = 1});
  for (int n = 0; n != 10; ++n) give(p, []() -> coroutine<> { co_await yield(); });
  p.wait_idle();
  EXPECT_EQ(p.stats().workers, 0U);
}

TEST(keyed, lets_tasks_of_one_key_take_turns_even_if_they_wait) {
  std::vector<int> order;
  light_pool<queue::keyed> p({.capacity = 4, .carriers = 1});
  for (int n = 0; n != 3; ++n) {
    const auto in_order = [&order, n]() -> coroutine<> {
      for (int turns = 0; turns != 3 - n; ++turns) co_await yield();
      order.push_back(n);
    };
    ASSERT_EQ(p.post(in_order, key{1}), post_result::accepted);
  }
  p.wait_idle();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
}

TEST(priority, decides_which_coroutine_begins_first) {
  std::vector<int> order;
  light_pool<queue::priority<2>> p({.capacity = 1, .carriers = 1});
  {
    const auto still = p.pause();
    for (int n : {1, 0}) {
      ASSERT_EQ(p.post(
                    [&order, n]() -> coroutine<> {
                      co_await yield();
                      order.push_back(n);
                    },
                    level{static_cast<unsigned>(n)}),
                post_result::accepted);
    }
  }
  p.wait_idle();
  EXPECT_EQ(order, (std::vector{0, 1}));
}

struct coroutine_that_throws_when_destroyed : throws_when_destroyed {
  coroutine<> operator()() { co_await yield(); }
};

TEST(counters, take_a_callable_that_throws_after_its_coroutine_for_a_panic) {
  light_pool<observer::counters, panic::ignore> p({.capacity = 1, .carriers = 1});
  give(p, coroutine_that_throws_when_destroyed());
  p.wait_idle();
  EXPECT_EQ(p.stats().panicked, 1U);
  EXPECT_EQ(p.stats().completed, 0U);
}

TEST(a_pause, waits_for_those_that_have_begun) {
  light_pool<> p({.capacity = 2, .carriers = 1});
  bool ended = false;
  event begun;
  give(p, [&]() -> coroutine<> {
    begun.set();
    co_await sleep_for(2ms);
    ended = true;
  });
  ASSERT_TRUE(begun.wait_for());
  const auto still = p.pause();
  EXPECT_TRUE(ended);
}

TEST(hooks, may_ask_the_pool_while_it_ends) {
  light_pool<>* pool = nullptr;
  std::atomic<unsigned> workers{1};
  {
    light_pool<> p({.capacity = 2, .carriers = 2, .on_stop = [&] { workers = pool->stats().workers; }});
    pool = &p;
    give(p, []() -> coroutine<> { co_await yield(); });
  }
  EXPECT_EQ(workers, 0U);
}

TEST(hooks, are_the_carriers) {
  tally started;
  light_pool<> p({.capacity = 100,
                  .carriers = 2,
                  .on_start = [&] { started.add(); },
                  .worker_state = [] { return std::any(std::string("a carrier's")); }});
  ASSERT_TRUE(started.reaches(2));
  EXPECT_EQ(p.submit([]() -> coroutine<std::string> {
               co_await yield();
               co_return *this_worker::state<std::string>();
             }).get(),
            "a carrier's");
  EXPECT_EQ(started.count(), 2);
}

TEST(the_light_ants, is_ants) {
  presets::ants<agents::light> p({.capacity = 1000, .carriers = 1});
  int ended = 0;
  for (int n = 0; n != 5000; ++n) {
    give(p, [&]() -> coroutine<> {
      co_await sleep_for(100us);
      ++ended;
    });
  }
  p.wait_idle();
  EXPECT_EQ(ended, 5000);
  EXPECT_LE(p.stats().workers, 1000U);
}

}  // namespace
}  // namespace weir::tests
