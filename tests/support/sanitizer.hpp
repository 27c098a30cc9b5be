// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_SANITIZER_HPP
#define TESTS_SUPPORT_SANITIZER_HPP

#if defined(__SANITIZE_THREAD__)
#define WEIR_TESTS_UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WEIR_TESTS_UNDER_TSAN 1
#endif
#endif

namespace weir::tests {

#if defined(WEIR_TESTS_UNDER_TSAN)
inline constexpr bool under_thread_sanitizer = true;
#else
inline constexpr bool under_thread_sanitizer = false;
#endif

}  // namespace weir::tests

#endif
