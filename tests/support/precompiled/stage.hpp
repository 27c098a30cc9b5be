// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_PRECOMPILED_STAGE_HPP
#define TESTS_SUPPORT_PRECOMPILED_STAGE_HPP

// Nothing else: what a header of scenarios does not include must not be there when it is compiled alone.
#include <weir/verify/scenarios/stage.hpp>

#endif  // TESTS_SUPPORT_PRECOMPILED_STAGE_HPP
