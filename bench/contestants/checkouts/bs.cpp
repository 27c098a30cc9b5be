// SPDX-License-Identifier: Apache-2.0
/// BS::light_thread_pool of version 5, posted to with `detach_task`; results through `submit_task`.
#include <BS_thread_pool.hpp>

#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"
#include "bench/contestants/semaphore_gate.hpp"

namespace weir::bench {
namespace {

class bs_pool : public contestant {
 public:
  explicit bs_pool(unsigned workers) : pool_(workers) {}

  template <class F>
  void post(F f) {
    pool_.detach_task(std::move(f));
  }
  template <class F>
  auto run(F f) {
    return pool_.submit_task(std::move(f)).get();
  }

 private:
  BS::light_thread_pool pool_;  // its destructor waits for all tasks
};

class bs : public bs_pool {
 public:
  using bs_pool::bs_pool;
  using bounded = semaphore_gate<bs_pool>;
};

const enrol<bs> entry{"bs", "BS::light_thread_pool (W7: semaphore in front)"};

}  // namespace
}  // namespace weir::bench
