// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/call.hpp>

#include "tests/conformance/panic_conformance.hpp"
#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

namespace weir::tests {
namespace {

/// Does what the test that is running told it to.
struct handler {
  static inline std::function<void(std::exception_ptr)> does = [](const std::exception_ptr&) {};
  void operator()(const std::exception_ptr& what) const { does(what); }
};

INSTANTIATE_TYPED_TEST_SUITE_P(call, panic_conformance, testing::Types<panic::call<handler>>, numbered);

class call : public testing::Test {
 protected:
  void TearDown() override {
    handler::does = [](const std::exception_ptr&) {};
  }
  static void post_thrower(auto& p) {
    EXPECT_EQ(p.post([] { throw std::runtime_error("the tap drips"); }), post_result::accepted);
  }
};

TEST_F(call, gives_the_handler_the_exception_on_the_thread_of_the_task) {
  std::string what;
  std::thread::id where;
  handler::does = [&](const std::exception_ptr& e) {
    where = std::this_thread::get_id();
    try {
      std::rethrow_exception(e);
    } catch (const std::runtime_error& thrown) {
      what = thrown.what();
    }
  };
  pool<panic::call<handler>> p{{.capacity = 1}};
  post_thrower(p);
  p.wait_idle();
  EXPECT_EQ(what, "the tap drips");
  EXPECT_EQ(where, p.run([] { return std::this_thread::get_id(); }));
}

TEST_F(call, the_task_is_not_done_before_the_handler_has_returned) {
  event entered;
  event resume;
  handler::does = [&](const std::exception_ptr&) {
    entered.set();
    resume.wait();
  };
  pool<panic::call<handler>> p{{.capacity = 1}};
  post_thrower(p);
  ASSERT_TRUE(entered.wait_for());
  EXPECT_FALSE(p.wait_idle_for(std::chrono::milliseconds(20)));
  resume.set();
  p.wait_idle();
}

TEST_F(call, the_handler_may_use_the_pool) {
  pool<panic::call<handler>> p{{.capacity = 1}};
  std::atomic<int> retried{0};
  handler::does = [&](const std::exception_ptr&) {
    EXPECT_EQ(p.stats().workers, 1U);
    EXPECT_EQ(p.post([&] { ++retried; }), post_result::accepted);
  };
  post_thrower(p);
  p.wait_idle();
  EXPECT_EQ(retried, 1);
}

TEST_F(call, a_handler_that_throws_is_reported_and_the_pool_goes_on) {
  handler::does = [](const std::exception_ptr&) { throw std::logic_error("no towel"); };
  testing::internal::CaptureStderr();
  pool<panic::call<handler>> p{{.capacity = 1}};
  post_thrower(p);
  p.wait_idle();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "weir: a task threw: no towel; it came from the panic handler; the pool goes on\n");
  EXPECT_EQ(p.stats().workers, 1U);
  EXPECT_EQ(p.run([] { return 7; }), 7);
}

TEST_F(call, a_handler_with_a_second_parameter_gets_what_was_posted_with_the_task) {
  struct blames {
    static std::string& whom() {
      static std::string name;
      return name;
    }
    void operator()(const std::exception_ptr&, const context_view& posted_with) const {
      const std::string* name = posted_with.get<std::string>();
      whom() += name == nullptr ? "nobody;" : *name + ";";
    }
  };
  const auto thrower = [] { throw std::runtime_error("the tap drips"); };
  blames::whom().clear();
  pool<panic::call<blames>> p{{.capacity = 1}};
  EXPECT_EQ(p.post(thrower, context(std::string("kitchen"))), post_result::accepted);
  EXPECT_EQ(p.post(thrower), post_result::accepted);
  EXPECT_EQ(p.post(thrower, context(42)), post_result::accepted);
  p.wait_idle();
  EXPECT_EQ(blames::whom(), "kitchen;nobody;nobody;") << "nothing is left over from the task before, and a type is asked for";
}

TEST_F(call, one_handler_serves_the_whole_pool_and_may_keep_a_state) {
  struct counting {
    std::atomic<int> calls{0};
    void operator()(const std::exception_ptr&) {
      if (++calls == 100) all().set();
    }
    static event& all() {
      static event e;
      return e;
    }
  };
  pool<panic::call<counting>> p{{.capacity = 2}};
  for (int n = 0; n < 100; ++n) post_thrower(p);
  p.wait_idle();
  EXPECT_TRUE(counting::all().happened());
}

}  // namespace
}  // namespace weir::tests
