// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/broken/policies.hpp"
#include "tests/verify/broken/queues.hpp"

#include <weir/platform/native.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/discard_oldest.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/keyed.hpp>
#include <weir/policies/queue/priority.hpp>
#include <weir/pool.hpp>
#include <weir/verify/properties/play.hpp>
#include <weir/verify/properties/pool_as_any.hpp>
#include <weir/verify/properties/story.hpp>
#include <weir/verify/properties/traits_of.hpp>
#include <weir/verify/stress/stress.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

// The properties and the storms post with tags, too: a queue that loses what comes with a tag is found by both. And both know a task that
// was dropped from one that was lost, and a store of workers of its own order from a broken one.

namespace {

using namespace weir;

template <class... Policies>
properties::combination combination() {
  using simulated_pool = pool<Policies..., verify::simulated>;
  return {"a_pool", properties::traits_of<simulated_pool, pool<Policies...>>(), &properties::make<simulated_pool>};
}

/// Posts by one thread, one after the other.
properties::program posts(unsigned how_many) {
  properties::program p;
  p.main.resize(how_many);
  return p;
}

template <class... Policies>
std::string found_by_properties(unsigned how_many = 5) {
  return properties::find_fault(combination<Policies...>(), posts(how_many), 3);
}
template <class... Policies>
std::string found_by_storms() {
  return verify::stress::weather<pool<Policies..., panic::ignore>>(1, std::chrono::milliseconds(150));
}

TEST(tagged_posts, are_made_by_the_properties) {
  EXPECT_EQ(found_by_properties<broken::sound_tags>(), "");
  EXPECT_NE(found_by_properties<broken::loses_levels>(), "");
  EXPECT_NE(found_by_properties<broken::loses_high_levels>(40), "") << "with several values of a tag";
  EXPECT_EQ(found_by_properties<queue::priority<3>>(40), "") << "a value that the queue refuses is not posted";
  EXPECT_NE(found_by_properties<broken::loses_keys>(), "");
  EXPECT_NE(found_by_properties<broken::loses_colours>(), "");
}

TEST(tagged_posts, are_made_by_the_storms) {
  EXPECT_EQ(found_by_storms<broken::sound_tags>(), "");
  EXPECT_EQ(found_by_storms<queue::keyed>(), "");
  const char* const lost = "every accepted task ran once or was handed back (I2)";
  EXPECT_EQ(found_by_storms<broken::loses_levels>(), lost);
  EXPECT_EQ(found_by_storms<broken::loses_high_levels>(), lost);
  EXPECT_EQ(found_by_storms<queue::priority<3>>(), "");
  EXPECT_EQ(found_by_storms<broken::loses_keys>(), lost);
  EXPECT_EQ(found_by_storms<broken::loses_colours>(), lost);
}

/// Now and then it forgets what it has.
struct forgetful {
  using axis = axes::queue;
  template <class P, class T>
  struct on : queue::bounded<2>::on<P, T> {
    push_result try_push(T& item) {
      const push_result r = queue::bounded<2>::on<P, T>::try_push(item);
      if (T lost; r == push_result::pushed && this->size() == 2) static_cast<void>(this->try_pop(lost));
      return r;
    }
  };
};

/// Its size() counts pushes and takes that are under way, so it may be above the number of places.
struct counts_early {
  using axis = axes::queue;
  template <class P, class T>
  class on : public queue::bounded<2>::on<P, T> {
    using base = queue::bounded<2>::on<P, T>;

   public:
    push_result try_push(T& item) {
      size_.fetch_add(1, std::memory_order_acq_rel);
      const push_result r = base::try_push(item);
      if (r != push_result::pushed) size_.fetch_sub(1, std::memory_order_acq_rel);
      return r;
    }
    bool try_pop(T& out) noexcept {
      const bool popped = base::try_pop(out);
      if (popped) size_.fetch_sub(1, std::memory_order_acq_rel);
      return popped;
    }
    std::size_t size() const noexcept { return size_.fetch_add(0, std::memory_order_acq_rel); }

   private:
    mutable typename P::template atomic<std::size_t> size_;
  };
};

TEST(a_size, may_count_what_is_under_way) {
  const properties::command look{.what = properties::verb::look, .task = {}, .ms = 0, .min_workers = 0, .more = 0};
  properties::program p = posts(0);
  p.capacity = 1;
  p.submitters = {properties::script(6), properties::script(6), properties::script(6, look)};
  EXPECT_EQ(properties::find_fault(combination<counts_early>(), p, 200), "");
}

TEST(a_loss, is_not_taken_for_a_drop) {
  EXPECT_EQ((found_by_properties<queue::bounded<1>, blocking::discard_oldest>()), "");
  EXPECT_NE((found_by_properties<forgetful, blocking::discard_oldest>()), "");
  EXPECT_NE((found_by_storms<forgetful, blocking::discard_oldest>()), "");
}

TEST(a_drop, is_not_taken_for_a_loss) {
  EXPECT_EQ((found_by_storms<queue::bounded<1>, blocking::discard_oldest, observer::counters>()), "");
  EXPECT_EQ((found_by_storms<queue::bounded<1>, blocking::discard_newest, observer::counters>()), "");
}

TEST(a_store_of_any_order, has_no_model_where_workers_leave) {
  using store = broken::list_of_workers<reuse_order::any, true>;
  EXPECT_EQ(properties::why_no_model(combination<store>().is), nullptr);
  EXPECT_NE(properties::why_no_model(combination<store, expiry::after_idle>().is), nullptr);
}

TEST(a_task_whose_key_is_busy, is_no_stranded_one) {
  const auto lasts = [](std::uint8_t ms) {
    return properties::command{.what = properties::verb::post, .task = {.ms = ms}, .ms = 0, .min_workers = 0, .more = 0};
  };
  properties::program p = posts(0);
  p.submitters = {{lasts(9), lasts(1), lasts(1)}, {{.what = properties::verb::sleep, .task = {}, .ms = 5, .min_workers = 0, .more = 0}}};
  p.capacity = 2;
  EXPECT_EQ((properties::find_fault(combination<queue::keyed>(), p, 3)), "");
}

}  // namespace
