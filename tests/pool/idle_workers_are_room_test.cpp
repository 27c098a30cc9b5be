// SPDX-License-Identifier: Apache-2.0
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/lockfree.hpp>
#include <weir/policies/queue/spsc.hpp>
#include <weir/policies/wake/exact.hpp>
#include <weir/policies/workers/fifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/policies/workers/ring.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

constexpr unsigned eight = 8;

/// Tasks that hold their workers until the end of the test.
class crowd {
 public:
  ~crowd() { end_->set(); }
  void release() { end_->set(); }
  [[nodiscard]] auto task() {
    return [begun = begun_, end = end_] {
      ++*begun;
      end->wait();
    };
  }
  template <class Pool>
  [[nodiscard]] unsigned accepted_of(unsigned posts, Pool& p) {
    unsigned accepted = 0;
    while (posts-- != 0) accepted += p.post(task()) == post_result::accepted;
    return accepted;
  }
  [[nodiscard]] bool begin(unsigned n) {
    return eventually([&] { return *begun_ == n; });
  }

 private:
  std::shared_ptr<std::atomic<unsigned>> begun_ = std::make_shared<std::atomic<unsigned>>(0);
  std::shared_ptr<event> end_ = std::make_shared<event>();
};

template <class Pool>
void let_workers_go_idle(Pool& p, unsigned workers) {
  std::deque<hold> each(workers);
  for (hold& h : each) h.occupy(p);
  for (hold& h : each) h.release();
  p.wait_idle();
  ASSERT_EQ(p.stats().idle, workers);
}

template <class Pool>
class eight_idle_workers : public testing::Test {
 public:
  Pool p{{.capacity = eight, .carriers = eight}};
  crowd tasks;
};
using pools_of_one_place =
    testing::Types<pool<queue::bounded<1>, blocking::reject>, pool<queue::bounded<1>, blocking::reject, wake::exact>,
                   pool<queue::bounded<1>, blocking::reject, workers::fifo>,
                   pool<queue::bounded<1>, blocking::reject, workers::ring<eight>>,
                   pool<queue::bounded<1>, blocking::reject, growth::prestart>,
                   pool<queue::bounded<1>, blocking::reject, growth::on_backlog<3>>, pool<queue::lockfree<1>, blocking::reject>,
                   pool<queue::bounded<1>, blocking::discard_newest>, light_pool<queue::bounded<1>, blocking::reject>>;
TYPED_TEST_SUITE(eight_idle_workers, pools_of_one_place, numbered);

TYPED_TEST(eight_idle_workers, take_eight_tasks_of_nine_and_the_queue_takes_one) {
  for (int round = 0; round != 50; ++round) {
    crowd tasks;
    ASSERT_EQ(tasks.accepted_of(eight + 1, this->p), eight + 1);
    ASSERT_NE(this->p.post([] { ADD_FAILURE() << "a refused task ran"; }), post_result::accepted);
    ASSERT_TRUE(tasks.begin(eight));
    tasks.release();
    this->p.wait_idle();
  }
}

TYPED_TEST(eight_idle_workers, are_room_for_try_post) {
  for (unsigned n = 0; n != eight + 1; ++n) EXPECT_EQ(this->p.try_post(this->tasks.task()), post_result::accepted);
  EXPECT_EQ(this->p.try_post([] { ADD_FAILURE() << "a refused task ran"; }), post_result::full);
}

TYPED_TEST(eight_idle_workers, are_room_for_a_bulk) {
  std::vector<task> many;
  for (unsigned n = 0; n != eight + 2; ++n) many.emplace_back(this->tasks.task());
  EXPECT_EQ(this->p.post_bulk(many).accepted, eight + 1);
  EXPECT_TRUE(this->tasks.begin(eight));
}

TEST(idle_workers, take_tasks_before_a_submitter_runs_them) {
  const auto here = std::this_thread::get_id();
  std::atomic<unsigned> by_the_caller{0};
  pool<queue::bounded<1>, blocking::caller_runs> p{{.capacity = eight}};
  let_workers_go_idle(p, eight);
  crowd tasks;
  for (unsigned n = 0; n != eight + 1; ++n)
    EXPECT_EQ(p.post([&, hold = tasks.task()] { std::this_thread::get_id() == here ? void(++by_the_caller) : hold(); }),
              post_result::accepted);
  EXPECT_EQ(by_the_caller, 0U);
  EXPECT_EQ(p.post([&] { ++by_the_caller; }), post_result::accepted);
  EXPECT_EQ(by_the_caller, 1U) << "now the pool is full";
}

TEST(idle_workers, take_tasks_before_a_worker_starts_beyond_the_capacity) {
  pool<queue::bounded<1>, blocking::overflow_spawn> p{{.capacity = eight}};
  let_workers_go_idle(p, eight);
  crowd tasks;
  EXPECT_EQ(tasks.accepted_of(eight + 1, p), eight + 1);
  EXPECT_EQ(p.stats().workers, eight);
  EXPECT_EQ(p.post(tasks.task()), post_result::accepted);
  EXPECT_EQ(p.stats().workers, eight + 1) << "now the pool is full";
}

TEST(idle_workers, take_tasks_before_a_task_is_dropped) {
  pool<queue::bounded<4>, blocking::discard_oldest, observer::counters> p{{.capacity = eight}};
  let_workers_go_idle(p, eight);
  crowd tasks;
  EXPECT_EQ(tasks.accepted_of(eight + 4, p), eight + 4);
  EXPECT_EQ(p.stats().discarded, 0U);
  EXPECT_EQ(p.post(tasks.task()), post_result::accepted);
  EXPECT_EQ(p.stats().discarded, 1U) << "now the pool is full";
}

