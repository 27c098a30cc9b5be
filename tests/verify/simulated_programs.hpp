// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_SIMULATED_PROGRAMS_HPP
#define WEIR_TESTS_VERIFY_SIMULATED_PROGRAMS_HPP

#include <weir/verify/simulated.hpp>

#include <chrono>
#include <cstdint>

namespace simulated_programs {

using namespace std::chrono_literals;
using weir::verify::outcome;
using weir::verify::simulated;
using weir::verify::world;
using weir::verify::world_options;
constexpr auto relaxed = std::memory_order_relaxed;

/// The first of n seeds under which the program fails, or a good outcome.
template <class F>
outcome first_failure(unsigned n, F program) {
  for (std::uint64_t seed = 1; seed <= n; ++seed) {
    outcome o = world({.seed = seed}).run(program);
    if (!o.ok) return o;
  }
  return world().run([] {});
}

inline simulated::where next_line(simulated::where at = simulated::where::current()) { return {at.file, at.function, at.line + 1}; }

struct latch_of_one {  // one thread waits for a flag that another sets
  simulated::mutex m;
  simulated::condition_variable changed;
  bool set = false;
  simulated::where waits_at{};

  void wait() {
    simulated::unique_lock lock(m);
    waits_at = next_line();
    while (!set) changed.wait(lock);
  }
  void open() {
    simulated::unique_lock lock(m);
    set = true;
    changed.notify_one();
  }
  void open_and_tell_nobody() {
    simulated::unique_lock lock(m);
    set = true;
  }
};

/// Loses one of them now and then unless it is done atomically.
inline void two_increments(bool atomically) {
  simulated::atomic<int> counter;
  const auto add = [&] {
    if (atomically) {
      counter.fetch_add(1, relaxed);
    } else {
      const int seen = counter.load(relaxed);
      counter.store(seen + 1, relaxed);
    }
  };
  simulated::thread a(add), b(add);
  a.join();
  b.join();
  simulated::check(counter.load(relaxed) == 2, "both increments count");
}

}  // namespace simulated_programs

#endif
