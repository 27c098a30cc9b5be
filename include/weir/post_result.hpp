// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POST_RESULT_HPP
#define WEIR_POST_RESULT_HPP

#include <stdexcept>

namespace weir {

/// The pool's answer to a post, or why a future has no result. Every answer but `accepted` means that the pool did not take the task and will not
/// run it.
enum class [[nodiscard]] post_result : unsigned char {
  accepted,  ///< the task runs, unless it is handed back, dropped by blocking::discard_oldest, or stopped by its token
  full,  ///< no room, and the blocking policy does not wait, or the caller must not: a task of this pool, or a thread that holds its pause
  closed,  ///< shutdown() or stop() came first
  timed_out,  ///< no room until the deadline
  discarded,  ///< dropped by blocking::discard_newest
  cancelled,  ///< never the answer to a post: the task was accepted, and destroyed before it ran; see future::get() and schedule()
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
