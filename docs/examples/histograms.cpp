// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/observer/histograms.hpp>
#include <weir/policies/observer/sampled_histograms.hpp>
#include <weir/pool.hpp>

#include <cstdio>

// The same of one task in 16.
bool sample() {
  weir::pool<weir::observer::sampled_histograms> p;
  for (int n = 0; n < 10000; ++n) p.run([] {});
  const auto late = p.observer().queued().quantile(0.99);
  std::printf("of a sample: p99 %lld ns in the queue\n", static_cast<long long>(late.count()));
  return p.observer().queued().count() < 10000;
}

// How long the tasks of a pool were running, and waited before.
int main() {
  weir::pool<weir::observer::histograms> p;
  for (int n = 0; n < 100; ++n) p.run([] {});
  const auto running = p.observer().running();
  const auto queued = p.observer().queued();
  std::printf("p50 %lld ns, p99 %lld ns, longest %lld ns\n", static_cast<long long>(running.quantile(0.5).count()),
              static_cast<long long>(running.quantile(0.99).count()), static_cast<long long>(running.max().count()));
  std::printf("in the queue: p99.9 %lld ns\n", static_cast<long long>(queued.quantile(0.999).count()));
  return running.count() <= 100 && sample() ? 0 : 1;
}
