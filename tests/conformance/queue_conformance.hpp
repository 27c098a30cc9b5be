// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_QUEUE_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_QUEUE_CONFORMANCE_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/platform/native.hpp>

#include "tests/conformance/own_seats.hpp"
#include "tests/conformance/queue_model.hpp"
#include "tests/support/allocations.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace weir::tests {

/// The queue as the suite calls it. In one with seats each thread is a worker with a seat of its own.
template <class Policy>
struct queue_under_test {
  using type = Policy;
};
template <class Policy>
  requires seated_queue<typename Policy::template on<platform::native, item>>
struct queue_under_test<Policy> {
  using type = own_seats<Policy>;
};

/// One queue under test: the policy, how many items it takes at once (0: never full), and in which order it gives them out.
template <class Policy, std::size_t Room = 0, item_order Order = item_order::first_in_first_out>
struct queue_case {
  using on = typename queue_under_test<Policy>::type::template on<platform::native, item>;
  static constexpr std::size_t room = Room;
  static constexpr item_order order = Order;
};

/// What a pool relies on in every queue that keeps tasks. Instantiate it for each queue policy; docs/concepts/queue_policy.md says it in
/// words.
template <class Case>
class queue_conformance : public testing::Test {
 protected:
  using queue = typename Case::on;
  static constexpr std::size_t room = Case::room;
  /// Enough to fill it, or to pass several borders of whatever it is made of.
  static constexpr int plenty = room != 0 ? static_cast<int>(room) : 1500;

  void SetUp() override { ASSERT_EQ(payload::alive(), 0); }
  void TearDown() override { EXPECT_EQ(payload::alive(), 0) << "items were leaked"; }

  /// Many items between threads; fewer where each has to wait for the one before it.
  static constexpr int busy = room == 0 || room > 50 ? 1000 : static_cast<int>(room) * 20;
  static constexpr bool in_order = Case::order == item_order::first_in_first_out;

  static bool push(queue& q, int value) {
    item i = make_item(0, value);
    return q.try_push(i) == push_result::pushed;
  }
  static int pop(queue& q) {
    item i;
    return q.try_pop(i) ? i->number : -1;
  }
};

TYPED_TEST_SUITE_P(queue_conformance);

TYPED_TEST_P(queue_conformance, says_whether_it_can_be_full) { static_assert(TestFixture::queue::bounded == (TestFixture::room != 0)); }

TYPED_TEST_P(queue_conformance, behaves_like_a_plain_queue) {
  EXPECT_TRUE(rc::check("every sequence of calls is answered as by a plain container", [] {
    const std::string script = *queue_script();
    typename TestFixture::queue q;
    follow(script, q, TestFixture::room, TypeParam::order);
  }));
}

TYPED_TEST_P(queue_conformance, is_full_at_its_bound_and_not_before) {
  typename TestFixture::queue q;
  for (int n = 0; n < TestFixture::plenty; ++n) ASSERT_TRUE(this->push(q, n)) << n;
  EXPECT_EQ(q.size(), static_cast<std::size_t>(TestFixture::plenty));
  if constexpr (TestFixture::room != 0) {
    item refused = make_item(0, 77);
    EXPECT_EQ(q.try_push(refused), push_result::full);
    ASSERT_TRUE(refused) << "a refused item stays with the caller";
    EXPECT_EQ(refused->number, 77);
    EXPECT_NE(this->pop(q), -1);
    EXPECT_EQ(q.try_push(refused), push_result::pushed) << "one out makes room for one";
    item late = make_item(0, 78);
    EXPECT_EQ(q.try_push(late), push_result::full);
  }
}

TYPED_TEST_P(queue_conformance, gives_out_what_went_in_over_many_laps) {
  typename TestFixture::queue q;
  int pushed = 0;
  int popped = 0;
  for (int fill = 1; fill <= TestFixture::plenty; fill = fill * 2 + 1) {
    for (int lap = 0; lap < 40; ++lap) {
      for (int n = 0; n < fill; ++n) ASSERT_TRUE(this->push(q, pushed++));
      for (int n = 0; n < fill; ++n, ++popped) {
        const int out = this->pop(q);
        ASSERT_TRUE(TestFixture::in_order ? out == popped : pushed - fill <= out && out < pushed) << out;
      }
      ASSERT_TRUE(q.empty());
      ASSERT_FALSE(q.ready());
    }
    if (this->push(q, pushed)) ++pushed;  // so that the next round starts one further on
    if (this->pop(q) != -1) ++popped;
  }
}

