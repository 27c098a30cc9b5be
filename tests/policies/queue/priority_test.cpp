// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/priority.hpp>

#include <weir/pool.hpp>
#include <weir/verify/support/seated.hpp>

#include "tests/conformance/queue_conformance.hpp"
#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

namespace weir::tests {
namespace {

struct levels {
  template <class Case>
  static std::string GetName(int n) {
    return std::array{"one_level", "the_last_of_three", "the_first_of_three", "as_shipped"}[static_cast<std::size_t>(n)];
  }
};

// Each level by itself is a plain queue.
using single = testing::Types<queue_case<queue::priority_by<1, 2>>, queue_case<queue::priority_by<3, 2>>,
                              queue_case<verify::seated<queue::priority_by<3, 2>, level{0}>>, queue_case<queue::priority<3>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(priority, queue_conformance, single, levels);

using plain = queue::priority<3>::on<platform::native, item>;

/// A digit pushes at that level, u without one; a minus takes.
TEST(priority, the_most_urgent_goes_first_and_equals_in_order) {
  EXPECT_TRUE(rc::check("every sequence of calls is answered as by one std::deque for each level", [] {
    const auto script = *rc::gen::container<std::string>(rc::gen::element('0', '1', '2', 'u', '-', '-', '-'));
    plain q;
    std::array<std::deque<int>, 3> model;
    int next = 0;
    for (const char step : script) {
      item i;
      if (step == '-') {
        const auto first = std::find_if(model.begin(), model.end(), [](const auto& each) { return !each.empty(); });
        RC_ASSERT(q.try_pop(i) == (first != model.end()));
        if (first == model.end()) continue;
        RC_ASSERT(i->number == first->front());
        first->pop_front();
      } else {
        i = make_item(0, next);
        RC_ASSERT((step == 'u' ? q.try_push(i) : q.try_push(i, level{static_cast<unsigned>(step - '0')})) == push_result::pushed);
        model[step == 'u' ? 2U : static_cast<std::size_t>(step - '0')].push_back(next++);
      }
      const std::size_t waiting = model[0].size() + model[1].size() + model[2].size();
      RC_ASSERT(q.size() == waiting);
      RC_ASSERT(q.empty() == (waiting == 0));
      RC_ASSERT(q.ready() == (waiting != 0));
    }
  }));
}

TEST(priority, a_level_that_does_not_exist_is_refused_before_anything_is_taken) {
  plain q;
  item i = make_item(0, 1);
  EXPECT_THROW(static_cast<void>(q.try_push(i, level{3})), std::invalid_argument);
  EXPECT_TRUE(i);
  EXPECT_TRUE(q.empty());
  q.close();
  EXPECT_THROW(static_cast<void>(q.try_push(i, level{3})), std::invalid_argument) << "a mistake stays one when the queue is closed";
}

TEST(priority, a_closed_queue_is_closed_at_every_level) {
  plain q;
  q.close();
  for (unsigned n = 0; n < 3; ++n) {
    item i = make_item(0, 1);
    EXPECT_EQ(q.try_push(i, level{n}), push_result::closed) << n;
  }
  q.reopen();
  for (unsigned n = 0; n < 3; ++n) {
    item i = make_item(0, 1);
    EXPECT_EQ(q.try_push(i, level{n}), push_result::pushed) << n;
  }
}

TEST(priority, a_pool_starts_the_urgent_first) {
  pool<queue::priority<3>> p{{.capacity = 1}};
  std::vector<int> order;  // there is one worker
  hold busy;
  busy.occupy(p);
  const auto note = [&order](int n) { return [&order, n] { order.push_back(n); }; };
  ASSERT_EQ(p.post(note(3)), post_result::accepted);
  ASSERT_EQ(p.post(note(2), level{1}), post_result::accepted);
  ASSERT_EQ(p.post(note(0), level{0}), post_result::accepted);
  ASSERT_EQ(p.post(note(4), level{2}), post_result::accepted);
  ASSERT_EQ(p.post(note(1), level{0}), post_result::accepted);
  EXPECT_THROW(static_cast<void>(p.post(note(9), level{3})), std::invalid_argument);
  busy.release();
  p.wait_idle();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4}));
}

TEST(priority, does_what_its_page_shows) {
  tally done;
  const auto answer_the_user = [&done] { done.add(); };
  const auto rebuild_the_index = [&done] { done.add(); };
  weir::pool<weir::queue::priority<3>> p;
  const auto soon = p.post(answer_the_user, weir::level{0});
  const auto later = p.post(rebuild_the_index);  // without a level: the last one
  EXPECT_EQ(soon, post_result::accepted);
  EXPECT_EQ(later, post_result::accepted);
  EXPECT_TRUE(done.reaches(2));
}

TEST(priority, stop_hands_back_the_urgent_first) {
  pool<queue::priority<2>> p{{.capacity = 1}};
  std::vector<int> order;
  hold busy;
  busy.occupy(p);
  ASSERT_EQ(p.post([&order] { order.push_back(1); }), post_result::accepted);
  ASSERT_EQ(p.post([&order] { order.push_back(0); }, level{0}), post_result::accepted);
  std::vector<task> rest = p.stop();
  for (task& each : rest) each();
  EXPECT_EQ(order, (std::vector{0, 1}));
  busy.release();
}

}  // namespace
}  // namespace weir::tests
