// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/all_of.hpp>
#include <weir/policies/observer/counters.hpp>
#include <weir/policies/observer/histograms.hpp>
#include <weir/pool.hpp>
#include <weir/prometheus.hpp>
#include <weir/thread_pool.hpp>

#include <iostream>

// The totals and running times of a pool, as an HTTP server would answer Prometheus.
int one_pool() {
  weir::pool<weir::observer::all_of<weir::observer::counters, weir::observer::histograms>> p;
  for (int n = 0; n < 100; ++n) p.run([] {});
  const auto longest = p.observer().get<weir::observer::histograms>().running().max();

  weir::prometheus(p, std::cout);
  return longest.count() >= 0 ? 0 : 1;
}

int two_pools() {
  weir::pool<weir::observer::counters> files{{.name = "files"}};
  weir::thread_pool images{{.name = "images"}};

  weir::prometheus_page page;
  page.add(files);
  page.add(images);
  page.write(std::cout);
  return std::cout ? 0 : 1;
}

int main() { return one_pool() + two_pools(); }
