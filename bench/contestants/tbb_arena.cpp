// SPDX-License-Identifier: Apache-2.0
/// oneTBB's `task_arena::enqueue`: tasks in order of arrival, waiters do not help. Results through a `std::promise`. W7: a
/// semaphore in front.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <future>
#include <memory>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"
#include "bench/contestants/semaphore_gate.hpp"

namespace weir::bench {
namespace {

class tbb_arena_pool : public contestant {
 public:
  explicit tbb_arena_pool(unsigned workers)
      : threads_(tbb::global_control::max_allowed_parallelism, workers + 1), arena_(static_cast<int>(workers), 0) {}

  template <class F>
  void post(F f) {
    arena_.enqueue(std::move(f));
  }
  template <class F>
  auto run(F f) {
    auto promise = std::make_shared<std::promise<decltype(f())>>();
    auto result = promise->get_future();
    arena_.enqueue([promise, f = std::move(f)] { promise->set_value(f()); });
    return result.get();
  }

 private:
  tbb::global_control threads_;
  tbb::task_arena arena_;
};

class tbb_arena : public tbb_arena_pool {
 public:
  using tbb_arena_pool::tbb_arena_pool;
  using bounded = semaphore_gate<tbb_arena_pool>;
};

const enrol<tbb_arena> entry{"tbb_arena", "oneTBB task_arena::enqueue (W7: semaphore in front)"};

}  // namespace
}  // namespace weir::bench
