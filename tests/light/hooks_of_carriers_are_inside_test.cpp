// SPDX-License-Identifier: Apache-2.0
// The hooks of a light pool run on its carriers, and are inside the pool: calls that would wait for the pool are refused.
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <any>
#include <functional>
#include <memory>
#include <system_error>

namespace weir::tests {
namespace {

using pool_type = light_pool<queue::bounded<1>>;

/// Asks once, on the thread of the hook that calls it.
struct question {
  pool_type* p = nullptr;
  event made, asked;
  bool refused = false;
  post_result answer = post_result::accepted;

  void ask() {
    if (asked.happened()) return;
    EXPECT_TRUE(made.wait_for());
    try {
      p->wait_idle();
    } catch (const std::system_error& e) {
      refused = e.code() == std::errc::resource_deadlock_would_occur;
    }
    while ((answer = p->post([] {})) == post_result::accepted) continue;  // the one carrier is here, so the queue becomes full
    asked.set();
  }
};

void expect_answers(question& q, options o) {
  o.capacity = 1;
  o.carriers = 1;
  pool_type p(o);
  q.p = &p;
  q.made.set();
  EXPECT_TRUE(q.asked.wait_for());
  EXPECT_TRUE(q.refused);
  EXPECT_EQ(q.answer, post_result::full);
}

TEST(a_hook_of_a_light_pool, is_inside_the_pool_at_the_start) {
  question q;
  expect_answers(q, {.on_start = [&] { q.ask(); }});
}

TEST(a_hook_of_a_light_pool, is_inside_the_pool_at_the_making_of_its_object) {
  question q;
  expect_answers(q, {.worker_state = [&] {
                   q.ask();
                   return std::any(1);
                 }});
}

// The object's destructor, too; by then the pool is closed.
TEST(an_object_of_a_carrier, is_destroyed_inside_the_pool) {
  struct object {
    pool_type*& p;
    bool& refused;
    ~object() {
      try {
        p->join();
      } catch (const std::system_error& e) {
        refused = e.code() == std::errc::resource_deadlock_would_occur;
      }
    }
  };
  pool_type* known = nullptr;
  bool refused = false;
  {
    pool_type p({.capacity = 1, .carriers = 1, .worker_state = [&] {
                   return std::any(std::shared_ptr<object>(new object{known, refused}));
                 }});
    known = &p;
    p.run([] {});
  }
  EXPECT_TRUE(refused);
}

}  // namespace
}  // namespace weir::tests
