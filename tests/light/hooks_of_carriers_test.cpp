// SPDX-License-Identifier: Apache-2.0
#include <weir/context.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/panic/rethrow_at_wait.hpp>
#include <weir/sleep.hpp>
#include <weir/this_task.hpp>

#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <any>
#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

namespace weir::tests {
namespace {

using namespace std::chrono_literals;

/// What panic::call was told, by message.
class heard {
 public:
  void operator()(std::exception_ptr what, const context_view&) const {
    const std::lock_guard lock(mutex_);
    try {
      std::rethrow_exception(what);
    } catch (const std::runtime_error& e) {
      ++messages_[e.what()];
    }
    throw std::logic_error("a handler may throw too");
  }
  static std::map<std::string, int> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
  }

 private:
  static inline std::mutex mutex_;
  static inline std::map<std::string, int> messages_;
};

struct hooks {
  std::atomic<int> started{0}, stopped{0}, made{0};

  /// Of `carriers` carriers; the one of that name throws.
  options of(unsigned carriers, const std::string& thrower) {
    const auto hook = [thrower](std::atomic<int>& calls, const char* name) {
      ++calls;
      if (thrower == name) throw std::runtime_error(name);
    };
    options o{.capacity = 4, .carriers = carriers};
    o.on_start = [this, hook] { hook(started, "on_start"); };
    o.on_stop = [this, hook] { hook(stopped, "on_stop"); };
    o.worker_state = [this, hook]() -> std::any { return hook(made, "worker_state"), 7; };
    return o;
  }
};

/// The pool works all the same: a coroutine of it waits and is resumed.
template <class Pool>
bool works(Pool& p) {
  return p
      .submit([]() -> coroutine<bool> {
        co_await sleep_for(1ms);
        co_return true;
      })
      .get();
}
template <class Pool>
bool has_state(Pool& p) {
  return p.submit([] { return this_worker::state<int>() != nullptr; }).get();
}

TEST(a_hook_of_a_carrier, that_throws_costs_nothing_where_panics_are_ignored) {
  for (const char* thrower : {"on_start", "on_stop", "worker_state"}) {
    hooks h;
    {
      light_pool<panic::ignore> p{h.of(2, thrower)};
      EXPECT_TRUE(works(p));
      EXPECT_EQ(has_state(p), thrower != std::string("worker_state"));
    }
    EXPECT_EQ(h.started, 2);
    EXPECT_EQ(h.made, 2);
    EXPECT_EQ(h.stopped, thrower == std::string("on_start") ? 0 : 2) << "on_stop is for those whose on_start returned";
  }
}

TEST(a_hook_of_a_carrier, that_throws_is_heard_of_by_the_pools_handler) {
  for (const char* thrower : {"on_start", "on_stop", "worker_state"}) {
    hooks h;
    testing::internal::CaptureStderr();
    {
      light_pool<panic::call<heard>> p{h.of(3, thrower)};
      EXPECT_TRUE(works(p));
    }
    EXPECT_EQ(heard::take(), (std::map<std::string, int>{{thrower, 3}}));
    EXPECT_NE(testing::internal::GetCapturedStderr().find("it came from the panic handler"), std::string::npos);
  }
}

TEST(a_hook_of_a_carrier, that_throws_is_logged) {
  for (const char* thrower : {"on_start", "on_stop", "worker_state"}) {
    hooks h;
    testing::internal::CaptureStderr();
    {
      light_pool<panic::log_and_continue> p{h.of(1, thrower)};
      EXPECT_TRUE(works(p));
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), std::string("weir: a task threw: ") + thrower + "; the pool goes on\n");
  }
}

TEST(a_hook_of_a_carrier, that_throws_is_thrown_at_whoever_waits) {
  for (const char* thrower : {"on_start", "worker_state"}) {
    hooks h;
    light_pool<panic::rethrow_at_wait> p{h.of(1, thrower)};
    EXPECT_TRUE(works(p));  // so the hooks are over
    std::string thrown;
    give(p, [] {});
    try {
      p.shutdown();
      p.join();
    } catch (const std::runtime_error& e) {
      thrown = e.what();
    }
    EXPECT_EQ(thrown, thrower);
  }
}

TEST(a_hook_of_a_carrier, that_throws_when_all_have_waited_is_reported) {
  hooks h;
  testing::internal::CaptureStderr();
  { light_pool<panic::rethrow_at_wait> p{h.of(1, "on_stop")}; }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "weir: a task threw: on_stop; no call waited for the pool, which is being destroyed\n");
}

TEST(a_hook_of_a_carrier_death_test, that_throws_ends_the_program_by_default) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_DEATH(
      {
        hooks h;
        light_pool<> p(h.of(1, "on_start"));
        works(p);
      },
      "a task threw: on_start; the program ends; choose another weir::panic policy to go on");
}

}  // namespace
}  // namespace weir::tests
