// SPDX-License-Identifier: Apache-2.0
/// `weir::thread_pool` with `observer::histograms`: what the measurement of each task costs.
#include <weir/policies/observer/histograms.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"

namespace weir::bench {
namespace {

class weir_histograms : public weir_pool<weir::pool<weir::queue::stealing, weir::observer::histograms>> {
 public:
  using weir_pool::weir_pool;
};

const enrol<weir_histograms, list_of<one_producer, timed_tasks>> entry{"weir_histograms", "weir::thread_pool with observer::histograms"};

}  // namespace
}  // namespace weir::bench
