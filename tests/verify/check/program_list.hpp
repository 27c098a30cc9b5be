// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_CHECK_PROGRAM_LIST_HPP
#define TESTS_VERIFY_CHECK_PROGRAM_LIST_HPP

#include <weir/verify/check.hpp>

#include <cstdio>
#include <cstring>
#include <initializer_list>

/// A program with a name, for weir_check, and the words that its report must have.
struct named_program {
  const char* name;
  const char* expected;
  void (*body)();
};
inline constexpr const char* passes = "passes";

/// The first argument names the program, and the others are the checker's. Without any, prints the names and what is expected of them.
inline int run_program(int argc, char** argv, std::initializer_list<named_program> all) {
  for (const named_program& p : all) {
    if (argc < 2)
      std::printf("%s %s\n", p.name, p.expected);
    else if (std::strcmp(argv[1], p.name) == 0)
      return weir::verify::check(argc - 1, argv + 1, p.body);
  }
  return argc < 2 ? 0 : 3;
}

#endif
