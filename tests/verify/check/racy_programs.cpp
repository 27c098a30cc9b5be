// SPDX-License-Identifier: Apache-2.0
// Programs with data races, run with --races-in=racy_programs.cpp: these are let through, and what they lead to is found.
#include "tests/verify/check/elsewhere.hpp"
#include "tests/verify/check/program_list.hpp"

#include <dirent.h>

#include <cassert>
#include <cstring>
#include <mutex>
#include <thread>

namespace {

/// A race that does no harm.
void approximate_count() {
  int count = 0;
  std::thread other([&] { ++count; });
  ++count;
  other.join();
  assert(count == 1 || count == 2);
}

/// An update is lost between a read and a write.
void exact_count() {
  int count = 0;
  std::thread other([&] { ++count; });
  ++count;
  other.join();
  assert(count == 2);
}

/// Each reads before the other has written.
void two_flags() {
  int mine = 0;
  int others = 0;
  int entered = 0;
  const auto enter = [&](int& flag, const int& other) {
    flag = 1;
    if (other == 0) ++entered;
  };
  std::thread other([&] { enter(others, mine); });
  enter(mine, others);
  other.join();
  assert(entered != 0);
}

/// The race is with code of a file that was not named.
void race_elsewhere() {
  int count = 0;
  std::thread other([&] { elsewhere::increase(count); });
  ++count;
  other.join();
}

/// What a lock guards stays guarded.
void with_a_lock() {
  int count = 0;
  std::mutex lock;
  const auto increase = [&] {
    const std::lock_guard guard(lock);
    ++count;
  };
  std::thread other(increase);
  increase();
  other.join();
  assert(count == 2);
}

/// What the C library allocates for itself, and shows, is elsewhere in each execution, and no step.
void entries_of_a_folder() {
  int names = 0;
  std::thread other([&] {
    DIR* const root = ::opendir("/");
    while (const dirent* each = ::readdir(root)) names += each->d_name[0] != '.';
  });
  other.join();
  assert(names != 0);
}
/// And so would be the memory that it allocates for its caller.
const char* kept = nullptr;
void copies_of_a_text() {
  for (int i = 0; i != 3; ++i) kept = ::strdup("a text that is kept");
  std::thread other([] { assert(kept[0] == 'a'); });
  other.join();
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"approximate_count", passes, &approximate_count},
                      {"exact_count", "WRONG", &exact_count},
                      {"two_flags", "WRONG", &two_flags},
                      {"race_elsewhere", "DATA RACE", &race_elsewhere},
                      {"with_a_lock", passes, &with_a_lock},
                      {"entries_of_a_folder", passes, &entries_of_a_folder},
                      {"copies_of_a_text", "LEAK", &copies_of_a_text}});
}
