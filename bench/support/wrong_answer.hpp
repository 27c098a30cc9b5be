// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_SUPPORT_WRONG_ANSWER_HPP
#define WEIR_BENCH_SUPPORT_WRONG_ANSWER_HPP

#include <cstdio>
#include <cstdlib>
#include <string>

namespace weir::bench {

/// The exit status of a contestant's process that gave a wrong answer. The driver stops the whole run on it.
inline constexpr int wrong_answer_status = 3;

/// A number measured on wrong work is worth nothing, so the process ends here and now: no destructor runs, because a pool
/// that has lost a task may wait for it forever.
[[noreturn]] inline void wrong_answer(const std::string& what) {
  std::fprintf(stderr, "wrong answer: %s\n", what.c_str());
  std::fflush(stderr);
  std::_Exit(wrong_answer_status);
}

}  // namespace weir::bench

#endif
