// SPDX-License-Identifier: Apache-2.0
/// weir with a bounded queue and producers that wait, on every row that fits into it.
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"
#include "bench/workloads/back_pressure.hpp"

namespace weir::bench {
namespace {

class weir_bounded : public weir_pool<weir::pool<weir::queue::bounded<back_pressure::room>>> {
 public:
  static constexpr abilities can{.any_backlog = false, .inside_tasks = false};
  using weir_pool::weir_pool;
};

const enrol<weir_bounded> entry{"weir_bounded", "weir::pool<queue::bounded<1024>>, producers wait"};

}  // namespace
}  // namespace weir::bench
