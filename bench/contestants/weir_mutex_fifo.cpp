// SPDX-License-Identifier: Apache-2.0
/// weir with its obviously right queue, a mutex around a list: what the engine costs beside the naive pool.
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/pool.hpp>

#include "bench/catalogue.hpp"
#include "bench/contestants/weir_pool.hpp"

namespace weir::bench {
namespace {

using weir_mutex_fifo = weir_pool<weir::pool<weir::queue::mutex_fifo>>;

const enrol<weir_mutex_fifo> entry{"weir_mutex_fifo", "weir::pool<queue::mutex_fifo>"};

}  // namespace
}  // namespace weir::bench
