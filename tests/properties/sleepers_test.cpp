// SPDX-License-Identifier: Apache-2.0
#include <weir/sleep.hpp>
#include <weir/verify/simulated.hpp>
#include <weir/weir.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

// Random coroutines on pools of threads, in virtual time, which stands still while any thread can run: so each of their waits has one right
// end.
namespace weir::tests {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using verify::simulated;
using time_point = simulated::clock::time_point;

constexpr auto tick = 66us;  // how late a timer may be

/// Posted at an instant, it waits so often and so long; with 0 it lets others go first. Then it may hold its thread for a while.
struct sleeper {
  int posted_at = 0;
  std::vector<int> waits;
  int blocks_for = 0;
};
struct program {
  unsigned capacity = 1;
  std::vector<sleeper> sleepers;
  int pause_at = 0;  // never, if it takes no time
  int pause_for = 0;
  std::uint64_t seed = 1;
};

std::ostream& operator<<(std::ostream& out, const program& p) {
  out << "capacity " << p.capacity << ", seed " << p.seed << ", pause at " << p.pause_at << " for " << p.pause_for;
  for (const sleeper& s : p.sleepers) {
    out << "; at " << s.posted_at << ":";
    for (const int w : s.waits) out << ' ' << w;
    if (s.blocks_for != 0) out << " blocks " << s.blocks_for;
  }
  return out;
}

rc::Gen<program> programs(bool punctual) {
  const auto some = [](int most) { return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, most)); };
  const auto one =
      rc::gen::build<sleeper>(rc::gen::set(&sleeper::posted_at, some(6)),
                              rc::gen::set(&sleeper::waits, rc::gen::resize(10, rc::gen::container<std::vector<int>>(some(5)))),
                              rc::gen::set(&sleeper::blocks_for, punctual ? rc::gen::just(0) : some(4)));
  return rc::gen::build<program>(rc::gen::set(&program::capacity, rc::gen::element(1u, 2u, 3u)),
                                 rc::gen::set(&program::sleepers, rc::gen::resize(10, rc::gen::container<std::vector<sleeper>>(one))),
                                 rc::gen::set(&program::pause_at, some(6)),
                                 rc::gen::set(&program::pause_for, punctual ? rc::gen::just(0) : some(6)),
                                 rc::gen::set(&program::seed, rc::gen::arbitrary<std::uint64_t>()));
}

/// No coroutine resumes early, and each one ends; and in time, if nothing holds the threads up.
template <class Pool>
void play(const program& p, bool punctual) {
  using coro = basic_coroutine<void, simulated>;
  std::size_t ended = 0;
  const auto live = [&](const sleeper& s) -> coro {
    for (const int w : s.waits) {
      const time_point due = simulated::clock::now() + milliseconds(w);
      if (w == 0)
        co_await yield<simulated>();
      else
        co_await sleep_for<simulated>(milliseconds(w));
      const auto late = simulated::clock::now() - due;
      simulated::check(late >= 0ns, "nobody goes on early");
      simulated::check(!punctual || late <= tick, "nobody goes on late");
    }
    simulated::sleep_for(milliseconds(s.blocks_for));
    ++ended;
  };
  Pool pool({.capacity = p.capacity, .idle_after = 2ms});
  const time_point first = simulated::clock::now();
  const auto at = [first](int ms) {
    if (const auto left = first + milliseconds(ms) - simulated::clock::now(); left > 0ns) simulated::sleep_for(left);
  };
  for (int now = 0; now != 6; ++now) {
    at(now);
    for (const sleeper& s : p.sleepers) {
      if (s.posted_at != now) continue;
      simulated::check(pool.post([&live, &s] { return live(s); }) == post_result::accepted, "there is room in the end");
    }
    if (p.pause_for != 0 && p.pause_at == now) {
      const auto held = pool.pause();
      const std::size_t before = ended;
      simulated::sleep_for(milliseconds(p.pause_for));
      simulated::check(ended == before, "nobody goes on in a pause");
    }
  }
  pool.wait_idle();
  simulated::check(ended == p.sleepers.size(), "all have ended when the pool is idle");
  simulated::check(pool.stats().suspended == 0, "and nobody waits");
  if (p.seed % 2 == 0) return;
  const auto last = pool.post([&live, s = sleeper{0, {3}, 0}] { return live(s); });
  simulated::check(last == post_result::accepted, "it still takes tasks");
}

template <class Pool>
void holds_for_random_programs() {
  for (const bool punctual : {true, false}) {
    EXPECT_TRUE(rc::check([punctual] {
      const program p = *programs(punctual);
      const verify::outcome o = verify::world({.seed = p.seed}).run([&] { play<Pool>(p, punctual); });
      if (!o.ok) RC_FAIL(o.error);
    }));
  }
}

template <class Pool>
struct sleepers_on : testing::Test {};
using pools = testing::Types<pool<simulated>, pool<queue::none, simulated>, pool<queue::none, workers::none, simulated>,
                             pool<queue::bounded<2>, expiry::after_idle, simulated>, pool<queue::stealing, growth::prestart, simulated>,
                             pool<queue::unbounded, expiry::one_per_period, wake::exact, simulated>,
                             pool<queue::keyed, growth::on_backlog<2>, simulated>, pool<queue::bounded<1>, expiry::after_age, simulated>,
                             light_pool<simulated>>;
TYPED_TEST_SUITE(sleepers_on, pools);
TYPED_TEST(sleepers_on, go_on_in_time_and_all_of_them) { holds_for_random_programs<TypeParam>(); }

}  // namespace
}  // namespace weir::tests
