// SPDX-License-Identifier: Apache-2.0
/// stdexec's `exec::static_thread_pool`, posted to with `start_detached`; results through `sync_wait`.
#include <exec/start_detached.hpp>
#include <exec/static_thread_pool.hpp>
#include <stdexec/execution.hpp>

#include <tuple>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"
#include "bench/contestants/semaphore_gate.hpp"

namespace weir::bench {
namespace {

class stdexec_pool : public contestant {
 public:
  explicit stdexec_pool(unsigned workers) : pool_(workers) {}

  template <class F>
  void post(F f) {
    exec::start_detached(::stdexec::schedule(pool_.get_scheduler()) | ::stdexec::then(std::move(f)));
  }
  template <class F>
  auto run(F f) {
    return std::get<0>(*::stdexec::sync_wait(::stdexec::schedule(pool_.get_scheduler()) | ::stdexec::then(std::move(f))));
  }

 private:
  exec::static_thread_pool pool_;  // its destructor stops and joins
};

class stdexec_contestant : public stdexec_pool {
 public:
  using stdexec_pool::stdexec_pool;
  using bounded = semaphore_gate<stdexec_pool>;
};

const enrol<stdexec_contestant> entry{"stdexec", "stdexec's static_thread_pool, start_detached (W7: semaphore in front)"};

}  // namespace
}  // namespace weir::bench
