// SPDX-License-Identifier: Apache-2.0
/// dispenso's `ThreadPool`, posted to with `schedule`, which runs the task itself where the pool has much to do; results through a `Future`.
#include <dispenso/future.h>
#include <dispenso/thread_pool.h>

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

const enrol<dispenso_pool> entry{"dispenso", "dispenso's ThreadPool; a post may run its task itself"};

}  // namespace
}  // namespace weir::bench
