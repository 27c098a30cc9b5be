// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/checked/small_kinds.hpp"

namespace weir::interactions::checked {

template verify::checker::host host_of_kind<1>();
template verify::checker::host host_of_kind<3>();
template verify::checker::host host_of_kind<5>();
template verify::checker::host host_of_kind<6>();

}  // namespace weir::interactions::checked
