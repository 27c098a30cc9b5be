// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/stealing.hpp>

#include <weir/pool.hpp>
#include <weir/verify/support/seated.hpp>

#include "tests/conformance/own_seats.hpp"
#include "tests/conformance/queue_conformance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

struct kinds {
  template <class Case>
  static std::string GetName(int n) {
    return std::array{"from_outside", "seats_of_1", "seats_of_2", "seats_of_3", "claiming", "as_shipped"}[static_cast<std::size_t>(n)];
  }
};

template <class Queue>
using own = queue_case<Queue, 0, item_order::any>;
// From outside there is an order; at seats there is none. Tiny seats overflow and come round every few calls.
using forms = testing::Types<queue_case<verify::seated<queue::stealing>>, own<queue::stealing_by<1, 2>>, own<queue::stealing_by<2, 3>>,
                             own<queue::stealing_by<4, 64>>, own<queue::stealing_by<4, 3, queue::one_task, 0>>, own<queue::stealing>>;
INSTANTIATE_TYPED_TEST_SUITE_P(stealing, queue_conformance, forms, kinds);

using plain = queue::stealing_by<4, 64>::on<platform::native, int>;

template <class Queue>
void push(Queue& q, int n, typename Queue::seat* mine) {
  EXPECT_EQ(q.try_push(n, mine), push_result::pushed);
}
std::vector<int> drain(plain& q, plain::seat& mine) {
  std::vector<int> all;
  for (int out = 0; q.try_pop(out, mine);) all.push_back(out);
  return all;
}

TEST(stealing, takes_its_own_newest_and_from_outside_in_turn_then_the_oldest_of_others) {
  plain q;
  plain::seat mine;
  plain::seat other;
  q.join(mine);
  q.join(other);
  for (int n : {1, 2, 3}) push(q, n, &other);
  for (int n : {11, 12}) push(q, n, nullptr);
  for (int n : {21, 22}) push(q, n, &mine);
  EXPECT_EQ(q.size(), 7U);
  EXPECT_EQ(drain(q, mine), (std::vector{22, 11, 21, 12, 1, 2, 3})) << "every second take begins outside";
  EXPECT_TRUE(q.empty());
}

TEST(stealing, what_does_not_fit_goes_where_everybody_looks) {
  plain q;
  plain::seat mine;
  plain::seat outsider;
  q.join(mine);
  for (int n = 1; n <= 6; ++n) push(q, n, &mine);
  EXPECT_EQ(drain(q, outsider), (std::vector{5, 6, 1, 2, 3, 4}));
}

TEST(stealing, a_seat_that_has_not_been_joined_hides_nothing) {
  plain q;
  plain::seat early;
  plain::seat other;
  q.join(other);
  push(q, 1, &early);
  EXPECT_TRUE(q.ready());
  EXPECT_EQ(drain(q, other), (std::vector{1}));
}

TEST(stealing, every_seat_is_robbed_wherever_it_stands_in_the_list) {
  plain q;
  std::array<plain::seat, 4> seats;
  for (auto& s : seats) q.join(s);
  for (auto& thief : seats) {
    for (std::size_t n = 0; n != seats.size(); ++n) push(q, static_cast<int>(n), &seats[n]);
    EXPECT_EQ(drain(q, thief).size(), seats.size());
  }
}

TEST(stealing, nothing_waits_for_ever_behind_newer_tasks) {
  plain q;
  plain::seat mine;
  plain::seat other;
  q.join(mine);
  q.join(other);
  push(q, 1, &mine);
  push(q, 2, &other);
  push(q, 3, nullptr);
  std::array<bool, 4> came{};
  for (int round = 0; round != 3 * 64 + 1; ++round) {  // the first turn is its own oldest's, and then every 16th of those
    push(q, 0, &mine);
    int out = 0;
    ASSERT_TRUE(q.try_pop(out, mine));
    came[static_cast<std::size_t>(out)] = true;
  }
  EXPECT_EQ(came, (std::array{true, true, true, true}));
}

TEST(stealing, what_came_from_outside_takes_every_second_turn) {
  plain q;
  plain::seat mine;
  q.join(mine);
  constexpr int from_outside = 100;
  for (int n = 1; n <= from_outside; ++n) push(q, n, nullptr);
  push(q, 0, &mine);
  int takes = 0;
  int of_its_own = 0;
  for (int came = 0; came != from_outside; ++takes) {
    ASSERT_LE(takes, 2 * from_outside + 4) << came << " have come";
    int out = 0;
    ASSERT_TRUE(q.try_pop(out, mine));
    if (out == 0)
      push(q, 0, &mine);
    else
      ASSERT_EQ(out, ++came);
    if (out == 0) ++of_its_own;
  }
  EXPECT_GE(of_its_own, from_outside - 1) << "the worker's own tasks have their turns too";
}

