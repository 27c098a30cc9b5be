// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/overflow_spawn.hpp>
#include <weir/policies/expiry/after_age.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>
#include <weir/this_task.hpp>

#include "tests/support/eventually.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/manual_clock.hpp"
#include "tests/support/numbered.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <any>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

namespace weir::tests {
namespace {

/// What each thread went through: s(tart), m(ade its object), d(estroyed it), e(nd).
class diary {
 public:
  void write(char what) {
    const std::lock_guard lock(mutex_);
    lives_[std::this_thread::get_id()] += what;
    ++counts_[what];
  }
  int count(char what) {
    const std::lock_guard lock(mutex_);
    return counts_[what];
  }
  /// Every life so far is complete, one after the other on a thread whose id came again.
  void expect_complete(const std::string& life, int times) {
    const std::lock_guard lock(mutex_);
    int complete = 0;
    for (const auto& [id, seen] : lives_) {
      for (std::size_t at = 0; at < seen.size(); at += life.size(), ++complete) EXPECT_EQ(seen.substr(at, life.size()), life);
    }
    EXPECT_EQ(complete, times);
  }
  options hooked(options o) {
    o.on_start = [this] { write('s'); };
    o.on_stop = [this] { write('e'); };
    o.worker_state = [this]() -> std::any { return std::make_shared<object>(*this); };
    return o;
  }
  struct object {
    diary& book;
    std::thread::id home = std::this_thread::get_id();
    int uses = 0;
    explicit object(diary& d) : book(d) { book.write('m'); }
    ~object() {
      EXPECT_EQ(home, std::this_thread::get_id()) << "a worker's object is destroyed on its own thread";
      EXPECT_EQ(this_worker::state<std::shared_ptr<object>>(), nullptr) << "and nobody can ask for it then";
      book.write('d');
    }
  };

