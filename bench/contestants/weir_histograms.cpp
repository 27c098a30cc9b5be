// SPDX-License-Identifier: Apache-2.0
/// `weir::thread_pool` with `observer::histograms`, and with other observers that measure: what the measurement of each task costs.
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/policies/observer/sampled_histograms.hpp>
#include <weir/policies/observer/watchdog.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"

namespace weir::bench {
namespace {

namespace o = weir::observer;

template <class Observer>
class watched : public weir_pool<weir::pool<weir::queue::stealing, Observer>> {
 public:
  using watched::weir_pool::weir_pool;
};

using rows = list_of<one_producer, timed_tasks>;
const enrol<watched<o::histograms>, rows> each{"weir_histograms", "weir::thread_pool with observer::histograms"};
const enrol<watched<o::sampled_histograms>, rows> sampled{"weir_sampled", "weir::thread_pool with observer::sampled_histograms"};
const enrol<watched<o::watchdog>, rows> watchdog{"weir_watchdog", "weir::thread_pool with observer::watchdog"};
const enrol<watched<o::all_of<o::counters, o::sampled_histograms, o::watchdog>>, rows> all{
    "weir_watched", "weir::thread_pool with observer::all_of<counters, sampled_histograms, watchdog>"};

}  // namespace
}  // namespace weir::bench
