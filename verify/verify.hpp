// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_VERIFY_HPP
#define WEIR_VERIFY_VERIFY_HPP

// All that a program needs to model-check a pool type. weir_verify compiles harness.hpp only, and is linked with the rest.
#include <weir/verify/harness.hpp>
#include <weir/verify/support/verdict.hpp>

#endif
