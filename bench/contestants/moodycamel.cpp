// SPDX-License-Identifier: Apache-2.0
/// Threads around moodycamel's queue that take one task at a time. W7: a semaphore in front.
#include "bench/catalogue.hpp"
#include "bench/contestants/moodycamel_pool.hpp"
#include "bench/contestants/semaphore_gate.hpp"

namespace weir::bench {
namespace {

class moodycamel : public moodycamel_pool<1> {
 public:
  using moodycamel_pool::moodycamel_pool;
  using bounded = semaphore_gate<moodycamel_pool>;
};

const enrol<moodycamel> entry{"moodycamel", "moodycamel::BlockingConcurrentQueue of std::function (W7: semaphore in front)"};

}  // namespace
}  // namespace weir::bench
