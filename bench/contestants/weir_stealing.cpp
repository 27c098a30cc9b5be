// SPDX-License-Identifier: Apache-2.0
/// weir with a deque for each worker. Nothing bounds it, so there is no form for W7.
#include <weir/policies/queue/stealing.hpp>
#include <weir/pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"

namespace weir::bench {
namespace {

class weir_stealing : public weir_pool<weir::pool<weir::queue::stealing>> {
 public:
  using weir_pool::weir_pool;
};

const enrol<weir_stealing> entry{"weir_stealing", "weir::pool<queue::stealing>"};

}  // namespace
}  // namespace weir::bench
