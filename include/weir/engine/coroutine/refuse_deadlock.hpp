// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_COROUTINE_REFUSE_DEADLOCK_HPP
#define WEIR_ENGINE_COROUTINE_REFUSE_DEADLOCK_HPP

#include <string>
#include <system_error>

namespace weir::engine {

/// Answers a call that would wait for its own caller, or for a worker that only the caller's return sets free. `what` says which call that is.
[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_deadlock(const std::string& what) {
  throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur), "weir: " + what);
}

}  // namespace weir::engine

#endif
