// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_STRAND_HPP
#define WEIR_VERIFY_CHECK_STRAND_HPP

#include <weir/verify/check/clock.hpp>
#include <weir/verify/check/fiber.hpp>

#include <pthread.h>
#include <signal.h>
#include <unwind.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace weir::verify::checked {

struct location;

/// A function to call when a thread or the program ends.
struct at_end {
  void (*call)(void*);
  void* argument;
};

/// Threads of an execution.
using thread_set = std::bitset<max_threads>;

/// One thread of the program under check.
struct strand {
  enum class status : std::uint8_t { none, ready, blocked, over };
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  static constexpr std::size_t most_keys = 128;  // as many as POSIX promises
  static constexpr std::size_t most_frames = 256;

  fiber flow;
  status state = status::none;
  bool detached = false;
  bool joined = false;
  bool robust = false;    ///< it has locked a robust mutex
  bool expired = false;   ///< its last wait ended by its deadline
  thread_set joiners;     ///< that wait for its end
  std::int64_t deadline = never;
  std::uint32_t blocked_at = 0;  ///< the step since which it is blocked
  std::uint32_t ready_since = 0; ///< the step since which it could go on, and did not
  unsigned in_vain = 0;          ///< waits since its last step: what it was woken for was gone, but for the last time
  int woken_by = -1;             ///< in the history: the step that let it go on

  std::uint32_t futex_bits = 0;  ///< what it sleeps for, if it sleeps on a futex

  knowledge known;
  knowledge pending;    ///< what relaxed loads read: known after the next acquire fence
  knowledge fenced;     ///< what the last release fence published
  bool has_pending = false;
  bool has_fenced = false;

  const location* last_read = nullptr;  ///< reading the same again and again is waiting
  std::uint32_t last_store = 0;
  std::uint32_t same_reads = 0;

  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  void* keys[most_keys] = {};
  at_end ends[most_keys] = {};  ///< destructors of its thread_local objects
  std::size_t end_count = 0;

  __pthread_unwind_buf_t* cleanup = nullptr;  ///< the latest handler of C's pthread_cleanup_push that it is in
  _Unwind_Exception leaving{};  ///< the unwinding by which pthread_exit ends it

  std::uintptr_t frames[most_frames] = {};  ///< return addresses of the calls it is in; only while a history is kept
  std::size_t depth = 0;

  std::uint64_t blocked_signals = 0;
  stack_t signal_stack{};  ///< which it would handle signals on
  char name[16] = {};
  int cancel_state = PTHREAD_CANCEL_ENABLE;
  int cancel_type = PTHREAD_CANCEL_DEFERRED;

  /// As it is when it begins. Its flow of control stays.
  void clear() {
    state = status::none;
    detached = joined = robust = expired = has_pending = has_fenced = false;
    joiners = {};
    in_vain = 0;
    deadline = never;
    woken_by = -1;
    known = {};
    last_read = nullptr;
    same_reads = 0;
    start = nullptr;
    result = nullptr;
    cleanup = nullptr;
    cancel_state = PTHREAD_CANCEL_ENABLE;
    cancel_type = PTHREAD_CANCEL_DEFERRED;
    end_count = depth = 0;
    for (void*& k : keys) k = nullptr;
  }
};

}  // namespace weir::verify::checked

#endif
