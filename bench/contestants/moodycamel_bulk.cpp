// SPDX-License-Identifier: Apache-2.0
/// Threads around moodycamel's queue that take up to 32 tasks at a time. What is taken behind a long task waits for it, though
/// another worker may be idle. W7: a semaphore in front.
#include "bench/catalogue.hpp"
#include "bench/contestants/moodycamel_pool.hpp"
#include "bench/contestants/semaphore_gate.hpp"

namespace weir::bench {
namespace {

class moodycamel_bulk : public moodycamel_pool<32> {
 public:
  using moodycamel_pool::moodycamel_pool;
  using bounded = semaphore_gate<moodycamel_pool>;
};

const enrol<moodycamel_bulk> entry{"moodycamel_bulk", "the same, up to 32 tasks taken at a time (W7: semaphore in front)"};

}  // namespace
}  // namespace weir::bench
