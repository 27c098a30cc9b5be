// SPDX-License-Identifier: Apache-2.0
/// Taskflow's `tf::Executor`, posted to with `silent_async`; results through `async`. Loops are tasks of a `tf::Taskflow`; forks, and loops inside of
/// tasks, are a `tf::TaskGroup` each, as in its own benchmarks.
#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/taskflow.hpp>

#include <cstddef>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"
#include "bench/contestants/semaphore_gate.hpp"

namespace weir::bench {
namespace {

class taskflow_pool : public contestant {
 public:
  explicit taskflow_pool(unsigned workers) : executor_(workers) {}

  template <class F>
  void post(F f) {
    executor_.silent_async(std::move(f));
  }
  template <class F>
  auto run(F f) {
    return executor_.async(std::move(f)).get();
  }

 private:
  tf::Executor executor_;  // its destructor waits for all tasks
};

class taskflow : public taskflow_pool {
 public:
  using taskflow_pool::taskflow_pool;
  using bounded = semaphore_gate<taskflow_pool>;
};

class taskflow_algorithms : public contestant {
 public:
  static constexpr bool forks = true;

  explicit taskflow_algorithms(unsigned workers) : executor_(workers) {}

  template <class F>
  void loop(std::size_t n, F f) {
    tf::Taskflow all;
    all.for_each_index(std::size_t{0}, n, std::size_t{1}, f);
    executor_.run(all).wait();
  }
  template <class F>
  void enter(F f) {
    executor_.async([&] { f(executor_); }).get();
  }
  template <class F, class G>
  static void both(tf::Executor& executor, F f, G g) {
    tf::TaskGroup forked = executor.task_group();
    forked.silent_async([&] { g(executor); });
    f(executor);
    forked.corun();
  }
  template <class F>
  static void each(tf::Executor& executor, int n, F f) {
    tf::TaskGroup forked = executor.task_group();
    for (int i = 0; i != n; ++i) forked.silent_async([&f, &executor, i] { f(executor, i); });
    forked.corun();
  }

 private:
  tf::Executor executor_;
};

const enrol<taskflow> entry{"taskflow", "Taskflow's Executor, async (W7: semaphore in front)"};
const enrol<taskflow_algorithms, fork_and_join> algorithms{"taskflow_algorithms", "Taskflow's for_each_index, TaskGroup"};

}  // namespace
}  // namespace weir::bench
