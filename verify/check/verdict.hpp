// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_VERDICT_HPP
#define WEIR_VERIFY_CHECK_VERDICT_HPP

#include <weir/verify/check/entry.hpp>

#include <unistd.h>

namespace weir::verify::checked {

/// From here until `given` a check is under way, and the end of the process is no verdict: a function of the C library may end it from inside.
class verdict {
 public:
  verdict() {
    given_ = false;
    static int (*const real)(void (*)(void*), void*, void*) =
        reinterpret_cast<int (*)(void (*)(void*), void*, void*)>(::dlsym(RTLD_NEXT, "__cxa_atexit"));
    real(&verdict::process_ends, nullptr, nullptr);
  }
  static void given() { given_ = true; }

 private:
  static void process_ends(void*) {
    if (given_) return;
    if (the_execution != nullptr) the_execution->user = false;
    static constexpr char text[] = "weir_check: refused: the program ends the process by a call that is not under control\n";
    if (::write(2, text, sizeof text - 1) < 0) ::_exit(3);
    ::_exit(2);
  }
  static inline bool given_ = false;
};

}  // namespace weir::verify::checked

#endif
