// SPDX-License-Identifier: Apache-2.0
// A search that is cut says how many executions it would have walked: within a factor of two, of 20 searches that can be ended.
#include "tests/verify/relacy_adding.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace {

using expect::adding;
using expect::P;
using expect::that;
using namespace weir::verify;

/// Threads that take a lock, which some wait for.
template <int Threads>
struct locking {
  static const std::string name;
  static constexpr int threads = Threads;
  static constexpr effort work{.surw = 0, .pct3 = 0, .bound = 0};
  P::mutex lock;
  P::atomic<int> x{0};
  void thread(unsigned) {
    x.fetch_add(1, std::memory_order_relaxed);
    {
      P::unique_lock held(lock);
      x.fetch_add(1, std::memory_order_relaxed);
    }
    x.fetch_add(1, std::memory_order_relaxed);
  }
};
template <int Threads>
const std::string locking<Threads>::name = "locking_" + std::to_string(Threads);

/// Fails if its threads meet, which they do not without a preemption.
struct meeting {
  static constexpr const char* name = "meeting";
  static constexpr int threads = 2;
  static constexpr effort work{.surw = 0, .pct3 = 0, .bound = 0};
  P::atomic<int> inside{0};
  void thread(unsigned) {
    check<P>(inside.fetch_add(1, std::memory_order_relaxed) == 0, "a thread is alone");
    inside.fetch_sub(1, std::memory_order_relaxed);
  }
};

void what_chance_finds_is_a_failure() {
  checker::request q;
  q.kind = checker::request::scheduler::search;
  q.bound = 1;
  q.executions = 1;
  const checker::outcome o = checker::run_and_replay(checker::host_of<meeting>(), q);
  that(o.failed && o.deterministic && o.executions > 1,
       "an execution that fails while the rest is estimated is a failure, which repeats: " + o.replay);
}

int compared = 0;

template <class S>
void is_near(int deepest) {
  const checker::host h = checker::host_of<S>();
  for (int bound = 1; bound <= deepest; ++bound)
    for (int oddities = 0; oddities != 2; ++oddities) {
      checker::request q;
      q.kind = checker::request::scheduler::search;
      q.bound = bound;
      q.oddities = oddities;
      q.executions = 0;
      q.seconds = 0;
      const checker::outcome all = checker::run_and_replay(h, q);
      if (!all.exhausted || all.estimate != 0) that(false, S::name + ": the whole search ends, and needs no estimate");
      if (all.executions < 500) continue;  // of which thirty probes are no sample
      q.executions = all.executions - 1;
      const checker::outcome cut = checker::run_and_replay(h, q);
      const double ratio = cut.estimate / static_cast<double>(all.executions);
      that(ratio > 0.5 && ratio < 2, S::name + ", at most " + std::to_string(bound) + " preemptions and " + std::to_string(oddities) +
                                         " oddities: " + std::to_string(all.executions) + " executions, about " +
                                         std::to_string(static_cast<std::uint64_t>(cut.estimate)) + " (+-" +
                                         std::to_string(static_cast<std::uint64_t>(cut.estimate_error)) + ") by chance");
      ++compared;
    }
}

}  // namespace

int main() {
  is_near<adding<2, 4>>(5);
  is_near<adding<2, 8>>(4);
  is_near<adding<3, 4>>(3);
  is_near<locking<2>>(5);
  is_near<locking<3>>(4);
  what_chance_finds_is_a_failure();
  that(compared >= 20, std::to_string(compared) + " searches were compared");
  return expect::failures == 0 ? 0 : 1;
}
