// SPDX-License-Identifier: Apache-2.0
#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

const enter_all<weir_on_machine<>> entry{"unbounded"};

}  // namespace
}  // namespace weir::bench::sim
