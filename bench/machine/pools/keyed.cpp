// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/queue/keyed.hpp>

#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

const enter_all<weir_on_machine<queue::keyed>> entry{"keyed"};

}  // namespace
}  // namespace weir::bench::sim
