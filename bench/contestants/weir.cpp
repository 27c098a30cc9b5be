// SPDX-License-Identifier: Apache-2.0
/// `weir::thread_pool`, as it comes. W7: `queue::bounded<1024>`.
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>
#include <weir/thread_pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"
#include "bench/workloads/back_pressure.hpp"

namespace weir::bench {
namespace {

class weir_default : public weir_pool<weir::thread_pool> {
 public:
  using weir_pool::weir_pool;
  using bounded = weir_pool<weir::pool<weir::queue::bounded<back_pressure::room>>>;
};

const enrol<weir_default> entry{"weir", "weir::thread_pool (W7: queue::bounded)"};

}  // namespace
}  // namespace weir::bench
