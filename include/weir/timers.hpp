// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TIMERS_HPP
#define WEIR_TIMERS_HPP

#include <weir/post_after.hpp>
#include <weir/post_every.hpp>

#endif
