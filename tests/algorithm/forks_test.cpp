// SPDX-License-Identifier: Apache-2.0
#include <weir/algorithm/invoke.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace weir::tests {
namespace {

/// Calls `part` with each index in [first, first + n), in a balanced tree of forks.
template <class Context, class Part>
void tree_of(Context& here, int first, int n, Part& part) {
  if (n == 1) return part(first);
  invoke(
      here, [&](Context& there) { tree_of(there, first, n / 2, part); },
      [&](Context& there) { tree_of(there, first + n / 2, n - n / 2, part); });
}
/// Likewise; each fork leaves all but one part to its second half.
template <class Context, class Part>
void list_of(Context& here, int first, int n, Part& part) {
  if (n == 1) return part(first);
  invoke(
      here, [&](Context&) { part(first); }, [&](Context& there) { list_of(there, first + 1, n - 1, part); });
}

/// A part of which the first is long, and the others do not return on the caller's thread before another thread has run one.
struct long_parts {
  const std::thread::id caller = std::this_thread::get_id();
  event helped;

  void operator()(int i) {
    if (i == 0)
      for (const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(100); std::chrono::steady_clock::now() < end;) {
      }
    else if (std::this_thread::get_id() != caller)
      helped.set();
    else if (!helped.wait_for()) {
      ADD_FAILURE() << "part " << i << " is run by the caller, and no other thread has begun one";
      helped.set();
    }
  }
};

TEST(forks, whose_parts_are_long_are_shared_after_the_first_part) {
  thread_pool p({.capacity = 1});
  for (const int n : {4, 8, 100}) {
    long_parts in_a_tree, in_a_list;
    invoke(p, [&](auto& here) { tree_of(here, 0, n, in_a_tree); });
    invoke(p, [&](auto& here) { list_of(here, 0, n, in_a_list); });
    if (HasFailure()) return;
  }
}

/// A tree that ends when another thread than the caller has come to one of its leaves.
template <class Context>
void tree_until_helped(Context& here, int depth, std::thread::id caller, std::atomic<bool>& helped) {
  if (helped.load()) return;
  const auto half = [&, depth](auto& there) { tree_until_helped(there, depth - 1, caller, helped); };
  if (depth != 0)
    invoke(here, half, half);
  else if (std::this_thread::get_id() != caller)
    helped.store(true);
}

TEST(forks, whose_parts_are_short_are_shared_in_the_end) {
  thread_pool p({.capacity = 1});
  std::atomic<bool> helped{false};
  invoke(p, [&, caller = std::this_thread::get_id()](auto& here) { tree_until_helped(here, 30, caller, helped); });
  EXPECT_TRUE(helped.load());
}

TEST(forks, throw_what_the_first_of_their_parts_threw) {
  thread_pool p({.capacity = 2});
  for (int failing = 0; failing != 64; ++failing) {
    std::atomic<int> ran{0};
    auto part = [&](int i) {
      ran.fetch_add(1);
      if (i >= failing) throw i;
    };
    try {
      invoke(p, [&](auto& here) { tree_of(here, 0, 64, part); });
      ADD_FAILURE();
    } catch (int i) {
      EXPECT_EQ(i, failing);
    }
    EXPECT_GE(ran.load(), failing + 1);
  }
}

}  // namespace
}  // namespace weir::tests
