// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/bounded.hpp>

#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

const enter_from_outside<weir_on_machine<queue::bounded<1024>>> entry{"bounded"};

}  // namespace
}  // namespace weir::bench::sim
