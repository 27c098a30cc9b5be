// SPDX-License-Identifier: Apache-2.0
/// weir with a deque for each worker, whose threads are there before the first task, as the peers' are. Nothing bounds it, so there is no
/// form for W7.
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"

namespace weir::bench {
namespace {

class weir_stealing : public weir_pool<weir::pool<weir::queue::stealing, weir::growth::prestart>> {
 public:
  using weir_pool::weir_pool;
};

const enrol<weir_stealing> entry{"weir_stealing", "weir::pool<queue::stealing, growth::prestart>"};

}  // namespace
}  // namespace weir::bench