TYPED_TEST_P(queue_conformance, a_closed_queue_refuses_and_still_gives_out) {
  typename TestFixture::queue q;
  ASSERT_TRUE(this->push(q, 1));
  q.close();
  q.close();
  item refused = make_item(0, 2);
  EXPECT_EQ(q.try_push(refused), push_result::closed);
  EXPECT_TRUE(refused) << "a refused item stays with the caller";
  EXPECT_TRUE(q.ready());
  EXPECT_EQ(q.size(), 1U);
  EXPECT_EQ(this->pop(q), 1);
  EXPECT_EQ(this->pop(q), -1);
  q.reopen();
  EXPECT_EQ(q.try_push(refused), push_result::pushed);
  EXPECT_EQ(this->pop(q), 2);
}

TYPED_TEST_P(queue_conformance, a_full_queue_that_is_closed_says_closed) {
  typename TestFixture::queue q;
  for (int n = 0; n < TestFixture::plenty; ++n) ASSERT_TRUE(this->push(q, n));
  q.close();
  item refused = make_item(0, 1);
  EXPECT_EQ(q.try_push(refused), push_result::closed);
}

TYPED_TEST_P(queue_conformance, destroys_what_is_left_in_it) {
  {
    typename TestFixture::queue q;
    for (int n = 0; n < TestFixture::plenty; ++n) ASSERT_TRUE(this->push(q, n));
    EXPECT_NE(this->pop(q), -1);
    EXPECT_EQ(payload::alive(), TestFixture::plenty - 1) << "what was taken out must not live on in the queue";
  }
  EXPECT_EQ(payload::alive(), 0);
}

TYPED_TEST_P(queue_conformance, a_push_that_cannot_allocate_changes_nothing) {
  typename TestFixture::queue q;
  for (int n = 0; n < TestFixture::plenty; ++n) {
    item i = make_item(0, n);
    bool pushed = false;
    for (int spared = 0; !pushed; ++spared) {
      const failing_allocation fail(spared);
      try {
        ASSERT_EQ(q.try_push(i), push_result::pushed);
        pushed = true;
      } catch (const std::bad_alloc&) {
        ASSERT_TRUE(i) << "the item was lost by a push that threw";
        ASSERT_EQ(q.size(), static_cast<std::size_t>(n));
      }
    }
  }
  for (int n = 0; n < TestFixture::plenty; ++n) ASSERT_NE(this->pop(q), -1) << n;
  EXPECT_TRUE(q.empty());
}

TYPED_TEST_P(queue_conformance, a_queue_that_cannot_be_made_leaks_nothing) {
  bool made = false;
  for (int spared = 0; !made; ++spared) {
    const failing_allocation fail(spared);
    try {
      const auto q = std::make_unique<typename TestFixture::queue>();
      made = true;
    } catch (const std::bad_alloc&) {
    }
  }
}

TYPED_TEST_P(queue_conformance, loses_and_doubles_nothing_between_threads) {
  EXPECT_TRUE(rc::check("each producer's items come out once, in its order", [] {
    const auto producers = *rc::gen::inRange(1, 4);
    const auto consumers = *rc::gen::inRange(1, 4);
    const auto each = *rc::gen::inRange(1, TestFixture::busy);
    typename TestFixture::queue q;
    check_traffic(traffic_through(q, producers, consumers, each), each, TypeParam::order);
  }));
}

TYPED_TEST_P(queue_conformance, closing_draws_a_line_through_the_pushes) {
  EXPECT_TRUE(rc::check("what was pushed comes out, what was refused does not", [] {
    const auto producers = *rc::gen::inRange(1, 4);
    const auto close_after = *rc::gen::inRange(0, TestFixture::busy);
    typename TestFixture::queue q;
    close_during_traffic(q, producers, close_after, TypeParam::order);
  }));
}

REGISTER_TYPED_TEST_SUITE_P(queue_conformance, says_whether_it_can_be_full, behaves_like_a_plain_queue, is_full_at_its_bound_and_not_before,
                            gives_out_what_went_in_over_many_laps, a_closed_queue_refuses_and_still_gives_out,
                            a_full_queue_that_is_closed_says_closed, destroys_what_is_left_in_it,
                            a_push_that_cannot_allocate_changes_nothing, a_queue_that_cannot_be_made_leaks_nothing,
                            loses_and_doubles_nothing_between_threads, closing_draws_a_line_through_the_pushes);

}  // namespace weir::tests

#endif
