// SPDX-License-Identifier: Apache-2.0
/// A pool for each 16 workers, in a weir::multi_pool. Each producer posts to one of them, in turn.
#include <weir/multi_pool.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>
#include <weir/post_result.hpp>

#include <deque>
#include <utility>

#include "bench/machine/machine.hpp"
#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

class by_16 {
  using one = weir::pool<queue::stealing, machine>;

 public:
  class lane {
   public:
    explicit lane(one& pool) noexcept : pool_(pool) {}
    template <class F>
    void post(F f) {
      if (pool_.post(std::move(f)) != weir::post_result::accepted) machine::fail("weir did not accept a task");
    }

   private:
    one& pool_;
  };

  explicit by_16(unsigned workers) : all_((workers + 15) / 16, {.capacity = workers / ((workers + 15) / 16)}) {
    for (std::size_t i = 0; i != all_.size(); ++i) lanes_.emplace_back(all_[i]);
  }
  lane& of_producer(unsigned producer) { return lanes_[producer % lanes_.size()]; }

 private:
  weir::multi_pool<one> all_;
  std::deque<lane> lanes_;
};

const enter<by_16, empty_posts<1>, empty_posts<4>, microseconds> entry{"stealing_by_16"};

}  // namespace
}  // namespace weir::bench::sim
