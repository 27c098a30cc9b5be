// SPDX-License-Identifier: Apache-2.0
/// The pools of weir that stand beside the Go pools of the articles. Each gets as many workers as the articles gave theirs, and idle workers stay for
/// the 10 s of ants' own benchmark.
#include <weir/agents/light.hpp>
#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/presets/ants.hpp>
#include <weir/presets/ants_light.hpp>
#include <weir/presets/ants_with_func.hpp>
#include <weir/sleep.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <thread>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_light_pool.hpp"
#include "bench/sleeping_tasks/sleepers.hpp"
#include "bench/support/nap.hpp"
#include "bench/support/wrong_answer.hpp"

namespace weir::bench::articles {
namespace {

options of(unsigned workers, unsigned threads) {
  return {.capacity = workers, .carriers = threads, .idle_after = std::chrono::seconds(10)};
}

void check(post_result answer) {
  if (answer != post_result::accepted) wrong_answer("weir did not accept a task");
}

/// A thread for each worker. More threads are not faster, and a machine may refuse 50 000. 10 M tasks would take these 50 s at best.
class ants {
 public:
  ants(unsigned workers, unsigned threads) : pool_(of(std::min(workers, 2000U), threads)) {}
  void post_nap(nap n) {
    check(pool_.post([n] {
      const auto began = n.begin();
      std::this_thread::sleep_for(nap::length);
      n.end(began);
    }));
  }

 private:
  presets::ants<> pool_;
};

/// A pool that weir_light_pool makes, with the idle time of the articles.
template <class Pool>
struct as_in_articles : Pool {
  explicit as_in_articles(const options& o) : Pool(of(o.capacity, o.carriers)) {}
};
template <class Pool>
using light = weir_light_pool<as_in_articles<Pool>>;

struct takes_a_nap {
  coroutine<> operator()(nap n) const {
    const auto began = n.begin();
    co_await sleep_for(nap::length);
    n.end(began);
  }
};
/// A pool of one function, to which only the nap is posted.
template <class Pool>
class of_function {
 public:
  of_function(unsigned workers, unsigned threads) : pool_(takes_a_nap{}, of(workers, threads)) {}
  void post_nap(nap n) { check(pool_.post(n)); }

 private:
  Pool pool_;
};

/// The queue of W8, see contestants/weir_light.cpp.
using round_of_tasks = queue::bounded<50'000>;

const enter<ants, 1'000'000> threads{"weir_ants", "presets::ants, a thread for each worker, at most 2000"};
const enter<light<presets::ants_light<>>> coroutines{"weir_ants_light", "presets::ants_light, coroutines"};
const enter<light<presets::ants_light<round_of_tasks>>> queued{"weir_ants_queue",
                                                               "presets::ants_light<queue::bounded<50000>>: a post waits for a place "
                                                               "in the queue, and not for a worker"};
const enter<of_function<presets::ants_with_func<takes_a_nap, nap, agents::light>>> func{
    "weir_ants_func", "presets::ants_with_func of coroutines, light workers"};
const enter<light<light_pool<round_of_tasks>>> w8{"weir_light", "weir::light_pool<queue::bounded<50000>>, the pool of W8"};
const enter<of_function<function_pool<takes_a_nap, nap, agents::light, round_of_tasks>>> function{
    "weir_function", "weir::function_pool of coroutines, light workers and the queue of W8"};

const auto& rivals = catalogue::instance().other_languages.emplace_back(in_go("bench/sleeping_tasks/go"));

/// One round of 10 M tasks takes minutes.
const unsigned rounds = catalogue::instance().usual_rounds = 3;

}  // namespace
}  // namespace weir::bench::articles
