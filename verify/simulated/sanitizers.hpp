// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_SANITIZERS_HPP
#define WEIR_VERIFY_SIMULATED_SANITIZERS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

// The sanitizers follow one stack per thread. Code that switches stacks by hand has to tell them; these calls do it, and are
// empty where the sanitizer is off. Clang says what is on with __has_feature, g++ with a macro.
#if defined(__has_feature)
#define WEIR_VERIFY_HAS(feature) __has_feature(feature)
#else
#define WEIR_VERIFY_HAS(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || WEIR_VERIFY_HAS(address_sanitizer)
#define WEIR_VERIFY_ASAN 1
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__) || WEIR_VERIFY_HAS(thread_sanitizer)
#define WEIR_VERIFY_TSAN 1
#include <sanitizer/tsan_interface.h>
#endif

namespace weir::verify::sim {

/// What the sanitizers want to know about one stack.
struct watched_stack {
  const void* bottom = nullptr;
  std::size_t size = 0;
  void* fake = nullptr;   ///< address sanitizer: the frames it keeps aside for this stack
  void* fiber = nullptr;  ///< thread sanitizer: its record of this flow of control

#if defined(WEIR_VERIFY_ASAN)
  static constexpr std::size_t room = 8;  ///< instrumented frames are larger by about this factor
  static void leave(watched_stack& from, const watched_stack& to) { __sanitizer_start_switch_fiber(&from.fake, to.bottom, to.size); }
  /// `here` continues; `before` is where control came from, and its bounds are learnt here if they were not known.
  static void arrive(const watched_stack& here, watched_stack& before) {
    const void* bottom = nullptr;
    std::size_t size = 0;
    __sanitizer_finish_switch_fiber(here.fake, &bottom, &size);
    if (before.size == 0) before.bottom = bottom, before.size = size;
  }
  void create() {}
  void destroy() {}
  void adopt_current() {}
  /// The flow of control ends in the middle. What only its frames pointed at is lost on purpose, so the leak checker gets
  /// a copy of the frames from `top_frame` on to look at.
  void abandon(const void* top_frame) {
    __asan_unpoison_memory_region(bottom, size);
    if (top_frame == nullptr) return;
    constexpr std::size_t below = 1024;  // saved registers lie under the frame address
    const char* const end = static_cast<const char*>(bottom) + size;
    static auto& kept = *new std::vector<std::vector<char>>;
    kept.emplace_back(std::max(static_cast<const char*>(bottom), static_cast<const char*>(top_frame) - below), end);
  }
#elif defined(WEIR_VERIFY_TSAN)
  static constexpr std::size_t room = 4;
  /// Inlined, because the sanitizer's record of calls is another one afterwards: a call that begins before must not return after.
  [[gnu::always_inline]] static void leave(watched_stack&, const watched_stack& to) { __tsan_switch_to_fiber(to.fiber, 0); }
  static void arrive(const watched_stack&, watched_stack&) {}
  void create() { fiber = __tsan_create_fiber(0); }
  void destroy() { __tsan_destroy_fiber(fiber); }
  void adopt_current() { fiber = __tsan_get_current_fiber(); }
  void abandon(const void*) {
    destroy();
    create();
  }
#else
  static constexpr std::size_t room = 1;
  static void leave(watched_stack&, const watched_stack&) {}
  static void arrive(const watched_stack&, watched_stack&) {}
  void create() {}
  void destroy() {}
  void adopt_current() {}
  void abandon(const void*) {}
#endif
};

}  // namespace weir::verify::sim

#undef WEIR_VERIFY_HAS
#undef WEIR_VERIFY_ASAN
#undef WEIR_VERIFY_TSAN

#endif
