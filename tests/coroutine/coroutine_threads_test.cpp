// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>

#include "tests/coroutine/carrier.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <thread>
#include <utility>

namespace weir::tests {
namespace {

using worker = const engine::task_frame<platform::native>*;
struct workers {
  worker begun, before_the_gate, after_the_gate, after_the_await;
};

// Asked for more than once in the same coroutine, for a compiler might think that it knows the answer.
coroutine<> crosses(gate& g, workers& on) {
  on.before_the_gate = engine::task_frame<platform::native>::innermost();
  co_await g;
  on.after_the_gate = engine::task_frame<platform::native>::innermost();
}
coroutine<> awaits(gate& g, workers& on) {
  on.begun = engine::task_frame<platform::native>::innermost();
  co_await crosses(g, on);
  on.after_the_await = engine::task_frame<platform::native>::innermost();
}

TEST(a_coroutine, goes_on_where_the_one_it_awaits_has_ended) {
  carrier here;
  gate g;
  workers on{};
  const worker here_is = engine::task_frame<platform::native>::innermost();
  coroutine<> c = awaits(g, on);
  EXPECT_FALSE(here.resume(engine::root::handle(c)));
  worker there_was = nullptr;
  std::thread([&] {
    carrier there;
    there_was = engine::task_frame<platform::native>::innermost();
    EXPECT_TRUE(there.resume(g.waiting)) << "it is the thread it ends on that is told";
  }).join();
  EXPECT_EQ(on.begun, here_is);
  EXPECT_EQ(on.before_the_gate, here_is);
  EXPECT_EQ(on.after_the_gate, there_was);
  EXPECT_EQ(on.after_the_await, there_was);
  engine::root::result(c);
}

struct counted {
  explicit counted(int& n) : gone(&n) {}
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  ~counted() { ++*gone; }
  int* gone;
};

coroutine<> refuse_thread_end(int& gone) {
  counted local(gone);
  pthread_exit(nullptr);
  co_return;
}
coroutine<> awaits_the_end(int& gone, bool& went_on) {
  counted local(gone);
  co_await refuse_thread_end(gone);
  went_on = true;
}

// pthread_exit unwinds the stack of the thread that it ends; no catch may swallow that unwinding.
TEST(a_coroutine, may_end_its_thread) {
  int gone = 0;
  bool went_on = false;
  bool returned = false;
  coroutine<> c = awaits_the_end(gone, went_on);
  std::thread([&] {
    carrier there;
    there.resume(engine::root::handle(c));
    returned = true;
  }).join();
  EXPECT_FALSE(returned);
  EXPECT_FALSE(went_on);
  EXPECT_EQ(gone, 1) << "the inner one's local";
  c = coroutine<>();
  EXPECT_EQ(gone, 2) << "the outer one's, which is still suspended";
}

}  // namespace
}  // namespace weir::tests
