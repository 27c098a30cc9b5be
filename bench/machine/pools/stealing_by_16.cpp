// SPDX-License-Identifier: Apache-2.0
/// A pool for each 16 workers, in a weir::multi_pool. Each producer posts to one of them, in turn.
#include <weir/multi_pool.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>

#include "bench/machine/machine.hpp"
#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

class by_16 {
  using one = weir::pool<queue::stealing, machine>;

 public:
  explicit by_16(unsigned workers) : all_((workers + 15) / 16, {.capacity = workers / ((workers + 15) / 16)}) {}
  accepting<one&> of_producer(unsigned producer) { return accepting<one&>(all_[producer % all_.size()]); }

 private:
  weir::multi_pool<one> all_;
};

const enter<by_16, empty_posts<1>, empty_posts<4>, microseconds> entry{"stealing_by_16"};

}  // namespace
}  // namespace weir::bench::sim
