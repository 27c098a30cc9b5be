// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SOURCE_MUTANTS_NATIVE_HPP
#define WEIR_VERIFY_SOURCE_MUTANTS_NATIVE_HPP

#include <weir/verify/support/source_mutants.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace weir::verify {

/// Included before everything else in an ordinary test that is compiled with mistakes in its headers: the environment says which one
/// is awake, or where to write, at the program's end, the numbers of those that it came to. A death test's child ends by abort().
class native_mistakes {
 public:
  native_mistakes() {
    if (const char* number = std::getenv("WEIR_MISTAKE"))
      the_source_mutants.awake = static_cast<unsigned>(std::strtoul(number, nullptr, 10));
    the_source_mutants.recording = seen_ != nullptr;
    if (seen_ != nullptr) static_cast<void>(std::signal(SIGABRT, [](int) { tell(); }));
  }
  native_mistakes(const native_mistakes&) = delete;
  native_mistakes& operator=(const native_mistakes&) = delete;
  ~native_mistakes() { tell(); }

 private:
  static void tell() {
    std::FILE* out = seen_ != nullptr ? std::fopen(seen_, "a") : nullptr;
    if (out == nullptr) return;
    for (unsigned n = 0; n <= source_mutants::most; ++n)
      if (the_source_mutants.scenarios[n] != 0) std::fprintf(out, "%u\n", n);
    std::fclose(out);
  }

  static inline const char* const seen_ = std::getenv("WEIR_MISTAKES_SEEN");
};

inline const native_mistakes the_native_mistakes;

}  // namespace weir::verify

#endif
