// SPDX-License-Identifier: Apache-2.0
#include <weir/coroutine.hpp>

#include "tests/coroutine/carrier.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace weir::tests {
namespace {

using log = std::vector<std::string>;

/// Says when it goes.
struct witness {
  witness(log& where, const char* called) : seen(&where), name(called) {}
  witness(witness&& other) noexcept : seen(std::exchange(other.seen, nullptr)), name(other.name) {}
  witness& operator=(witness&&) = delete;
  ~witness() {
    if (seen != nullptr) seen->push_back(name);
  }
  log* seen;
  const char* name;
};

struct without_default {
  explicit without_default(int n) : value(n) {}
  int value;
};

coroutine<int> number(int n) { co_return n; }
coroutine<std::string> text() { co_return "converted"; }
coroutine<std::unique_ptr<int>> moved(int n) {
  auto made = std::make_unique<int>(n);
  co_return made;
}
coroutine<int&> same(int& n) { co_return n; }
coroutine<const int&> seen(const int& n) { co_return n; }
coroutine<without_default> built(int n) { co_return without_default(n); }
coroutine<> add(int& sum, int n) {
  sum += n;
  co_return;
}

TEST(a_coroutine, ends_with_a_value_a_reference_or_nothing) {
  carrier here;
  int n = 1;
  EXPECT_EQ(here.run(number(7)), 7);
  EXPECT_EQ(here.run(text()), "converted");
  EXPECT_EQ(*here.run(moved(3)), 3);
  EXPECT_EQ(&here.run(same(n)), &n);
  EXPECT_EQ(&here.run(seen(n)), &n);
  EXPECT_EQ(here.run(built(5)).value, 5);
  here.run(add(n, 41));
  EXPECT_EQ(n, 42);
}

coroutine<int> await_all(int& n) {
  co_await add(n, 1);
  auto owned = co_await moved(10);
  int& reference = co_await same(n);
  reference += *owned;
  const std::string converted = co_await text();
  coroutine<int> kept = number(100);
  const int late = co_await std::move(kept);
  const int sum = n + late + static_cast<int>(converted.size());
  co_return sum;
}

TEST(a_coroutine, gives_its_result_to_the_one_that_awaits_it) {
  carrier here;
  int n = 0;
  EXPECT_EQ(here.run(await_all(n)), 120);
  EXPECT_EQ(n, 11);
}

coroutine<> tell(log& seen, witness) {
  seen.push_back("ran");
  co_return;
}

TEST(a_coroutine, begins_when_it_is_resumed_and_not_before) {
  carrier here;
  log seen;
  coroutine<> c = tell(seen, witness(seen, "argument"));
  EXPECT_EQ(seen, log());
  EXPECT_TRUE(here.resume(engine::root::handle(c)));
  EXPECT_EQ(seen, log({"ran"}));
  c = coroutine<>();
  EXPECT_EQ(seen, log({"ran", "argument"}));
}

TEST(a_coroutine, may_never_begin) {
  log seen;
  { const coroutine<> c = tell(seen, witness(seen, "argument")); }
  EXPECT_EQ(seen, log({"argument"}));
}

TEST(a_coroutine, is_owned_by_one_at_a_time) {
  log seen;
  coroutine<> first = tell(seen, witness(seen, "first"));
  coroutine<> second = tell(seen, witness(seen, "second"));
  EXPECT_TRUE(first);
  second = std::move(first);
  EXPECT_EQ(seen, log({"second"}));
  EXPECT_FALSE(first);  // NOLINT: a moved-from coroutine is empty
  EXPECT_TRUE(second);
  const std::coroutine_handle<> released = engine::root::release(second);
  EXPECT_FALSE(second);
  EXPECT_EQ(seen, log({"second"}));
  released.destroy();
  EXPECT_EQ(seen, log({"second", "first"}));
}

coroutine<int> await_twice() {
  coroutine<int> c = number(1);
  const int once = co_await std::move(c);
  const int again = co_await std::move(c);
  co_return once + again;
}

coroutine<> awaits_add(int& n) {
  co_await add(n, 1);
  n += 10;
}
int resumed_by_hand() {
  int n = 0;
  const coroutine<> c = awaits_add(n);
  engine::root::handle(c).resume();
  return n;
}

TEST(a_coroutine, awaits_another_one_wherever_it_is_resumed) {
  EXPECT_EQ(resumed_by_hand(), 11) << "where no pool is";
  carrier here;
  EXPECT_EQ(resumed_by_hand(), 11) << "on a thread of a pool, which resumes none at this moment";
  EXPECT_EQ(here.run(number(1)), 1);
  EXPECT_EQ(resumed_by_hand(), 11) << "and has resumed one before";
}

TEST(a_coroutine, is_awaited_once) {
  carrier here;
  EXPECT_THROW(here.run(await_twice()), std::logic_error);
}

struct failure : std::runtime_error {
  using std::runtime_error::runtime_error;
  std::shared_ptr<int> kept = std::make_shared<int>(0);
};

coroutine<int> throws(log& seen, failure& f) {
  witness local(seen, "inner");
  throw f;
  co_return 0;
}
coroutine<int&> passes_on(log& seen, failure& f) {
  witness local(seen, "middle");
  const int n = co_await throws(seen, f);
  f.kept = std::make_shared<int>(n);
  co_return *f.kept;
}
coroutine<std::string> catches(log& seen, failure& f) {
  witness local(seen, "outer");
  std::string what = "nothing";
  try {
    static_cast<void>(co_await passes_on(seen, f));
  } catch (const failure& caught) {
    seen.push_back("caught");
    what = caught.what();
  }
  co_return what;
}

TEST(an_exception, passes_through_three_levels) {
  carrier here;
  log seen;
  failure f("deep");
  EXPECT_EQ(here.run(catches(seen, f)), "deep");
  EXPECT_EQ(seen, log({"inner", "middle", "caught", "outer"}));
  EXPECT_EQ(f.kept.use_count(), 1);
}

TEST(an_exception, of_a_root_is_thrown_by_its_result) {
  carrier here;
  log seen;
  failure f("root");
  coroutine<int&> c = passes_on(seen, f);
  EXPECT_TRUE(here.resume(engine::root::handle(c)));
  EXPECT_EQ(f.kept.use_count(), 2);
  EXPECT_THROW(engine::root::result(c), failure);
  EXPECT_EQ(f.kept.use_count(), 1) << "whoever catches it is the last to have it";
}

struct bad_result {
  explicit bad_result(int) {}
  bad_result(int, int) { throw std::invalid_argument("no such result"); }
};
coroutine<bad_result> cannot_return() { co_return {1, 2}; }

TEST(an_exception, may_come_from_making_the_result) {
  carrier here;
  EXPECT_THROW(here.run(cannot_return()), std::invalid_argument);
}

coroutine<> waits(log& seen, gate& g) {
  witness first(seen, "inner first");
  witness second(seen, "inner second");
  co_await g;
  seen.push_back("inner goes on");
}
coroutine<> waits_below(log& seen, gate& g, witness) {
  witness local(seen, "outer");
  co_await waits(seen, g);
  seen.push_back("outer goes on");
}

TEST(a_suspended_coroutine, says_that_it_has_ended_when_the_root_has) {
  carrier here;
  log seen;
  gate g;
  const coroutine<> c = waits_below(seen, g, witness(seen, "argument"));
  EXPECT_FALSE(here.resume(engine::root::handle(c)));
  EXPECT_EQ(seen, log());
  EXPECT_TRUE(here.resume(g.waiting));
  EXPECT_EQ(seen, log({"inner goes on", "inner second", "inner first", "outer goes on", "outer"}));
}

coroutine<int> awaits_and_waits(gate& g) {
  const int n = co_await number(1);
  co_await g;
  co_return n;
}

TEST(a_suspended_coroutine, has_not_ended_because_one_that_it_awaited_has) {
  carrier here;
  gate g;
  const coroutine<int> c = awaits_and_waits(g);
  EXPECT_FALSE(here.resume(engine::root::handle(c)));
  EXPECT_TRUE(here.resume(g.waiting));
  EXPECT_EQ(engine::root::result(c), 1);
}

TEST(a_suspended_coroutine, has_not_ended_because_one_before_it_has) {
  carrier here;
  gate g;
  EXPECT_EQ(here.run(number(1)), 1);
  const coroutine<int> c = awaits_and_waits(g);
  EXPECT_FALSE(here.resume(engine::root::handle(c)));
}

TEST(a_suspended_coroutine, tells_the_innermost_frame_only) {
  carrier outer;
  coroutine<int> c = number(1);
  {
    carrier inner;
    EXPECT_TRUE(inner.resume(engine::root::handle(c)));
  }
  EXPECT_FALSE(outer.resume(std::noop_coroutine()));
}

TEST(a_suspended_coroutine, is_destroyed_with_all_its_locals_from_the_inside_out) {
  carrier here;
  log seen;
  gate g;
  {
    const coroutine<> c = waits_below(seen, g, witness(seen, "argument"));
    EXPECT_FALSE(here.resume(engine::root::handle(c)));
  }
  EXPECT_EQ(seen, log({"inner second", "inner first", "outer", "argument"}));
}

}  // namespace
}  // namespace weir::tests
