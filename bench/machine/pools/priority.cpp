// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/priority.hpp>

#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

const enter_all<weir_on_machine<queue::priority<2>>> entry{"priority"};

}  // namespace
}  // namespace weir::bench::sim
