// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/panic/terminate.hpp>

#include <weir/pool.hpp>

#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>
#include <type_traits>

// The conformance suite is for policies that let the program go on; this one must end it, and say why first.
namespace weir::tests {
namespace {

class terminate : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  template <class F>
  static void run_in_a_pool(F f) {
    pool<panic::terminate> p{{.capacity = 1}};
    static_cast<void>(p.post(f));
    p.wait_idle();
  }
};

TEST_F(terminate, ends_the_program_with_the_message_of_the_exception) {
  EXPECT_EXIT(run_in_a_pool([] { throw std::runtime_error("the tap drips"); }), testing::KilledBySignal(SIGABRT),
              "weir: a task threw: the tap drips; the program ends");
}

TEST_F(terminate, ends_the_program_for_any_exception) {
  EXPECT_DEATH(run_in_a_pool([] { throw 42; }), "weir: a task threw something that is not a std::exception; the program ends");
}

TEST_F(terminate, is_what_a_pool_does_by_default) { static_assert(std::is_same_v<pool<>, pool<panic::terminate>>); }

TEST_F(terminate, leaves_alone_what_a_future_will_tell) {
  pool<panic::terminate> p{{.capacity = 1}};
  EXPECT_THROW(p.run([] { throw std::runtime_error("for the one who waits"); }), std::runtime_error);
}

}  // namespace
}  // namespace weir::tests
