// SPDX-License-Identifier: Apache-2.0
/// dispenso's `ThreadPool`, posted to with `schedule`, which runs the task itself where the pool has much to do; results through a `Future`.
/// Its loops and forks by `parallel_for` and a `TaskSet` each; the caller works too, so that pool has a worker less.
#include <dispenso/future.h>
#include <dispenso/parallel_for.h>
#include <dispenso/task_set.h>
#include <dispenso/thread_pool.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class dispenso_pool : public contestant {
 public:
  static constexpr abilities can{.always_queues = false};

  explicit dispenso_pool(unsigned workers) : pool_(workers) {}

  template <class F>
  void post(F f) {
    pool_.schedule(std::move(f));
  }
  template <class F>
  auto run(F f) {
    return dispenso::async(pool_, std::move(f)).get();
  }

 private:
  dispenso::ThreadPool pool_;  // its destructor runs what is queued and joins
};

class dispenso_algorithms : public contestant {
 public:
  static constexpr bool forks = true;

  explicit dispenso_algorithms(unsigned workers) : pool_(std::max(1u, workers - 1)) {}

  template <class F>
  void loop(std::size_t n, F f) {
    dispenso::TaskSet all(pool_);
    dispenso::parallel_for(all, std::size_t{0}, n, f);
  }
  template <class F>
  void enter(F f) {
    f(pool_);
  }
  template <class F, class G>
  static void both(dispenso::ThreadPool& pool, F f, G g) {
    dispenso::TaskSet forked(pool);
    forked.schedule([&] { g(pool); });
    f(pool);
    forked.wait();
  }
  template <class F>
  static void each(dispenso::ThreadPool& pool, int n, F f) {
    dispenso::TaskSet all(pool);
    dispenso::parallel_for(all, 0, n, [&](int i) { f(pool, i); });
  }

 private:
  dispenso::ThreadPool pool_;
};

const enrol<dispenso_pool> entry{"dispenso", "dispenso's ThreadPool; a post may run its task itself"};
const enrol<dispenso_algorithms, fork_and_join> algorithms{"dispenso_algorithms", "dispenso's parallel_for, TaskSet"};

}  // namespace
}  // namespace weir::bench
