// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <optional>
#include <thread>
#include <utility>

// A pool that is closed while it is paused has accepted tasks, and perhaps no call resumes it: closing ends the pause.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using unreliable = unreliable_threads;

template <class Pool>
class closing_a_paused_pool : public testing::Test {
 protected:
  static constexpr int tasks = 5;
  std::atomic<int> ran{0};
  void fill(Pool& p) {
    for (int n = 0; n < tasks; ++n) give(p, [this] { ++ran; });
  }
};
using pools = testing::Types<pool<unreliable>, pool<unreliable, queue::mutex_fifo>, pool<unreliable, queue::bounded<8>>,
                             pool<unreliable, workers::none>, pool<unreliable, wake::exact>, pool<unreliable, growth::on_backlog<3>>>;
TYPED_TEST_SUITE(closing_a_paused_pool, pools, numbered);

TYPED_TEST(closing_a_paused_pool, by_shutdown_runs_what_was_accepted) {
  for (const bool used : {false, true}) {
    this->ran = 0;
    TypeParam p{{.capacity = 2}};
    if (used) p.run([] {});
    const auto paused = p.pause();
    this->fill(p);
    p.shutdown();
    EXPECT_TRUE(p.join_for(patience)) << "nobody runs what was accepted; " << (used ? "with" : "without") << " workers";
    EXPECT_EQ(this->ran, this->tasks);
    if (p.state() != run_state::stopped) static_cast<void>(p.stop());  // so that a failure ends
  }
}

TYPED_TEST(closing_a_paused_pool, by_stop_hands_back_all_of_it) {
  for (const bool used : {false, true}) {
    TypeParam p{{.capacity = 2}};
    if (used) p.run([] {});
    const auto paused = p.pause();
    this->fill(p);
    EXPECT_EQ(p.stop().size(), static_cast<std::size_t>(this->tasks)) << "nothing had begun";
    EXPECT_TRUE(p.join_for(patience));
    EXPECT_EQ(this->ran, 0);
  }
}

TYPED_TEST(closing_a_paused_pool, by_its_destructor_runs_what_was_accepted) {
  event gone;
  std::thread owner([&] {
    std::optional<TypeParam> p(std::in_place, options{.capacity = 2});
    auto* leaked = new auto(p->pause());  // a guard must not outlive its pool: this one is forgotten
    this->fill(*p);
    p.reset();
    ::operator delete(leaked);
    gone.set();
  });
  EXPECT_TRUE(gone.wait_for());
  owner.join();
  EXPECT_EQ(this->ran, this->tasks);
}

TYPED_TEST(closing_a_paused_pool, lets_join_return_that_waits_already) {
  TypeParam p{{.capacity = 2}};
  const auto paused = p.pause();
  this->fill(p);
  std::thread joiner([&] { EXPECT_TRUE(p.join_for(patience)); });
  p.shutdown();
  joiner.join();
  EXPECT_EQ(this->ran, this->tasks);
  if (p.state() != run_state::stopped) static_cast<void>(p.stop());
}

TYPED_TEST(closing_a_paused_pool, releases_who_waits_for_the_pool_to_stand_still) {
  TypeParam p{{.capacity = 2}};
  hold busy;
  busy.occupy(p);
  event released;
  std::thread pauser([&] {
    const auto paused = p.pause();
    released.set();
  });
  EXPECT_FALSE(released.wait_for(5ms));
  p.shutdown();
  EXPECT_TRUE(released.wait_for()) << "a task runs, and pause waits for it in a closed pool";
  busy.release();
  pauser.join();
}

TYPED_TEST(closing_a_paused_pool, before_the_pause_lets_it_return_at_once) {
  TypeParam p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  give(p, [this] { ++this->ran; });
  p.shutdown();
  const auto paused = p.pause();
  busy.release();
  EXPECT_TRUE(p.join_for(patience));
  EXPECT_EQ(this->ran, 1);
  const auto of_a_stopped_pool = p.pause();
}

TYPED_TEST(closing_a_paused_pool, ends_the_pause_for_the_next_life_too) {
  TypeParam p{{.capacity = 1}};
  auto old = p.pause();
  p.shutdown();
  p.join();
  ASSERT_TRUE(p.restart());
  event ran;
  give(p, [&] { ran.set(); });
  EXPECT_TRUE(ran.wait_for(patience / 4)) << "a guard of the life before still holds";
  auto fresh = p.pause();
  old.resume();
  give(p, [this] { ++this->ran; });
  EXPECT_FALSE(p.wait_idle_for(5ms)) << "a guard of the life before took the new pause back";
  fresh.resume();
  p.wait_idle();
  EXPECT_EQ(this->ran, 1);
}

TYPED_TEST(closing_a_paused_pool, without_threads_lets_the_closer_do_the_work) {
  const unreliable_threads::scope none([] { return false; });
  TypeParam p{{.capacity = 2}};
  const auto paused = p.pause();
  this->fill(p);
  EXPECT_EQ(this->ran, 0);
  p.shutdown();
  EXPECT_TRUE(p.join_for(patience));
  EXPECT_EQ(this->ran, this->tasks);
  if (p.state() != run_state::stopped) static_cast<void>(p.stop());
}

TYPED_TEST(closing_a_paused_pool, is_not_needed_when_threads_fail_and_it_is_resumed) {
  const unreliable_threads::scope none([] { return false; });
  TypeParam p{{.capacity = 2}};
  {
    const auto paused = p.pause();
    this->fill(p);
  }
  EXPECT_EQ(this->ran, this->tasks) << "who resumes is all there is";
}

// The pause comes while a thread is being asked for, and the answer is no.
TYPED_TEST(closing_a_paused_pool, is_not_needed_when_a_start_fails_meanwhile) {
  event asked;
  event answer;
  const unreliable_threads::scope slow_refusal([&] {
    asked.set();
    answer.wait();
    return false;
  });
  TypeParam p{{.capacity = 1}};
  std::thread submitter([&] { this->fill(p); });
  ASSERT_TRUE(asked.wait_for());
  event paused;
  event resume;
  std::thread pauser([&] {
    const auto guard = p.pause();
    paused.set();
    resume.wait();
  });
  EXPECT_FALSE(paused.wait_for(5ms)) << "a thread is on its way";
  answer.set();
  EXPECT_TRUE(paused.wait_for()) << "the start has failed and nobody told the pauser";
  const int before = this->ran;
  submitter.join();
  EXPECT_EQ(this->ran, before) << "a caller worked for a paused pool";
  resume.set();
  pauser.join();
  p.wait_idle();
  EXPECT_EQ(this->ran, this->tasks);
}

TEST(closing_a_paused_pool_without_a_queue, answers_who_waits) {
  pool<queue::none> p{{.capacity = 1}};
  const auto paused = p.pause();
  std::thread submitter([&] { EXPECT_EQ(p.post([] {}), post_result::closed); });
  EXPECT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  p.shutdown();
  submitter.join();
  p.join();
}

}  // namespace
}  // namespace weir::tests
