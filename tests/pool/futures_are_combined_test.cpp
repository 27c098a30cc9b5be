// SPDX-License-Identifier: Apache-2.0
#include <weir/any_pool.hpp>
#include <weir/cancellable_future.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/then.hpp>
#include <weir/when_all.hpp>
#include <weir/when_any.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/reason_of.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace weir::tests {
namespace {

class a_future : public testing::Test {
 protected:
  /// A future that is ready when `go` is set.
  template <class R>
  future<R> later(R value) {
    return p.submit([this, v = std::move(value)]() mutable {
      go.wait();
      return std::move(v);
    });
  }
  event go;
  pool<> p{{.capacity = 4}};
  pool<> other{{.capacity = 1}};
  ~a_future() override { go.set(); }
};

TEST_F(a_future, is_continued_with_its_value) {
  auto f = then(then(later(20), other, [](int n) { return n + 1; }), other, [](int n) { return std::to_string(2 * n); });
  EXPECT_FALSE(f.ready());
  EXPECT_TRUE(other.wait_idle_for(std::chrono::seconds(0))) << "nothing of it is in the pool before";
  go.set();
  EXPECT_EQ(f.get(), "42");
}

TEST_F(a_future, that_is_ready_is_continued_too) {
  auto f = p.submit([] { return std::make_unique<int>(1); });
  f.wait();
  EXPECT_EQ(then(std::move(f), other, [&](std::unique_ptr<int> n) { return *n + other.runs_this_thread(); }).get(), 2);
  auto done = p.submit([] {});
  done.wait();
  EXPECT_EQ(then(std::move(done), any_pool(other), [] { return 3; }).get(), 3);
  int number = 4;
  int& same = then(p.submit([&]() -> int& { return number; }), other, [](int& n) -> int& { return n; }).get();
  EXPECT_EQ(&same, &number);
}

TEST_F(a_future, passes_through_what_is_no_value) {
  const auto captured = std::make_shared<int>(0);
  const auto never = [captured](int) { ADD_FAILURE() << "there is no value"; };
  auto thrown = then(p.submit([]() -> int { throw std::runtime_error("no"); }), other, never);
  EXPECT_THROW(thrown.get(), std::runtime_error);

  hold busy;
  busy.occupy(other);
  auto waits = submit_cancellable(other, [] { return 1; });
  const auto ends = waits.canceller();
  auto cancelled = then(then(std::move(waits), p, [captured](int n) { return n; }), p, never);
  EXPECT_TRUE(ends.cancel());
  EXPECT_EQ(reason_of(cancelled), post_result::cancelled);
  EXPECT_EQ(captured.use_count(), 2) << "of `never` alone";
}

TEST_F(a_future, goes_to_a_continuation_that_takes_it) {
  const auto explain = [](future<int> f) {
    try {
      return std::to_string(f.get());
    } catch (const std::runtime_error& e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(then(p.submit([]() -> int { throw std::runtime_error("no"); }), other, explain).get(), "no");
  EXPECT_EQ(then(p.submit([] { return 5; }), other, explain).get(), "5");
}

TEST_F(a_future, has_what_its_continuation_throws) {
  auto f = then(p.submit([] { return 1; }), other, [](int) -> int { throw std::out_of_range("far"); });
  EXPECT_THROW(f.get(), std::out_of_range);
}

TEST_F(a_future, says_why_its_continuation_was_refused_or_dropped) {
  pool<queue::bounded<1>> full{{.capacity = 1}};
  hold busy;
  busy.occupy(full);
  ASSERT_EQ(full.post([] {}), post_result::accepted);
  auto refused = then(p.submit([] { return 1; }), full, [](int) {});
  EXPECT_EQ(reason_of(refused), post_result::full) << "and no thread waited for room";

  hold also;
  also.occupy(other);
  auto dropped = then(p.submit([] { return 1; }), other, [](int) {});
  p.wait_idle();
  EXPECT_EQ(other.stop().size(), 1U);
  EXPECT_EQ(reason_of(dropped), post_result::cancelled);
  auto closed = then(p.submit([] { return 1; }), other, [](int) {});
  EXPECT_EQ(reason_of(closed), post_result::closed);
}

TEST_F(a_future, may_be_dropped_before_its_continuation_ran) {
  std::atomic<int> ran = 0;
  static_cast<void>(then(later(1), other, [&](int n) { ran = n; }));
  go.set();
  p.wait_idle();
  other.wait_idle();
  EXPECT_EQ(ran, 1);
}

TEST_F(a_future, of_all_has_all_values_in_order) {
  int number = 0;
  auto all = when_all(later(std::string("a")), p.submit([] { return 1; }), p.submit([] {}), p.submit([&]() -> int& { return number; }));
  EXPECT_FALSE(all.ready());
  go.set();
  auto [a, one, nothing, referred] = all.get();
  EXPECT_EQ(a, "a");
  EXPECT_EQ(one, 1);
  EXPECT_EQ(nothing, std::monostate());
  EXPECT_EQ(&referred.get(), &number);
}

TEST_F(a_future, of_all_has_the_first_failure_in_order_and_waits_for_all) {
  auto all = when_all(later(1), p.submit([]() -> int { throw std::out_of_range("second"); }),
                      p.submit([]() -> int { throw std::runtime_error("third"); }));
  EXPECT_FALSE(all.wait_for(std::chrono::milliseconds(1)));
  go.set();
  EXPECT_THROW(all.get(), std::out_of_range);
}

TEST_F(a_future, of_all_of_a_vector_is_a_vector) {
  std::vector<future<int>> some;
  for (int n = 0; n < 100; ++n) some.push_back(p.submit([n] { return n; }));
  const std::vector<int> values = when_all(std::move(some)).get();
  ASSERT_EQ(values.size(), 100U);
  for (int n = 0; n < 100; ++n) EXPECT_EQ(values[std::size_t(n)], n);
  EXPECT_TRUE(when_all(std::vector<future<int>>()).get().empty());
  std::vector<cancellable_future<void>> voids;
  for (int n = 0; n < 3; ++n) voids.push_back(submit_cancellable(p, [] {}));
  when_all(std::move(voids)).get();
}

TEST_F(a_future, of_all_of_nothing_has_their_failure) {
  std::vector<future<void>> parts;
  parts.push_back(p.submit([] {}));
  parts.push_back(p.submit([] { throw std::runtime_error("second"); }));
  auto all = when_all(std::move(parts));
  EXPECT_THROW(all.get(), std::runtime_error);
}

TEST_F(a_future, of_any_has_the_first_result) {
  auto any = when_any(later(1), p.submit([] { return std::string("b"); }), later(2));
  const std::variant<int, std::string, int> first = any.get();
  EXPECT_EQ(first.index(), 1U);
  EXPECT_EQ(std::get<1>(first), "b");

  std::vector<future<int>> some;
  some.push_back(later(1));
  some.push_back(p.submit([] { return 7; }));
  EXPECT_EQ(when_any(std::move(some)).get(), std::pair(std::size_t{1}, 7));
  EXPECT_THROW(static_cast<void>(when_any(std::vector<future<int>>())), std::invalid_argument);
}

TEST_F(a_future, of_any_has_the_first_failure_too) {
  auto any = when_any(later(1), p.submit([]() -> int { throw std::runtime_error("no"); }));
  EXPECT_THROW(any.get(), std::runtime_error);
}

TEST_F(a_future, of_others_is_awaited_by_a_coroutine) {
  auto wait = [](future<std::tuple<int, int>> both) -> coroutine<int> {
    const auto [a, b] = co_await both;
    co_return a + b;
  };
  auto sum = p.submit(wait(when_all(later(1), later(2))));
  go.set();
  EXPECT_EQ(sum.get(), 3);
}

TEST_F(a_future, of_others_is_not_waited_for_by_a_task_of_one_of_their_pools) {
  pool<> mine{{.capacity = 1}};
  mine.run([&] {
    auto both = when_all(mine.submit([] {}), later(1));
    EXPECT_THROW(both.wait(), std::system_error);
    go.set();
  });
}

TEST_F(a_future, of_others_is_not_waited_for_by_a_task_of_their_pool) {
  auto outer = p.submit([this] { return std::get<0>(when_all(later(1)).get()); });
  EXPECT_THROW(outer.get(), std::system_error);
  auto first = p.submit([this] { return std::get<0>(when_any(later(1)).get()); });
  EXPECT_THROW(first.get(), std::system_error);
  auto continued = p.submit([this] { return then(later(1), p, [](int n) { return n; }).get(); });
  EXPECT_THROW(continued.get(), std::system_error);
  auto elsewhere = other.submit([this] { return std::get<0>(when_all(later(1)).get()); });
  go.set();
  EXPECT_EQ(elsewhere.get(), 1);
}

}  // namespace
}  // namespace weir::tests
