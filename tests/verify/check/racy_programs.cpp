// SPDX-License-Identifier: Apache-2.0
// Programs with data races, run with --races-in=racy_programs.cpp: these are let through, and what they lead to is found.
#include "tests/verify/check/elsewhere.hpp"
#include "tests/verify/check/program_list.hpp"

#include <cassert>
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

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"approximate_count", passes, &approximate_count},
                      {"exact_count", "WRONG", &exact_count},
                      {"two_flags", "WRONG", &two_flags},
                      {"race_elsewhere", "DATA RACE", &race_elsewhere},
                      {"with_a_lock", passes, &with_a_lock}});
}
