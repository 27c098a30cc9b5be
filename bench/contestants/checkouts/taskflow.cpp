// SPDX-License-Identifier: Apache-2.0
/// Taskflow's `tf::Executor`, posted to with `silent_async`; results through `async`.
#include <taskflow/taskflow.hpp>

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

const enrol<taskflow> entry{"taskflow", "Taskflow's Executor, async (W7: semaphore in front)"};

}  // namespace
}  // namespace weir::bench
