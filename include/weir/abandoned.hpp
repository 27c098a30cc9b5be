// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ABANDONED_HPP
#define WEIR_ABANDONED_HPP

#include <stdexcept>

namespace weir {

/// What `co_await` throws in a coroutine that a pool runs when whoever was to resume it has destroyed it instead. The coroutine unwinds as
/// from any exception: its locals are destroyed, its task ends, its worker is free, and who waits for its result is told this.
struct abandoned : std::runtime_error {
  abandoned() : std::runtime_error("weir: whoever was to resume this coroutine has destroyed it") {}
};

}  // namespace weir

#endif
