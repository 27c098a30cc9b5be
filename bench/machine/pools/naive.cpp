// SPDX-License-Identifier: Apache-2.0
#include "bench/machine/naive.hpp"
#include "bench/machine/programs.hpp"

namespace weir::bench::sim {
namespace {

const enter_all<naive_on<machine>> entry{"naive"};

}  // namespace
}  // namespace weir::bench::sim
