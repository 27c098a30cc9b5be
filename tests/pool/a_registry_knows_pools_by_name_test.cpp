// SPDX-License-Identifier: Apache-2.0
#include <weir/multi_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/registry.hpp>

#include "tests/support/give.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace weir::tests {
namespace {

using bounded_pool = pool<queue::bounded<4>>;

template <class F>
std::string complaint(F f) {
  try {
    f();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "none";
}

TEST(a_registry, gives_the_pool_of_that_name) {
  registry r;
  const auto made = r.add<bounded_pool>("io", {.capacity = 2});
  EXPECT_EQ(made->stats().capacity, 2U);
  EXPECT_EQ(r.get<bounded_pool>("io"), made);
  EXPECT_EQ(r.find<bounded_pool>("io"), made);
  EXPECT_TRUE(r.contains("io"));
  const auto plain = r.add("cpu");
  EXPECT_EQ(r.get("cpu"), plain);
  r.add("shards", std::make_shared<multi_pool<thread_pool>>(2));
  EXPECT_EQ(r.get<multi_pool<thread_pool>>("shards")->size(), 2U);
  EXPECT_EQ(r.names(), (std::vector<std::string>{"cpu", "io", "shards"}));
}

TEST(a_registry, takes_empty_braces_for_options) {
  registry r;
  const auto cpu = r.add("cpu", {});
  EXPECT_EQ(r.get("cpu"), cpu);
  const auto io = r.add<bounded_pool>("io", {});
  EXPECT_EQ(r.get<bounded_pool>("io"), io);
  const auto made = std::make_shared<bounded_pool>();
  r.add<bounded_pool>("net", made);
  EXPECT_EQ(r.get<bounded_pool>("net"), made);
}

TEST(a_registry, says_what_is_wrong) {
  registry r;
  const auto made = r.add("io");
  EXPECT_EQ(complaint([&] { r.add<bounded_pool>("io"); }), "weir: the pool named 'io' exists already");
  EXPECT_THROW(r.add("io", std::make_shared<thread_pool>()), std::invalid_argument);
  EXPECT_EQ(complaint([&] { static_cast<void>(r.get("net")); }), "weir: there is no pool named 'net'");
  EXPECT_THROW(static_cast<void>(r.get("net")), std::out_of_range);
  EXPECT_EQ(complaint([&] { static_cast<void>(r.get<bounded_pool>("io")); }), "weir: the pool named 'io' is of another type");
  EXPECT_THROW(r.add("none", std::shared_ptr<thread_pool>()), std::invalid_argument);
  EXPECT_EQ(r.find("net"), nullptr);
  EXPECT_EQ(r.find<bounded_pool>("io"), nullptr);
  EXPECT_THROW(r.add("bad", {.capacity = 1, .min_workers = 2}), std::invalid_argument);
  EXPECT_FALSE(r.contains("bad"));
  EXPECT_EQ(complaint([&] { r.add("io", {.capacity = 1, .min_workers = 2}); }), "weir: the pool named 'io' exists already")
      << "none was made";
  EXPECT_EQ(r.get("io"), made) << "and nothing has changed";
}

TEST(a_registry, drains_a_pool_that_nobody_else_has) {
  std::atomic<int> ran{0};
  registry r;
  for (int n = 0; n < 10; ++n) give(*r.add("io" + std::to_string(n)), [&ran] { ++ran; });
  EXPECT_TRUE(r.remove("io0"));
  EXPECT_GE(ran, 1);
  EXPECT_FALSE(r.remove("io0"));
  const auto mine = r.get("io1");
  EXPECT_TRUE(r.remove("io1"));
  give(*mine, [&ran] { ++ran; });
  mine->wait_idle();
  EXPECT_EQ(r.add("io1")->state(), run_state::open) << "the name is free again";
}

// A pool is drained without the registry's lock: its tasks may look pools up.
TEST(a_registry, may_be_asked_by_tasks_of_a_pool_that_is_removed) {
  registry r;
  std::atomic<bool> found{true};
  thread_pool* p = r.add("io", {.capacity = 1}).get();
  give(*p, [&found, &r, p] {
    while (p->state() == run_state::open) std::this_thread::yield();
    found = r.contains("other");
  });
  EXPECT_TRUE(r.remove("io"));
  EXPECT_FALSE(found);
}

TEST(a_registry, may_be_used_by_tasks_of_its_pools_while_it_is_destroyed) {
  auto r = std::make_unique<registry>();
  std::atomic<bool> found{true};
  std::atomic<bool> ran{false};
  thread_pool* p = r->add("io", {.capacity = 1}).get();
  give(*p, [&found, &ran, p, all = r.get()] {
    while (p->state() == run_state::open) std::this_thread::yield();
    found = all->find("io") != nullptr || all->find_any("io") || !all->names().empty();
    give(*all->add("late"), [&ran] { ran = true; });
  });
  r.reset();
  EXPECT_FALSE(found);
  EXPECT_TRUE(ran) << "a pool that was added meanwhile is drained too";
}

TEST(a_registry, has_forgotten_also_a_pool_that_was_added_while_it_is_destroyed) {
  auto r = std::make_unique<registry>();
  std::atomic<bool> found{true};
  thread_pool* p = r->add("io", {.capacity = 1}).get();
  give(*p, [&found, p, all = r.get()] {
    while (p->state() == run_state::open) std::this_thread::yield();
    thread_pool* late = all->add("late", {.capacity = 1}).get();
    give(*late, [&found, late, all] {
      while (late->state() == run_state::open) std::this_thread::yield();
      found = all->contains("late");
    });
  });
  r.reset();
  EXPECT_FALSE(found);
}

TEST(a_registry, names_a_pool_that_has_no_other_name) {
  registry r;
  EXPECT_EQ(r.add("io")->name(), "io");
  EXPECT_EQ(r.add("net", {.name = "own"})->name(), "own");
}

TEST(a_registry, is_one_for_the_program_and_for_all_threads) {
  std::atomic<int> made{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&made] {
      for (int n = 0; n < 50; ++n) {
        try {
          registry::global().add(std::to_string(n), {.capacity = 1});
          ++made;
        } catch (const std::invalid_argument&) {
          EXPECT_NE(registry::global().find(std::to_string(n)), nullptr);
        }
      }
    });
  }
  for (auto& t : threads) t.join();
  EXPECT_EQ(made, 50);
  for (const auto& name : registry::global().names()) EXPECT_TRUE(registry::global().remove(name));
}

}  // namespace
}  // namespace weir::tests
