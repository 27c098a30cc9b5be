// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_HPP
#define WEIR_VERIFY_CHECK_HPP

#include <type_traits>

// Includes nothing else of weir: it is compiled with the program under check, and instrumented like it.

namespace weir::verify {

namespace checked {

/// Of two definitions the linker takes the first. It must take the program's, which are instrumented, and not the checker's.
[[gnu::weak, gnu::noinline]] bool is_instrumented() {
#if defined(__SANITIZE_THREAD__)
  return true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}

/// `whole`: the body is a program's main, and the end of that ends all threads.
int check(int argc, char** argv, void (*body)(void*), void* context, bool whole = false);

}  // namespace checked

/// Runs `body` again and again, each time under another schedule, and says what came of it.
///
/// All code of the program must be compiled with -fsanitize=thread and linked with verify/check/runtime.cpp, which is not, and without that option.
/// The body is what main is elsewhere: its threads, locks, atomics, memory and clocks are the checker's, and each execution begins with the
/// variables that the program had when this was called. A failure prints its schedule with the lines of the code, and the arguments that repeat it.
///
/// @param argc and argv: the arguments of main; `--help` lists them.
/// @return for main: 0 if no schedule failed, 1 if one did, 2 if the program cannot be checked or the arguments make no sense.
template <class Body>
int check(int argc, char** argv, Body&& body) {
  const auto call = [](void* b) { (*static_cast<std::remove_reference_t<Body>*>(b))(); };
  return checked::check(argc, argv, call, const_cast<void*>(static_cast<const void*>(&body)));
}

}  // namespace weir::verify

#endif
