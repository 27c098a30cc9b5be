// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using rethrows = panic::rethrow_at_wait;

template <class F>
std::string thrown_by(F f) {
  try {
    f();
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "nothing";
}

auto throwing(std::string what) {
  return [what] { throw std::runtime_error(what); };
}

template <class Pool>
class rethrow_at_wait : public testing::Test {
 protected:
  Pool p{{.capacity = 1}};
};
using pools = testing::Types<pool<rethrows>, pool<rethrows, queue::bounded<8>>, pool<rethrows, queue::none>>;
TYPED_TEST_SUITE(rethrow_at_wait, pools, numbered);

TYPED_TEST(rethrow_at_wait, throws_from_wait_idle_once) {
  give(this->p, throwing("oops"));
  EXPECT_EQ(thrown_by([&] { this->p.wait_idle(); }), "oops");
  EXPECT_EQ(thrown_by([&] { this->p.wait_idle(); }), "nothing");
  EXPECT_EQ(this->p.run([] { return 7; }), 7) << "the pool goes on";
}

TYPED_TEST(rethrow_at_wait, throws_from_a_timed_wait_that_finds_the_end) {
  hold busy;
  give(this->p, [task = busy.task()] {
    task();
    throw std::runtime_error("oops");
  });
  EXPECT_EQ(thrown_by([&] { EXPECT_FALSE(this->p.wait_idle_for(1ms)); }), "nothing") << "it gave up, and threw";
  busy.release();
  EXPECT_EQ(thrown_by([&] { EXPECT_TRUE(this->p.wait_idle_for(patience)); }), "oops");
}

TYPED_TEST(rethrow_at_wait, throws_from_join_once) {
  give(this->p, throwing("oops"));
  this->p.shutdown();
  EXPECT_EQ(thrown_by([&] { this->p.join(); }), "oops");
  EXPECT_EQ(this->p.state(), run_state::stopped) << "the pool ended all the same";
  EXPECT_EQ(thrown_by([&] { this->p.join(); }), "nothing");
  EXPECT_TRUE(this->p.restart());
}

TYPED_TEST(rethrow_at_wait, keeps_the_first_and_reports_the_others) {
  testing::internal::CaptureStderr();
  for (const char* what : {"first", "second", "third"}) give(this->p, throwing(what));
  EXPECT_EQ(thrown_by([&] { this->p.wait_idle(); }), "first");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said.find("first"), std::string::npos);
  EXPECT_NE(said.find("second"), std::string::npos);
  EXPECT_NE(said.find("third"), std::string::npos);
  give(this->p, throwing("fourth"));
  EXPECT_EQ(thrown_by([&] { this->p.wait_idle(); }), "fourth") << "the next first one";
}

TYPED_TEST(rethrow_at_wait, reports_when_nobody_waited) {
  std::optional<TypeParam> q(std::in_place, options{.capacity = 1});
  give(*q, throwing("unheard"));
  testing::internal::CaptureStderr();
  q.reset();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("unheard"), std::string::npos);
}

TYPED_TEST(rethrow_at_wait, tells_exactly_one_of_many_waiters) {
  hold busy;
  give(this->p, [task = busy.task()] {
    task();
    throw std::runtime_error("oops");
  });
  std::atomic<int> told{0};
  std::vector<std::thread> waiters;
  for (int n = 0; n < 4; ++n) waiters.emplace_back([&] { told += thrown_by([&] { this->p.wait_idle(); }) == "oops" ? 1 : 0; });
  busy.release();
  for (std::thread& each : waiters) each.join();
  told += thrown_by([&] { this->p.wait_idle(); }) == "oops" ? 1 : 0;
  EXPECT_EQ(told, 1);
}

TYPED_TEST(rethrow_at_wait, is_not_for_what_a_future_carries) {
  auto f = this->p.submit([]() -> int { throw std::runtime_error("mine"); });
  EXPECT_EQ(thrown_by([&] { this->p.wait_idle(); }), "nothing");
  EXPECT_EQ(thrown_by([&] { f.get(); }), "mine");
}

TYPED_TEST(rethrow_at_wait, hears_of_hooks) {
  TypeParam hooked{{.capacity = 1, .on_start = throwing("on_start")}};
  hooked.run([] {});
  EXPECT_EQ(thrown_by([&] { hooked.wait_idle(); }), "on_start");
}

TYPED_TEST(rethrow_at_wait, leaves_pause_and_purge_alone) {
  give(this->p, throwing("oops"));
  EXPECT_EQ(thrown_by([&] {
              const auto paused = this->p.pause();
              static_cast<void>(this->p.purge());
            }),
            "nothing");
  const std::string late = thrown_by([&] { this->p.wait_idle(); });
  EXPECT_TRUE(late == "oops" || late == "nothing") << "the purge may have been faster than the task";
}

}  // namespace
}  // namespace weir::tests
