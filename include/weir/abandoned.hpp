// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ABANDONED_HPP
#define WEIR_ABANDONED_HPP

#include <stdexcept>

namespace weir {

/// Thrown by `co_await` in a coroutine that a pool runs, when the code that was to resume it has destroyed it instead. The coroutine unwinds as
/// from any exception: its locals are destroyed, its task ends, its worker is free, and a waiter for its result gets this exception.
struct abandoned : std::runtime_error {
  abandoned() : std::runtime_error("weir: this coroutine was destroyed where it waited, instead of resumed") {}
};

}  // namespace weir

#endif
