// SPDX-License-Identifier: Apache-2.0
/// Where threads meet: weir's pools on W1, W2 and W3 over a platform that counts lost exchanges, contended locks, waits and wakes. The rows
/// have names of their own, C1 to C3, because counting costs time: a results file may hold both.
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/catalogue.hpp"
#include "bench/contention/counting.hpp"
#include "bench/contestants/weir_pool.hpp"
#include "bench/workloads/empty_tasks.hpp"
#include "bench/workloads/spawn_tree.hpp"

namespace weir::bench {
namespace {

template <class... Policies>
class counted_pool : public weir_pool<weir::pool<Policies..., counting>> {
  using base = weir_pool<weir::pool<Policies..., counting>>;

 public:
  using base::base;
  template <class F>
  void post(F f) {
    events::count(event::posted);
    base::post(std::move(f));
  }
};

constexpr const char* per_task = "per 1000 tasks";
constexpr std::array metrics{metric{"time", "ns/task"}, metric{"lost exchanges", per_task}, metric{"contended locks", per_task},
                             metric{"waits", per_task}, metric{"wake calls", per_task}};

template <class W>
constexpr std::string_view name_of = W::name == "W1"   ? "C1"
                                     : W::name == "W2" ? "C2"
                                                       : "C3";

/// The workload's time, and what was counted meanwhile.
template <class W, class C>
std::vector<double> measure(const effort& e) {
  static_cast<void>(W::template measure<C>(e.warm_up()));
  static_cast<void>(events::collect());
  std::vector<double> values{W::template measure<C>(e).front()};
  const auto all = events::collect();
  for (auto which = std::size_t{1}; which != all.size(); ++which) {
    values.push_back(static_cast<double>(all[which]) * 1e3 / static_cast<double>(all.front()));
  }
  return values;
}

template <class Pool, class Workloads = list_of<one_producer, four_producers, spawn_tree>>
struct enter {
  enter(std::string_view name, std::string_view what) {
    catalogue::instance().contestants.push_back({name, what});
    with(name, Workloads{});
  }

 private:
  template <class... Ws>
  static void with(std::string_view name, list_of<Ws...>) {
    (catalogue::instance().bouts.push_back({place_of<Ws>(all_workloads{}), name_of<Ws>, Ws::what, name, metrics, &measure<Ws, Pool>}), ...);
  }
};

using from_outside = list_of<one_producer, four_producers>;

// Named as in //bench, whose times stand beside these counts.
const enter<counted_pool<queue::stealing>> usual{"weir", "weir::thread_pool"};
const enter<counted_pool<queue::stealing, growth::prestart>> stealing{"weir_stealing", "weir::pool<queue::stealing, growth::prestart>"};
const enter<counted_pool<>> unbounded{"weir_unbounded", "weir::pool<>"};
const enter<counted_pool<queue::mutex_fifo>> mutex_fifo{"weir_mutex_fifo", "weir::pool<queue::mutex_fifo>"};
const enter<counted_pool<queue::bounded<1024>>, from_outside> bounded{"weir_bounded", "weir::pool<queue::bounded<1024>>, producers wait"};

}  // namespace
}  // namespace weir::bench
