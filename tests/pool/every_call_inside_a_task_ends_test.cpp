// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

// From inside a task of a pool of one worker, where a wait would wait for itself: each call does its work or says why not.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;

template <class Pool>
class inside_a_task : public testing::Test {
 protected:
  std::unique_ptr<Pool> p = std::make_unique<Pool>(options{.capacity = 1});

  /// Runs it as a task; a test that does not end in time is a failure and leaks the pool, so that it does end.
  void inside(std::function<void()> f) {
    const auto over = std::make_shared<event>();
    ASSERT_EQ(p->post([f = std::move(f), over] {
      f();
      over->set();
    }),
              post_result::accepted);
    const bool ended = over->wait_for();
    EXPECT_TRUE(ended) << "a task waits for itself";
    if (!ended) static_cast<void>(p.release());
  }
  template <class F>
  static void refused(F f, const char* call) {
    try {
      f();
      ADD_FAILURE() << call << " returned";
    } catch (const std::system_error& e) {
      EXPECT_EQ(e.code(), std::errc::resource_deadlock_would_occur) << call;
      EXPECT_NE(std::string(e.what()).find("weir: "), std::string::npos) << e.what();
    }
  }
};
using pools = testing::Types<pool<>, pool<queue::bounded<1>>, pool<queue::none>, pool<queue::none, blocking::caller_runs>,
                             pool<queue::bounded<1>, blocking::caller_runs>, pool<queue::none, blocking::overflow_spawn>,
                             pool<queue::bounded<1>, blocking::discard_oldest>>;
TYPED_TEST_SUITE(inside_a_task, pools, numbered);

TYPED_TEST(inside_a_task, run_runs_it_there) {
  this->inside([&] { EXPECT_EQ(this->p->run([&] { return this->p->run([] { return 7; }); }), 7); });
}

TYPED_TEST(inside_a_task, submit_and_get_are_safe_or_refused) {
  this->inside([&] {
    auto f = this->p->submit([] { return 7; });
    try {
      EXPECT_EQ(f.get(), 7);  // a caller or another thread ran it
    } catch (const std::system_error& e) {
      EXPECT_EQ(e.code(), std::errc::resource_deadlock_would_occur);
    } catch (const not_run& why) {
      EXPECT_EQ(why.reason(), post_result::full);
    }
  });
}

TYPED_TEST(inside_a_task, posts_never_wait_for_room) {
  this->inside([&] {
    for (int n = 0; n < 3; ++n) static_cast<void>(this->p->post([] {}));
    static_cast<void>(this->p->post_bulk(std::vector<std::function<void()>>(3, [] {})));
    if constexpr (requires { this->p->post_for(1h, [] {}); }) {
      if constexpr (TypeParam::config_type::can_wait) {
        static_cast<void>(this->p->post_for(1h, [] {}));
      }
    }
  });
  if (this->p) this->p->wait_idle();
}

TYPED_TEST(inside_a_task, waiting_for_its_own_pool_is_refused) {
  this->inside([&] {
    this->refused([&] { this->p->wait_idle(); }, "wait_idle");
    this->refused([&] { this->p->wait_idle_for(1h); }, "wait_idle_for");
    this->refused([&] { this->p->wait_idle_until(TypeParam::time_point::max()); }, "wait_idle_until");
    this->refused([&] { this->p->join(); }, "join");
    this->refused([&] { this->p->join_for(1h); }, "join_for");
    this->refused([&] { const auto paused = this->p->pause(); }, "pause");
    this->refused([&] { this->p->restart(); }, "restart");
  });
}

TYPED_TEST(inside_a_task, a_refused_pause_leaves_no_pause) {
  this->inside([&] { this->refused([&] { const auto paused = this->p->pause(); }, "pause"); });
  if (!this->p) return;
  this->p->wait_idle();
  EXPECT_EQ(this->p->run([] { return 7; }), 7);
}

TYPED_TEST(inside_a_task, waiting_is_refused_in_a_closed_pool_too) {
  this->inside([&] {
    this->p->shutdown();
    this->refused([&] { this->p->wait_idle(); }, "wait_idle");
    this->refused([&] { this->p->join(); }, "join");
    this->refused([&] { const auto paused = this->p->pause(); }, "pause");
    this->refused([&] { this->p->restart(); }, "restart");
  });
  if (!this->p) return;
  this->p->join();
  EXPECT_TRUE(this->p->restart());
}

TYPED_TEST(inside_a_task, shutdown_returns) {
  this->inside([&] {
    static_cast<void>(this->p->try_post([] {}));
    this->p->shutdown();
    EXPECT_EQ(this->p->state(), run_state::closing);
    EXPECT_EQ(this->p->post([] {}), post_result::closed);
  });
  if (this->p) this->p->join();
}

TYPED_TEST(inside_a_task, stop_hands_back) {
  this->inside([&] {
    const bool queued = this->p->try_post([] { ADD_FAILURE() << "it was handed back"; }) == post_result::accepted;
    EXPECT_EQ(this->p->stop().size(), queued ? 1U : 0U);
  });
  if (this->p) this->p->join();
}

TYPED_TEST(inside_a_task, purge_hands_back) {
  this->inside([&] {
    const bool queued = this->p->try_post([] { ADD_FAILURE() << "it was handed back"; }) == post_result::accepted;
    EXPECT_EQ(this->p->purge().size(), queued ? 1U : 0U);
  });
  if (this->p) this->p->wait_idle();
}

TYPED_TEST(inside_a_task, resize_and_looking_return) {
  this->inside([&] {
    this->p->resize(0, 2);
    this->p->resize(0, 1);
    EXPECT_EQ(this->p->stats().running, 1U);
    EXPECT_EQ(this->p->state(), run_state::open);
  });
}

TYPED_TEST(inside_a_task, another_pool_may_be_waited_for_in_every_way) {
  TypeParam other{{.capacity = 1}};
  this->inside([&] {
    EXPECT_EQ(other.run([] { return 1; }), 1);
    EXPECT_EQ(other.submit([] { return 2; }).get(), 2);
    other.wait_idle();
    { const auto paused = other.pause(); }
    other.shutdown();
    other.join();
    EXPECT_TRUE(other.restart());
    const TypeParam local{{.capacity = 1}};
  });
}

TYPED_TEST(inside_a_task, destruction_ends_the_program_and_says_why) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        auto* doomed = new TypeParam({.capacity = 1});
        doomed->run([doomed] { delete doomed; });
      },
      "a pool must not be destroyed by one of its own tasks");
}

}  // namespace
}  // namespace weir::tests
