// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_STRESS_WATCHDOG_HPP
#define TESTS_STRESS_WATCHDOG_HPP

#include "tests/support/event.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

namespace weir::tests {

/// Ends the program with a message if it is not destroyed in time: a deadlock becomes a failure that says where to look.
class watchdog {
 public:
  watchdog(std::chrono::seconds limit, std::string what)
      : thread_([this, limit, what = std::move(what)] {
          if (over_.wait_for(limit)) return;
          std::fprintf(stderr, "stuck for %lld s, probably a deadlock or a lost wake-up: %s\n", static_cast<long long>(limit.count()),
                       what.c_str());
          std::abort();
        }) {}
  ~watchdog() {
    over_.set();
    thread_.join();
  }
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;

 private:
  event over_;
  std::thread thread_;
};

}  // namespace weir::tests

#endif