/// In a tree of tasks each one from outside brings more than it takes.
TEST(stealing, a_worker_with_many_tasks_of_its_own_takes_one_in_192_from_outside) {
  plain q;
  plain::seat mine;
  q.join(mine);
  for (int n = 0; n != 10; ++n) push(q, 1, nullptr);
  for (int n = 0; n != 128; ++n) push(q, 0, &mine);
  int came = 0;
  for (int takes = 0; takes != 2 * 192; ++takes) {
    int out = 0;
    ASSERT_TRUE(q.try_pop(out, mine));
    came += out;
    push(q, 0, &mine);
  }
  EXPECT_EQ(came, 2);
}

TEST(stealing, another_workers_oldest_has_a_turn_in_192_takes) {
  plain q;
  plain::seat mine;
  plain::seat other;
  q.join(mine);
  q.join(other);
  for (int n : {1, 2, 3}) push(q, n, &other);
  std::vector<int> takes_before;
  for (int takes = 0; takes != 3 * 192; ++takes) {
    push(q, 0, &mine);
    int out = 0;
    ASSERT_TRUE(q.try_pop(out, mine));
    if (out != 0) takes_before.push_back(takes);
  }
  EXPECT_EQ(takes_before, (std::vector{127, 127 + 192, 127 + 2 * 192}));
}

TEST(stealing, its_own_oldest_has_a_turn_in_3072_takes) {
  plain q;
  plain::seat mine;
  q.join(mine);
  push(q, 1, &mine);
  push(q, 1, &mine);
  std::vector<int> takes_before;
  for (int takes = 0; takes != 64 + 3072; ++takes) {
    push(q, 0, &mine);
    int out = 0;
    ASSERT_TRUE(q.try_pop(out, mine));
    if (out == 1) takes_before.push_back(takes);
  }
  EXPECT_EQ(takes_before, (std::vector{63, 63 + 3072}));
}

/// Each task posts two more, as a recursive function calls itself. With a turn in 192 for the oldest the common queue had a tenth of them.
TEST(stealing, a_tree_fits_into_its_workers_deque) {
  queue::stealing::on<platform::native, int> q;
  decltype(q)::seat mine;
  q.join(mine);
  push(q, 27, &mine);
  std::size_t most = 0;
  for (int height = 0; q.try_pop(height, mine); most = std::max(most, q.size()))
    for (int child : {height - 1, height - 2})
      if (height >= 2) push(q, child, &mine);
  EXPECT_LE(most, 256U);
}

TEST(stealing, makes_one_deque_per_seat_and_no_more) {
  if (!allocations_are_counted()) GTEST_SKIP();
  plain q;
  plain::seat mine;
  q.join(mine);
  const auto lap = [&] {
    for (int n = 0; n != 4; ++n) push(q, n, &mine);
    for (int out = 0; q.try_pop(out, mine);) {
    }
  };
  lap();
  const unsigned long before = allocations();
  for (int n = 0; n != 200; ++n) lap();
  EXPECT_EQ(allocations(), before);
}

/// Every thread is a worker: it pushes, takes and robs, as often as it likes; nothing is lost and nothing comes twice.
template <class Queue>
void check_workers(int workers, int each) {
  typename own_seats<Queue>::template on<platform::native, item> q;
  std::vector<std::atomic<int>> taken(static_cast<std::size_t>(workers * each));
  std::vector<std::thread> threads;
  for (int w = 0; w != workers; ++w)
    threads.emplace_back([&, w] {
      const auto take = [&] {
        item i;
        if (!q.try_pop(i)) return false;
        ++taken[static_cast<std::size_t>(i->producer * each + i->number)];
        return true;
      };
      for (int n = 0; n != each;) {
        for (int burst = 0; burst != 1 + n % 5 && n != each; ++burst, ++n) {
          item i = make_item(w, n);
          EXPECT_EQ(q.try_push(i), push_result::pushed);
        }
        for (int burst = 0; burst != 1 + n % 7; ++burst) take();
      }
      while (take()) {
      }
    });
  for (auto& t : threads) t.join();
  for (item i; q.try_pop(i); i.reset()) ++taken[static_cast<std::size_t>(i->producer * each + i->number)];
  for (auto& n : taken) ASSERT_EQ(n.load(), 1);
  EXPECT_TRUE(q.empty());
  EXPECT_FALSE(q.ready());
}
TEST(stealing, workers_with_small_seats_lose_nothing) { check_workers<queue::stealing_by<2, 3>>(4, 20'000); }
TEST(stealing, workers_with_large_seats_lose_nothing) { check_workers<queue::stealing>(4, 50'000); }

/// A tree of tasks: each posts two more from inside.
struct tree {
  pool<queue::stealing>& p;
  std::atomic<int>& grown;
  void operator()(int height) const {
    ++grown;
    for (int n = 0; n != 2 && height != 0; ++n)
      if (p.post([*this, height] { (*this)(height - 1); }) != post_result::accepted) grown = -1'000'000;
  }
};
TEST(stealing, a_tree_of_tasks_grows_to_its_end) {
  pool<queue::stealing> p{{.capacity = 4}};
  std::atomic<int> grown{0};
  ASSERT_EQ(p.post([&] { tree{p, grown}(14); }), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(grown, (1 << 15) - 1);
}

}  // namespace
}  // namespace weir::tests
