// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/none.hpp>

#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

const enter_from_outside<weir_on_machine<queue::none>> entry{"none"};

}  // namespace
}  // namespace weir::bench::sim
