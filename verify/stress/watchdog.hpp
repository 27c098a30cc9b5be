// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_STRESS_WATCHDOG_HPP
#define WEIR_VERIFY_STRESS_WATCHDOG_HPP

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace weir::verify::stress {

/// Ends the program with a message if it is not destroyed in time: a deadlock becomes a failure that says where to look.
class watchdog {
 public:
  watchdog(std::chrono::seconds limit, std::string what)
      : thread_([this, limit, what = std::move(what)] {
          std::unique_lock lock(mutex_);
          if (told_.wait_for(lock, limit, [this] { return over_; })) return;
          std::fprintf(stderr, "stuck for %lld s, probably a deadlock or a lost wake-up: %s\n", static_cast<long long>(limit.count()),
                       what.c_str());
          std::abort();
        }) {}
  ~watchdog() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    told_.notify_all();
    thread_.join();
  }
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable told_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace weir::verify::stress

#endif