TEST(idle_workers, take_tasks_before_a_submitter_waits) {
  pool<queue::bounded<2>> p{{.capacity = eight}};
  let_workers_go_idle(p, eight);
  crowd tasks;
  for (unsigned n = 0; n != eight + 2; ++n) EXPECT_EQ(p.try_post(tasks.task()), post_result::accepted);
  EXPECT_EQ(p.try_post(tasks.task()), post_result::full);
}

TEST(places_for_new_workers, are_room_in_a_fresh_pool) {
  pool<queue::bounded<64>, blocking::reject> p{{.capacity = 5}};
  crowd tasks;
  EXPECT_EQ(tasks.accepted_of(80, p), 69U);
  EXPECT_TRUE(tasks.begin(5));
  EXPECT_EQ(p.stats().queued, 64U);
}

TEST(places_for_new_workers, are_room_where_the_backlog_wants_no_worker_yet) {
  pool<queue::bounded<2>, blocking::reject, growth::on_backlog<100>> p{{.capacity = 3}};
  crowd tasks;
  EXPECT_EQ(tasks.accepted_of(10, p), 5U);
  EXPECT_TRUE(tasks.begin(3));
}

TEST(places_for_new_workers, are_room_in_a_pool_that_keeps_no_idle_worker) {
  pool<queue::bounded<1>, blocking::reject, workers::none> p{{.capacity = 3}};
  crowd tasks;
  EXPECT_EQ(tasks.accepted_of(10, p), 4U);
  EXPECT_TRUE(tasks.begin(3));
}

TEST(places_for_new_workers, are_no_room_when_the_system_refuses_a_thread) {
  bool grants = true;
  const unreliable_threads::scope decides([&] { return grants; });
  pool<queue::bounded<1>, blocking::reject, unreliable_threads> p{{.capacity = 3}};
  hold busy;
  busy.occupy(p);
  grants = false;
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  EXPECT_EQ(p.post([] { ADD_FAILURE() << "a refused task ran"; }), post_result::full);
  EXPECT_EQ(p.stats().workers, 1U);
  busy.release();
  p.wait_idle();
}

TEST(started_workers, that_have_not_looked_yet_are_room) {
  event may_start;
  options o{.capacity = 4};
  o.on_start = [&] { may_start.wait(); };
  crowd tasks;
  {
    pool<queue::bounded<1>, blocking::reject, growth::prestart> p{o};
    EXPECT_EQ(p.stats().idle, 0U) << "none has begun to look";
    EXPECT_EQ(tasks.accepted_of(10, p), 5U);
    may_start.set();
    EXPECT_TRUE(tasks.begin(4));
    tasks.release();
  }
}

TEST(started_workers, are_room_for_every_submitter_of_a_fresh_pool) {
  constexpr unsigned submitters = 4;
  for (int round = 0; round != 100; ++round) {
    pool<queue::bounded<1>, blocking::reject> p{{.capacity = submitters - 1}};
    crowd tasks;
    std::atomic<unsigned> accepted{0};
    std::vector<std::jthread> each;
    for (unsigned n = 0; n != submitters; ++n) each.emplace_back([&] { accepted += tasks.accepted_of(1, p); });
    each.clear();
    ASSERT_EQ(accepted, submitters);
    ASSERT_TRUE(tasks.begin(submitters - 1));
  }
}

/// A worker that takes a task directly takes the oldest, so tasks begin in the order of their posts.
template <class Pool>
void check_that_tasks_keep_their_order() {
  Pool p{{.capacity = 1, .carriers = 1}};
  for (int round = 0; round != 200; ++round) {
    std::vector<int> ran;
    for (int n = 0; n != 3; ++n) ASSERT_EQ(p.post([&ran, n] { ran.push_back(n); }), post_result::accepted);
    p.wait_idle();
    ASSERT_EQ(ran, (std::vector{0, 1, 2}));
  }
}

TEST(a_full_queue, gives_its_oldest_task_to_the_worker) {
  check_that_tasks_keep_their_order<pool<queue::bounded<2>, blocking::reject>>();
  check_that_tasks_keep_their_order<pool<queue::lockfree<2>, blocking::reject>>();
  check_that_tasks_keep_their_order<pool<queue::spsc<2>, blocking::reject>>();
  check_that_tasks_keep_their_order<light_pool<queue::bounded<2>, blocking::reject>>();
}

TEST(a_full_queue, of_one_submitter_and_one_worker_counts_the_worker) {
  pool<queue::spsc<3>, blocking::reject> p{{.capacity = 1}};
  let_workers_go_idle(p, 1);
  crowd tasks;
  EXPECT_EQ(tasks.accepted_of(10, p), 4U);
}

TEST(a_full_queue, of_arguments_counts_the_idle_workers) {
  event end;
  const auto f = [&end](int) { end.wait(); };
  function_pool<decltype(f), int, queue::bounded<1>, blocking::reject> p(f, {.capacity = eight});
  unsigned accepted = 0;
  for (int n = 0; n != 20; ++n) accepted += p.post(int(n)) == post_result::accepted;
  EXPECT_EQ(accepted, eight + 1);
  end.set();
}

TEST(a_full_queue, of_a_shard_counts_the_idle_workers_of_the_shard) {
  multi_pool<pool<queue::bounded<1>, blocking::reject>> p(3, {.capacity = 4});
  crowd tasks;
  EXPECT_EQ(tasks.accepted_of(40, p), 15U);
}

TEST(a_full_queue, of_a_paused_pool_is_full) {
  pool<queue::bounded<1>, blocking::reject> p{{.capacity = eight}};
  let_workers_go_idle(p, eight);
  const auto paused = p.pause();
  crowd tasks;
  EXPECT_EQ(tasks.accepted_of(5, p), 1U);
}

}  // namespace
}  // namespace weir::tests
