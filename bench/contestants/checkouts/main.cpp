// SPDX-License-Identifier: Apache-2.0
/// The program of the contestants whose libraries are the user's own checkouts. The driver builds it with build.py, asks it what it can do (--list),
/// and then runs one bout a process, as with its own contestants.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

#include "bench/catalogue.hpp"
#include "bench/driver/child.hpp"
#include "bench/driver/choice.hpp"

int main(int argc, char** argv) {
  using namespace weir::bench;
  try {
    const auto& all = catalogue::instance();
    const choice wanted = read_command_line(argc, argv, all.usual_rounds);
    if (wanted.only_list) {
      for (const entrant& each : all.contestants) {
        std::printf("%s\t%s", std::string(each.name).c_str(), std::string(each.what).c_str());
        for (const bout& b : all.bouts)
          if (b.contestant == each.name) std::printf("\t%s", std::string(b.workload).c_str());
        std::puts("");
      }
      return 0;
    }
    const auto which = std::ranges::find_if(all.bouts, [&](const bout& b) { return wanted.wants(b.workload, b.contestant); });
    if (wanted.child && which != all.bouts.end()) return be_the_child(*which, wanted.size);
    std::fputs("no such workload with such a contestant\n", stderr);
    return 64;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bench: %s\n", e.what());
    return 1;
  }
}
