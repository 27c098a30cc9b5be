// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_PLATFORM_STOP_REQUEST_HPP
#define WEIR_PLATFORM_STOP_REQUEST_HPP

#include <stop_token>

namespace weir::platform {

/// Whether a stop was requested, as the platform's thread sees it.
template <class P>
[[nodiscard]] bool stop_requested(const std::stop_token& token) noexcept {
  if constexpr (requires { P::stop_requested(token); })
    return P::stop_requested(token);
  else
    return token.stop_requested();
}

/// Requests a stop, and runs the callbacks of the source's tokens here. False if one was requested before.
template <class P>
bool request_stop(std::stop_source& source) noexcept {
  if constexpr (requires { P::request_stop(source); })
    return P::request_stop(source);
  else
    return source.request_stop();
}

}  // namespace weir::platform

#endif
