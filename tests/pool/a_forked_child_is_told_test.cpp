// SPDX-License-Identifier: Apache-2.0
#include <weir/any_pool.hpp>
#include <weir/channel.hpp>
#include <weir/go.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/numbered.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <system_error>

namespace weir::tests {
namespace {

/// A child that waits for longer than this is ended by SIGALRM: it waits for a thread that is not there.
constexpr unsigned seconds_of_a_child = 10;

/// How a child ended that does `what` and exits with its result: "exit 0", "signal 6".
template <class F>
std::string in_a_child(F what) {
  const ::pid_t child = ::fork();
  if (child == 0) {
    ::alarm(seconds_of_a_child);
    ::_exit(what() ? 0 : 1);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status)) : "signal " + std::to_string(WTERMSIG(status));
}

/// The call ends with the error that says so.
template <class F>
bool is_refused(F call) {
  try {
    call();
  } catch (const std::system_error& e) {
    return e.code() == std::errc::operation_not_permitted && std::string(e.what()).find("before fork()") != std::string::npos;
  }
  return false;
}

template <class Pool>
class a_forked_child : public testing::Test {};
using pools =
    testing::Types<thread_pool, pool<queue::bounded<4>>, pool<queue::none>, pool<queue::stealing>, pool<queue::mutex_fifo>, light_pool<>>;
TYPED_TEST_SUITE(a_forked_child, pools, numbered);

TYPED_TEST(a_forked_child, is_told_that_the_pool_is_its_parents) {
  TypeParam p({.capacity = 2});
  p.run([] {});  // it has a worker, or a carrier
  EXPECT_TRUE(p.is_in_this_process());
  EXPECT_EQ(in_a_child([&] {
              return !p.is_in_this_process() && is_refused([&] { p.wait_idle(); }) && is_refused([&] { p.run([] {}); }) &&
                     is_refused([&] { static_cast<void>(p.stats()); }) && is_refused([&] { static_cast<void>(p.pause()); }) &&
                     is_refused([&] { p.resize(0, 1); }) && is_refused([&] { static_cast<void>(p.stop()); }) &&
                     is_refused([&] { p.join(); });
            }),
            "exit 0");
  EXPECT_EQ(p.submit([] { return 7; }).get(), 7);
}

TYPED_TEST(a_forked_child, is_told_while_all_workers_are_busy) {
  TypeParam p({.capacity = 1, .carriers = 1});
  event begun, on;
  auto busy = p.submit([&] {
    begun.set();
    EXPECT_TRUE(on.wait_for());
  });
  ASSERT_TRUE(begun.wait_for());
  EXPECT_EQ(in_a_child([&] { return is_refused([&] { busy.get(); }) && is_refused([&] { p.submit([] {}).get(); }); }), "exit 0");
  on.set();
  busy.get();
}

TYPED_TEST(a_forked_child, may_destroy_it_and_make_its_own) {
  alignas(TypeParam) unsigned char room[sizeof(TypeParam)];
  auto* p = new (room) TypeParam({.capacity = 2});
  p->run([] {});
  EXPECT_EQ(in_a_child([&] {
              testing::internal::CaptureStderr();
              p->shutdown();
              p->~TypeParam();
              if (!testing::internal::GetCapturedStderr().empty()) return false;
              TypeParam own({.capacity = 2});
              return own.is_in_this_process() && own.submit([] { return 5; }).get() == 5;
            }),
            "exit 0");
  p->~TypeParam();
}

TYPED_TEST(a_forked_child, of_a_child_has_the_pool_of_neither) {
  EXPECT_EQ(in_a_child([&] {
              TypeParam p({.capacity = 1});
              p.run([] {});
              return in_a_child([&] { return is_refused([&] { p.wait_idle(); }); }) == "exit 0" && p.submit([] { return 1; }).get() == 1;
            }),
            "exit 0");
}

/// It would run the tasks that are queued, which the parent runs too.
TYPED_TEST(a_forked_child, ends_with_the_task_that_has_forked) {
  TypeParam p({.capacity = 1, .carriers = 1});
  int status = 0;
  p.submit([&] {
     static_cast<void>(p.post([parent = ::getpid()] {  // without a queue it is refused
       if (::getpid() != parent) ::_exit(9);
     }));
     std::fflush(nullptr);
     const ::pid_t child = ::fork();
     if (child == 0) {
       ::alarm(seconds_of_a_child);
       return;
     }
     EXPECT_EQ(::waitpid(child, &status, 0), child);
   }).get();
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) << status;
}

TEST(a_forked_child_of_several_pools, is_told_too) {
  multi_pool<thread_pool> many(2, {.capacity = 1});
  many.submit([] {}).get();
  EXPECT_EQ(in_a_child([&] { return is_refused([&] { many.wait_idle(); }); }), "exit 0");
}

TEST(a_forked_child_with_a_group, is_told_too) {
  thread_pool p({.capacity = 1});
  event begun, on;
  task_group g(p);
  g.run([&] {
    begun.set();
    EXPECT_TRUE(on.wait_for());
  });
  ASSERT_TRUE(begun.wait_for());
  EXPECT_EQ(in_a_child([&] { return is_refused([&] { static_cast<void>(g.wait()); }); }), "exit 0");
  on.set();
  static_cast<void>(g.wait());
}

/// Static pools are destroyed there, as everywhere, and have nothing to say.
TEST(a_forked_child_that_calls_exit, ends) {
  default_pool().run([] {});
  static multi_pool<thread_pool> many(2, {.capacity = 1});
  many.submit([] {}).get();
  testing::internal::CaptureStderr();
  const ::pid_t child = ::fork();
  if (child == 0) {
    ::alarm(seconds_of_a_child);
    std::exit(3);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 3) << status;
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace weir::tests
