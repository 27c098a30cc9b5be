// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POST_RESULT_HPP
#define WEIR_POST_RESULT_HPP

#include <stdexcept>

namespace weir {

/// What the pool answered to a post. Anything but `accepted` means: the task was not taken and will never run.
enum class [[nodiscard]] post_result : unsigned char {
  accepted,   ///< it runs, or stop() hands it back
  full,       ///< no room, and the blocking policy (or the caller being a worker of this pool) forbids to wait for it
  closed,     ///< shutdown() or stop() came first
  timed_out,  ///< no room until the deadline
  discarded,  ///< dropped by blocking::discard_newest
  cancelled,  ///< it was accepted, then handed back or destroyed before it started
};

/// The answer in words, for messages.
[[nodiscard]] constexpr const char* to_string(post_result r) noexcept {
  switch (r) {
    case post_result::accepted: return "accepted";
    case post_result::full: return "full";
    case post_result::closed: return "closed";
    case post_result::timed_out: return "timed out";
    case post_result::discarded: return "discarded";
    case post_result::cancelled: return "cancelled";
  }
  return "unknown";
}

/// Thrown by future::get() and run() when the task did not run; reason() says why, and is never `accepted`.
class not_run : public std::runtime_error {
 public:
  explicit not_run(post_result reason) : std::runtime_error(to_string(reason)), reason_(reason) {}
  post_result reason() const noexcept { return reason_; }

 private:
  post_result reason_;
};

}  // namespace weir

#endif
