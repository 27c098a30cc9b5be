// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_FAILURE_HPP
#define WEIR_VERIFY_CHECK_FAILURE_HPP

#include <cstdint>

namespace weir::verify::checked {

/// Why an execution ended before its time.
struct failure {
  enum class kind {
    none,
    race,
    deadlock,
    livelock,
    lifetime,      ///< freed memory is used, or freed again; a thread or a lock outlives its time
    leak,
    wrong,         ///< the program itself says so: an assertion, an exception that is not caught, a call of abort
    crash,
    misuse,        ///< of a lock, a thread, a barrier
    uncontrolled,  ///< the same schedule went differently
    refused        ///< the program does what is not under control: no verdict
  };
  kind what = kind::none;
  char text[600] = {};
  std::uintptr_t word = 0;  ///< where it was, if it is about memory: its history is worth showing
  /// Of what happened there before, to which the failure is no successor.
  struct {
    std::uint8_t bytes = 0xff;  ///< of the word, a bit for each
    int thread = -1;            ///< -1: any other
    bool writes = true;
    bool plain = true;
  } before;

  static const char* name(kind k) {
    static constexpr const char* names[] = {"PASSED", "DATA RACE", "DEADLOCK", "LIVELOCK", "LIFETIME",
                                            "LEAK",   "WRONG",     "CRASH",    "MISUSE",   "UNCONTROLLED NONDETERMINISM",
                                            "REFUSED"};
    return names[static_cast<int>(k)];
  }
};

}  // namespace weir::verify::checked

#endif
