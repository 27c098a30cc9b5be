// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_CORE_ACCESS_HPP
#define WEIR_ENGINE_POOL_CORE_ACCESS_HPP

#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/public_calls.hpp>

namespace weir::engine {

/// Gives the core of a pool to functions that are not members of its class, so that only programs that include them compile them.
struct core_access {
  template <class C>
  [[nodiscard]] static core<C>& of(public_calls<C>& pool) noexcept {
    return pool.core();
  }
};

}  // namespace weir::engine

#endif
