// SPDX-License-Identifier: Apache-2.0
// A search by graphs that is cut says how many executions there are: within a factor of two, of 20 searches that can be ended.
#include "tests/verify/relacy_adding.hpp"

#include <weir/verify/support/run_by_graphs.hpp>

#include <cstdint>
#include <string>

namespace {

using expect::adding;
using expect::P;
using expect::that;
using namespace weir::verify;

/// Threads that take a lock so often, and add to a number in between.
template <int Threads, int Times>
struct locking {
  static const std::string name;
  static constexpr int threads = Threads;
  P::mutex lock;
  P::atomic<int> x{0};
  void thread(unsigned) {
    for (int n = 0; n != Times; ++n) {
      x.fetch_add(1, std::memory_order_relaxed);
      P::unique_lock held(lock);
    }
  }
};
template <int Threads, int Times>
const std::string locking<Threads, Times>::name = "locking_" + std::to_string(Threads) + "_" + std::to_string(Times);

/// Threads that wait, on one condition variable, for a number that one of them counts up.
template <int Threads, int Times>
struct waiting {
  static const std::string name;
  static constexpr int threads = Threads;
  P::mutex lock;
  P::condition_variable more;
  P::cell<int> x{0};
  void thread(unsigned i) {
    for (int n = 0; n != Times; ++n) {
      P::unique_lock held(lock);
      if (i == 0) {
        ++x.write();
        more.notify_all();
      } else {
        while (x.read() <= n) more.wait(held);
      }
    }
  }
};
template <int Threads, int Times>
const std::string waiting<Threads, Times>::name = "waiting_" + std::to_string(Threads) + "_" + std::to_string(Times);

/// Fails in one of its 70 executions, that of which the search comes first being another.
struct unlucky {
  static constexpr const char* name = "unlucky";
  static constexpr int threads = 2;
  P::atomic<int> x{0};
  P::cell<int> low{0};
  void thread(unsigned i) {
    for (int n = 0; n != 4; ++n) {
      const int before = x.fetch_add(1, std::memory_order_relaxed);
      if (i == 1 && n == 3) check<P>(before != 3, "the second thread is not always first");
    }
  }
};

void what_chance_finds_is_a_failure() {
  checker::request q;
  q.kind = checker::request::scheduler::graphs;
  q.executions = 1;
  const checker::outcome o = checker::run_by_graphs(checker::host_of<unlucky>(), q);
  that(o.failed && o.deterministic && !o.steps.empty(),
       "an execution that fails while the rest is estimated is a failure, which repeats: " + o.replay);
}

int compared = 0;

template <class S>
void is_near() {
  const checker::host h = checker::host_of<S>();
  checker::request q;
  q.kind = checker::request::scheduler::graphs;
  q.executions = 0;
  const checker::outcome all = checker::run_by_graphs(h, q);
  if (!all.exhausted || all.estimate != 0) that(false, S::name + ": the whole search ends, and needs no estimate");
  checker::outcome cut;
  checker::graph_run(h, q).estimate(cut, 400, 4);
  const double ratio = cut.estimate / static_cast<double>(all.executions);
  that(ratio > 0.5 && ratio < 2, S::name + ": " + std::to_string(all.executions) + " executions, about " +
                                     std::to_string(static_cast<std::uint64_t>(cut.estimate)) + " (+-" +
                                     std::to_string(static_cast<std::uint64_t>(cut.estimate_error)) + ") by chance");
  ++compared;
}
template <class... S>
void are_near() {
  (is_near<S>(), ...);
}

}  // namespace

int main() {
  are_near<adding<2, 3>, adding<2, 4>, adding<2, 5>, adding<2, 6>, adding<3, 2>, adding<4, 1>>();
  are_near<locking<2, 3>, locking<2, 4>, locking<2, 5>, locking<3, 1>, locking<3, 2>, locking<4, 1>>();
  are_near<waiting<2, 4>, waiting<2, 5>, waiting<2, 6>, waiting<2, 7>, waiting<2, 8>, waiting<3, 2>, waiting<3, 3>, waiting<4, 1>>();
  what_chance_finds_is_a_failure();
  that(compared >= 20, std::to_string(compared) + " searches were compared");
  return expect::failures == 0 ? 0 : 1;
}
