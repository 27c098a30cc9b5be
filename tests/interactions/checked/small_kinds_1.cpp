// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/checked/small_kinds.hpp"

namespace weir::interactions::checked {

template verify::checker::host host_of_kind<0>();
template verify::checker::host host_of_kind<2>();
template verify::checker::host host_of_kind<4>();

}  // namespace weir::interactions::checked
