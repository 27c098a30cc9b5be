// SPDX-License-Identifier: Apache-2.0
#include <weir/presets/workerpool.hpp>
#include <weir/presets/workerpool_light.hpp>

#include "tests/rivals/twins.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace weir::rivals {
namespace {

template <class Stage>
class workerpool : public testing::Test {};
using workerpool_kinds = twins<on_threads, presets::workerpool, presets::workerpool_light>;
TYPED_TEST_SUITE(workerpool, workerpool_kinds, cast_name);

// TestExample
TYPED_TEST(workerpool, runs_what_it_was_given_before_it_stops) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 2});
    const std::vector<std::string> requests{"alpha", "beta", "gamma", "delta", "epsilon"};
    typename P::mutex mutex;
    std::set<std::string> answers;
    for (const std::string& r : requests)
      EXPECT_EQ(p.post([&, r] {
        typename P::unique_lock lock(mutex);
        answers.insert(r);
      }),
                post_result::accepted);
    p.shutdown();
    p.join();
    EXPECT_EQ(answers, std::set<std::string>(requests.begin(), requests.end()));
  });
}

// TestMaxWorkers
TYPED_TEST(workerpool, starts_as_many_workers_as_it_may) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto least = TypeParam::template make<P>({.capacity = 0});
    EXPECT_EQ(least.stats().capacity, 1U);
    auto p = TypeParam::template make<P>({.capacity = 20});
    EXPECT_EQ(p.stats().capacity, 20U);
    typename TypeParam::gate g;
    for (int n = 0; n < 20; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_TRUE(TypeParam::comes([&] { return g.in() == 20; }));
    EXPECT_EQ(p.stats().queued, 0U);
    for (int n = 0; n < 3; ++n) EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_EQ(p.stats().queued, 3U) << "the queue's length is what waits";
  });
}

// TestReuseWorkers
TYPED_TEST(workerpool, uses_an_idle_worker_again) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 5});
    for (int n = 0; n < 10; ++n) {
      p.run([] {});
      p.wait_idle();
    }
    EXPECT_EQ(p.stats().workers, 1U);
  });
}

// TestSubmitWait
TYPED_TEST(workerpool, submit_and_wait) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 1});
    EXPECT_THROW(static_cast<void>(p.post(std::function<void()>())), std::invalid_argument) << "nil is ignored there";
    EXPECT_THROW(p.run(std::function<void()>()), std::invalid_argument);
    typename TypeParam::gate g;
    EXPECT_EQ(p.post(g.task()), post_result::accepted);
    EXPECT_EQ(g.out(), 0) << "post does not wait for its task";
    g.open();
    bool done = false;
    p.run([&] {
      TypeParam::nap(100ms);
      done = true;
    });
    EXPECT_TRUE(done) << "run does";
    EXPECT_EQ(p.run([&] { return p.run([] { return 7; }); }), 7) << "inside a task it hangs there";
  });
}

// TestWaitingQueueSizeRace
TYPED_TEST(workerpool, the_queue_size_may_be_read_while_it_changes) {
  using P = typename TypeParam::platform;
  TypeParam::play([] {
    auto p = TypeParam::template make<P>({.capacity = 5});
    typename TypeParam::gate g;
    tally<P> seen;
    {
      std::vector<joined<P>> submitters;
      for (int n = 0; n < 10; ++n)
        submitters.emplace_back([&] {
          for (int task = 0; task < 20; ++task) {
            EXPECT_EQ(p.post(g.task()), post_result::accepted);
            const auto queued = p.stats().queued;
            EXPECT_LE(queued, 200U);
            if (queued > 0) seen.add();
          }
        });
    }
    EXPECT_GT(seen.count(), 0);
    EXPECT_TRUE(TypeParam::comes([&] { return p.stats().queued == 195; }));
    g.open();
    p.wait_idle();
    EXPECT_EQ(p.stats().queued, 0U);
  });
}

}  // namespace
}  // namespace weir::rivals
