// SPDX-License-Identifier: Apache-2.0
/// `weir::thread_pool` where tasks wait: coroutines on the threads of the default pool. Only where tasks wait.
#include <weir/coroutine.hpp>
#include <weir/sleep.hpp>
#include <weir/thread_pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/wide_gate.hpp"
#include "bench/support/nap.hpp"
#include "bench/support/wrong_answer.hpp"
#include "bench/workloads/sleeping_tasks.hpp"

namespace weir::bench {
namespace {

/// No limit of the pool counts coroutines that are suspended; a gate in front keeps their number, as in Asio's pool.
class coroutines_on_threads {
 public:
  coroutines_on_threads(unsigned coroutines, unsigned threads) : free_(coroutines), pool_({.capacity = threads}) {}

  void post_nap(nap n) {
    free_.take();
    const auto answer = pool_.post([n, this]() -> coroutine<> {
      const auto began = n.begin();
      co_await sleep_for(nap::length);
      free_.give_back();
      n.end(began);
    });
    if (answer != post_result::accepted) wrong_answer("weir did not accept a task");
  }

 private:
  wide_gate free_;
  thread_pool pool_;
};

struct weir_coroutines {
  using sleepers = coroutines_on_threads;
};

const enrol<weir_coroutines, list_of<sleeping_tasks>> entry{"weir_coroutines", "weir::thread_pool, coroutines (W8: gate in front)"};

}  // namespace
}  // namespace weir::bench
