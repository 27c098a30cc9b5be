// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_ORDER_HPP
#define WEIR_PLATFORM_ORDER_HPP

#include <atomic>  // std::memory_order, and nothing else from here

#endif