 private:
  std::mutex mutex_;
  std::map<std::thread::id, std::string> lives_;
  std::map<char, int> counts_;
};
using state = std::shared_ptr<diary::object>;

template <class Pool>
class hooks : public testing::Test {
 protected:
  diary book;
};
using pools = testing::Types<pool<panic::ignore>, pool<panic::ignore, queue::none>, pool<panic::ignore, workers::none>,
                             pool<panic::ignore, growth::prestart>>;
TYPED_TEST_SUITE(hooks, pools, numbered);

TYPED_TEST(hooks, are_over_when_join_returns) {
  TypeParam p{this->book.hooked({.capacity = 3})};
  for (int n = 0; n < 30; ++n) give(p, [] {});
  p.shutdown();
  p.join();
  const int started = this->book.count('s');
  EXPECT_GE(started, 1);
  this->book.expect_complete("smde", started);
}

TYPED_TEST(hooks, come_around_every_task_of_the_thread) {
  TypeParam p{this->book.hooked({.capacity = 2})};
  for (int n = 0; n < 50; ++n)
    p.run([] {
      auto* mine = this_worker::state<state>();
      ASSERT_NE(mine, nullptr);
      EXPECT_EQ((*mine)->home, std::this_thread::get_id());
      ++(*mine)->uses;
      EXPECT_EQ(this_worker::state<int>(), nullptr) << "of another type";
    });
  EXPECT_EQ(this_worker::state<state>(), nullptr) << "outside of tasks";
}

TYPED_TEST(hooks, come_in_pairs_when_the_pool_shrinks) {
  TypeParam p{this->book.hooked({.capacity = 3})};
  {
    std::array<hold, 3> busy;
    for (hold& each : busy) each.occupy(p);
    p.resize(0, 1);
  }
  EXPECT_TRUE(eventually([&] { return this->book.count('e') >= 2; }));
  p.shutdown();
  p.join();
  this->book.expect_complete("smde", this->book.count('s'));
}

TYPED_TEST(hooks, come_in_pairs_when_a_task_ends_its_thread) {
  {
    TypeParam p{this->book.hooked({.capacity = 2})};
    for (int n = 0; n < 5; ++n) {
      give(p, [] { pthread_exit(nullptr); });
      p.wait_idle();
    }
  }
  EXPECT_GE(this->book.count('s'), 5);
  this->book.expect_complete("smde", this->book.count('s'));
}

TYPED_TEST(hooks, come_in_pairs_over_a_restart) {
  TypeParam p{this->book.hooked({.capacity = 1})};
  for (int life = 0; life < 3; ++life) {
    p.run([] {});
    p.shutdown();
    p.join();
    this->book.expect_complete("smde", this->book.count('s'));
    ASSERT_TRUE(p.restart());
  }
}

TYPED_TEST(hooks, that_throw_cost_no_worker) {
  options o = this->book.hooked({.capacity = 1});
  o.on_start = [this] {
    this->book.write('s');
    throw std::runtime_error("on_start");
  };
  {
    TypeParam p{o};
    EXPECT_NE(p.run([] { return this_worker::state<state>(); }), nullptr) << "the worker works all the same";
  }
  this->book.expect_complete("smd", this->book.count('s'));
  EXPECT_EQ(this->book.count('e'), 0) << "on_stop is for those whose on_start returned";
}

TYPED_TEST(hooks, that_throw_at_the_end_cost_nothing) {
  options o = this->book.hooked({.capacity = 1});
  o.on_stop = [this] {
    this->book.write('e');
    throw std::runtime_error("on_stop");
  };
  {
    TypeParam p{o};
    EXPECT_EQ(p.run([] { return 1; }), 1);
    p.shutdown();
    p.join();
  }
  this->book.expect_complete("smde", this->book.count('s'));
}

TYPED_TEST(hooks, may_leave_a_worker_without_an_object) {
  options o{.capacity = 1, .worker_state = []() -> std::any { throw std::runtime_error("no object"); }};
  TypeParam p{o};
  EXPECT_EQ(p.run([] { return this_worker::state<state>(); }), nullptr);
}

TYPED_TEST(hooks, are_inside_the_pool) {
  std::atomic<TypeParam*> itself{nullptr};
  std::atomic<int> refused{0};
  const auto hook = [&] {
    if (itself == nullptr) return;
    try {
      itself.load()->wait_idle();
    } catch (const std::system_error& e) {
      refused += e.code() == std::errc::resource_deadlock_would_occur ? 1 : 0;
    }
  };
  TypeParam p{{.capacity = 1, .on_start = hook, .on_stop = hook}};
  p.wait_idle();
  itself = &p;
  p.resize(0, 2);
  hold a, b;
  a.occupy(p);
  b.occupy(p);
  a.release();
  b.release();
  p.shutdown();
  p.join();
  EXPECT_GE(refused, 2);
}

TEST(hooks_of_an_expiring_pool, come_in_pairs) {
  diary book;
  pool<expiry::after_idle, manual_clock> idle{book.hooked({.capacity = 2, .idle_after = std::chrono::seconds(1)})};
  pool<expiry::after_age, manual_clock> aged{book.hooked({.capacity = 2, .max_age = std::chrono::seconds(1)})};
  idle.run([] {});
  aged.run([] {});
  idle.wait_idle();
  aged.wait_idle();
  manual_clock::clock::advance(std::chrono::seconds(2));
  EXPECT_TRUE(eventually([&] { return book.count('e') == 2; }));
  book.expect_complete("smde", 2);
}

TEST(hooks_of_a_pool_that_overflows, come_in_pairs) {
  diary book;
  pool<queue::none, blocking::overflow_spawn> p{book.hooked({.capacity = 1})};
  {
    std::array<hold, 3> busy;
    for (hold& each : busy) each.occupy(p);
    EXPECT_EQ(p.stats().workers, 3U);
  }
  EXPECT_TRUE(eventually([&] { return book.count('e') == 2; }));
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  p.shutdown();
  p.join();
  book.expect_complete("smde", 3);
}

TEST(hooks_of_a_pool_without_threads, are_not_called) {
  const unreliable_threads::scope none([] { return false; });
  diary book;
  pool<unreliable_threads> p{book.hooked({.capacity = 1})};
  EXPECT_EQ(p.run([] { return this_worker::state<state>(); }), nullptr) << "a caller that helps is no worker";
  p.shutdown();
  p.join();
  book.expect_complete("smde", 0);
}

TEST(hooks_of_a_full_pool, give_its_callers_nothing) {
  diary book;
  pool<queue::none, blocking::caller_runs> p{book.hooked({.capacity = 1})};
  p.run([&] {
    EXPECT_NE(this_worker::state<state>(), nullptr);
    give(p, [] { EXPECT_EQ(this_worker::state<state>(), nullptr) << "the pool is full, so the task itself runs this"; });
    EXPECT_NE(this_worker::state<state>(), nullptr);
  });
}

}  // namespace
}  // namespace weir::tests
