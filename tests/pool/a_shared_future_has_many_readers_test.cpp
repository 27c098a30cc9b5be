// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/pool.hpp>
#include <weir/shared_future.hpp>
#include <weir/then.hpp>

#include "tests/support/event.hpp"

#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

TEST(a_shared_future, gives_each_reader_the_same_value) {
  event go;
  pool<> p{{.capacity = 1}};
  pool<> readers{{.capacity = 2}};
  const shared_future value = p.submit([&] {
    go.wait();
    return std::make_unique<std::string>("it");
  });
  EXPECT_FALSE(value.ready());
  EXPECT_FALSE(value.wait_for(1ms));
  std::atomic<int> same = 0;
  const std::unique_ptr<std::string>* seen[6] = {};
  std::vector<std::thread> threads;
  for (int n = 0; n < 3; ++n) threads.emplace_back([&seen, n, copy = value] { seen[n] = &copy.get(); });
  auto await = [&same](shared_future<std::unique_ptr<std::string>> copy) -> coroutine<> {
    const auto& mine = co_await copy;
    if (*mine == "it") ++same;
  };
  for (int n = 0; n < 3; ++n) EXPECT_EQ(readers.post(await(value)), post_result::accepted);
  go.set();
  for (auto& each : threads) each.join();
  readers.wait_idle();
  EXPECT_EQ(same, 3);
  for (int n = 0; n < 3; ++n) EXPECT_EQ(seen[n], &value.get());
  EXPECT_TRUE(value.wait_for(std::chrono::hours::max()));
}

TEST(a_shared_future, throws_to_each_reader) {
  pool<> p{{.capacity = 1}};
  const shared_future failed = p.submit([]() -> int { throw std::runtime_error("no"); });
  const auto copy = failed;
  EXPECT_THROW(failed.get(), std::runtime_error);
  EXPECT_THROW(copy.get(), std::runtime_error);
  p.shutdown();
  const shared_future refused = p.submit([] {});
  for (int n = 0; n < 2; ++n) {
    try {
      refused.get();
      ADD_FAILURE() << "it was refused";
    } catch (const not_run& why) {
      EXPECT_EQ(why.reason(), post_result::closed);
    }
  }
}

TEST(a_shared_future, may_be_of_nothing_and_of_a_reference) {
  pool<> p{{.capacity = 1}};
  int number = 0;
  shared_future done = p.submit([&] { number = 1; });
  done.get();
  EXPECT_EQ(number, 1);
  const shared_future referred = p.submit([&]() -> int& { return number; });
  EXPECT_EQ(&referred.get(), &number);
  EXPECT_FALSE(shared_future<int>().valid());
  done = shared_future<void>();
  EXPECT_FALSE(done.valid());
}

TEST(a_shared_future, may_be_dropped_before_its_task_ran) {
  event go;
  pool<> p{{.capacity = 1}};
  {
    const shared_future dropped = p.submit([&] { go.wait(); });
  }
  go.set();
}

TEST(a_shared_future, that_is_ready_before_it_is_shared) {
  pool<> p{{.capacity = 1}};
  auto f = p.submit([] { return 1; });
  f.wait();
  const shared_future shared(std::move(f));
  ASSERT_TRUE(shared.wait_for(10s));
  EXPECT_EQ(shared.get(), 1);
}

TEST(a_shared_future, is_not_waited_for_by_a_task_of_its_pool) {
  event go;
  pool<> p{{.capacity = 2}};
  const shared_future value = p.submit([&] { return go.wait(), 1; });
  auto waits = p.submit([value] { return value.get(); });
  EXPECT_THROW(waits.get(), std::system_error);
  go.set();
  value.wait();
  EXPECT_EQ(p.submit([value] { return value.get(); }).get(), 1) << "it is ready";
}

TEST(a_shared_future, is_not_waited_for_without_an_end_by_a_task_of_its_pool) {
  pool<> p{{.capacity = 1}};
  hold busy;
  busy.occupy(p);
  std::optional<shared_future<void>> later;
  auto waits = p.submit([&] { EXPECT_THROW(later->wait_for(std::chrono::hours::max()), std::system_error); });
  later = p.submit([] {});
  busy.release();
  waits.get();
}

TEST(a_shared_future, of_no_task_is_copied) {
  const shared_future<int> none;
  const shared_future<int> copy = none;
  EXPECT_FALSE(copy.valid());
}

TEST(a_shared_future, has_many_continuations) {
  event go;
  pool<> p{{.capacity = 2}};
  const shared_future text = p.submit([&] {
    go.wait();
    return std::make_unique<std::string>("it");
  });
  auto size = then(text, p, [](const std::unique_ptr<std::string>& it) { return it->size(); });
  auto same = then(text, p, [](const std::unique_ptr<std::string>& it) { return it.get(); });
  auto whole = then(text, p, [](const shared_future<std::unique_ptr<std::string>>& all) { return all.ready() && *all.get() == "it"; });
  EXPECT_FALSE(size.ready());
  go.set();
  EXPECT_EQ(size.get(), 2U);
  EXPECT_EQ(same.get(), text.get().get());
  EXPECT_TRUE(whole.get());
  EXPECT_EQ(then(text, p, [](const auto& it) { return *it; }).get(), "it") << "a result that is there";
}

TEST(a_shared_future, passes_to_each_continuation_what_is_no_value) {
  pool<> p{{.capacity = 1}};
  const shared_future failed = p.submit([]() -> int { throw std::runtime_error("no"); });
  bool called = false;
  const auto sets = [&called](int) { called = true; };
  auto first = then(failed, p, sets);
  auto second = then(failed, p, sets);
  EXPECT_THROW(first.get(), std::runtime_error);
  EXPECT_THROW(second.get(), std::runtime_error);
  EXPECT_THROW(then(failed, p, [](shared_future<int> it) { return it.get(); }).get(), std::runtime_error);
  EXPECT_THROW(failed.get(), std::runtime_error) << "it is still there";
  pool<> closed{{.capacity = 1}};
  closed.shutdown();
  try {
    then(shared_future(closed.submit([] {})), p, [&called] { called = true; }).get();
    ADD_FAILURE() << "it had no value";
  } catch (const not_run& why) {
    EXPECT_EQ(why.reason(), post_result::closed);
  }
  EXPECT_FALSE(called);
}

TEST(a_shared_future, of_nothing_or_a_reference_is_continued) {
  pool<> p{{.capacity = 1}};
  int place = 1;
  const shared_future<int&> there = p.submit([&place]() -> int& { return place; });
  then(there, p, [](int& it) { ++it; }).get();
  EXPECT_EQ(place, 2);
  auto last = then(shared_future(p.submit([] {})), p, [] { return 3; });
  EXPECT_EQ(last.get(), 3) << "the only copy is gone";
}

}  // namespace
}  // namespace weir::tests
