// SPDX-License-Identifier: Apache-2.0
// The checker sees executions that get stuck, run away, break an invariant or would end the program; broken and right versions.
#include "tests/verify/relacy_expect.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace {

using expect::P;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using weir::verify::check;

template <bool Ordered>
struct two_locks {
  static constexpr const char* name = Ordered ? "locks_in_one_order" : "locks_in_two_orders";
  static constexpr int threads = 2;
  P::mutex a, b;
  void thread(unsigned index) {
    const bool swapped = !Ordered && index == 1;
    P::unique_lock first(swapped ? b : a);
    P::unique_lock second(swapped ? a : b);
  }
};

struct locks_twice {
  static constexpr int threads = 1;
  P::mutex mutex;
  void thread(unsigned) {
    P::unique_lock one(mutex);
    P::unique_lock two(mutex);
  }
};

template <bool Yields>
struct spin {
  static constexpr const char* name = Yields ? "spins_and_yields" : "spins_and_never_yields";
  static constexpr int threads = 2;
  P::atomic<bool> go{false};
  void thread(unsigned index) {
    if (index == 0) {
      if (Yields || P::choose(2) == 0) go.store(true, memory_order_release);
    } else {
      while (!go.load(memory_order_acquire))
        if (Yields) P::yield();
    }
  }
};

/// To a search by graphs the loop of thread 1 waits, and the other one goes on.
struct spins_where_no_loop_may : spin<true> {
  static constexpr const char* name = "spins_where_no_loop_may";
  static constexpr bool no_loop_waits = true;
};

template <bool Fails>
struct invariant_holds {
  static constexpr const char* name = Fails ? "invariant_broken_between" : "invariant_holds";
  static constexpr int threads = 1;
  P::atomic<int> a{0}, b{0};
  void thread(unsigned) {
    if (Fails) a.store(2, memory_order_relaxed);
    b.store(2, memory_order_relaxed);
    a.store(0, memory_order_relaxed);
    b.store(0, memory_order_relaxed);
  }
  void invariant() { check<P>(a.load(memory_order_relaxed) <= b.load(memory_order_relaxed), "a <= b"); }
};

enum class end { null, aborts, terminates, overflows };

template <end How>
struct crash {
  static constexpr const char* name = How == end::null         ? "reads_null"
                                      : How == end::aborts     ? "aborts"
                                      : How == end::terminates ? "terminates"
                                                               : "overflows_its_stack";
  static constexpr int threads = 2;
  P::atomic<int> count{0};
  static int deeper(int levels) {  // every frame is used after the call, so that it must exist
    volatile int frame[256];
    frame[0] = levels;
    return levels == 0 ? 0 : deeper(levels - 1) + frame[0];
  }
  [[gnu::noinline]] static void fall() { throw std::runtime_error("nobody catches this"); }
  static void let_fall() noexcept { fall(); }
  void thread(unsigned) {
    if (count.fetch_add(1, memory_order_relaxed) != 1) return;
    volatile int* volatile nothing = nullptr;
    if (How == end::null) *nothing = 1;
    if (How == end::aborts) std::abort();
    if (How == end::terminates) let_fall();
    if (How == end::overflows) deeper(1'000'000);
  }
};

/// Accesses of plain data in the loop, which are no steps.
struct loops_over_data {
  static constexpr int threads = 1;
  P::cell<bool> on{true};
  void thread(unsigned) {
    while (on.read()) continue;
  }
};

/// No operation of the platform in the loop, so no limit on steps can end it.
struct hangs {
  static constexpr int threads = 1;
  P::atomic<int> count{0};
  void thread(unsigned) {
    count.store(1, memory_order_relaxed);
    volatile bool on = true;
    while (on) {
    }
  }
};

}  // namespace

int main() {
  using namespace expect;
  sound<two_locks<true>>();
  broken<two_locks<false>>(rl::test_result_deadlock);
  broken<locks_twice>(rl::test_result_recursion_on_nonrecursive_mutex);
  sound<spin<true>>();
  broken<spin<false>>(rl::test_result_livelock);
  broken<loops_over_data>(rl::test_result_livelock, "100 000 accesses of plain data");
  sound<invariant_holds<false>>();
  broken<invariant_holds<true>>(rl::test_result_user_invariant_failed, "a <= b");
  broken<crash<end::null>>(rl::test_result_access_to_freed_memory, "invalid memory access");
  broken<crash<end::aborts>>(rl::test_result_user_assert_failed, "abort()");
  broken<crash<end::terminates>>(rl::test_result_user_assert_failed, "nobody catches this");
  broken<crash<end::overflows>>(rl::test_result_access_to_freed_memory, "stack overflow");
  checker::arguments graphs;
  graphs.scheduler = "graphs";
  that(portfolio<spin<true>>(graphs).passed(), "a loop may wait in a graph");
  const verdict::result stands = portfolio<spins_where_no_loop_may>(graphs);
  const checker::outcome& o = stands.outcomes.back();
  that(stands.failed && o.result == rl::test_result_livelock && o.deterministic, "unless the scenario says that none does: " + o.reason);
  that(!o.steps.empty() && o.steps.back().thread == 1 && o.steps.back().place.starts_with("relacy_stuck_test.cpp:"),
       "and where it goes round: " + o.steps.back().where());
  that(std::none_of(o.steps.begin(), o.steps.end(), [](const checker::step& s) { return s.result == "1"; }),
       "what the other does afterwards is not shown");
  checker::crash_guard::patience = 1;
  const verdict::result hung = portfolio<hangs>();
  that(hung.failed && hung.outcomes.back().result == rl::test_result_livelock && hung.outcomes.back().deterministic,
       "a loop without steps is stopped: " + hung.outcomes.back().reason);
  return exit_code();
}
