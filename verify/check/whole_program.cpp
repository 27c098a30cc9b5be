// SPDX-License-Identifier: Apache-2.0
// Checks a program that knows nothing of weir: its main is the body. Compiled with the instrumentation, and linked with -Wl,--wrap=main, which calls
// the program's main __real_main, and what follows here main.

#include <weir/verify/check.hpp>

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" int __real_main(int argc, char** argv);

namespace {

/// The program's arguments, made before the check: each execution begins with them as they were, and they are there until its last thread has ended.
class own_arguments {
 public:
  own_arguments(int argc, char** argv) : all_(argv, argv + argc) {
    for (std::string& each : all_) pointers_.push_back(each.data());
    pointers_.push_back(nullptr);
  }
  [[nodiscard]] int count() const { return static_cast<int>(all_.size()); }
  [[nodiscard]] char** data() { return pointers_.data(); }

 private:
  std::vector<std::string> all_;
  std::vector<char*> pointers_;
};

}  // namespace

/// The checker takes the arguments up to `--`, and the program those behind it.
extern "C" int __wrap_main(int argc, char** argv) {
  int checkers = 1;
  while (checkers < argc && std::strcmp(argv[checkers], "--") != 0) ++checkers;
  std::vector<char*> mine{argv[0]};
  for (int i = checkers + 1; i < argc; ++i) mine.push_back(argv[i]);
  own_arguments its(static_cast<int>(mine.size()), mine.data());
  auto body = [&] {
    optind = 0;  // the C library's getopt begins anew
    std::exit(__real_main(its.count(), its.data()));  // what main returns is given to exit
  };
  return weir::verify::checked::check(
      argc, argv, [](void* b) { (*static_cast<decltype(body)*>(b))(); }, &body, true);
}
