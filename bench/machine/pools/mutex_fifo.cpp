// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/mutex_fifo.hpp>

#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

const enter_all<weir_on_machine<queue::mutex_fifo>> entry{"mutex_fifo"};

}  // namespace
}  // namespace weir::bench::sim
