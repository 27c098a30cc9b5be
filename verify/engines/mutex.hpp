// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_ENGINES_MUTEX_HPP
#define WEIR_VERIFY_ENGINES_MUTEX_HPP

#include <weir/platform/unique_lock.hpp>
#include <weir/verify/engines/either.hpp>
#include <weir/verify/graphs/condition_variable.hpp>
#include <weir/verify/graphs/mutex.hpp>
#include <weir/verify/relacy/mutex.hpp>

#include <cstdint>

namespace weir::verify::engines {

using platform::where;

/// A mutex of the engine that runs.
class mutex {
 public:
  void lock(where at = where::current()) {
    own_.ask([&](auto& m) { m.lock(at); });
  }
  void unlock(where at = where::current()) {
    own_.ask([&](auto& m) { m.unlock(at); });
  }

 private:
  either<checker::mutex, execution::mutex> own_;
};

using unique_lock = platform::unique_lock<mutex>;

/// A condition variable of the engine that runs.
class condition_variable {
 public:
  void wait(unique_lock& lock, where at = where::current()) {
    own_.ask([&](auto& c) { c.wait(lock, at); });
  }
  /// `deadline` is on the virtual clock, in nanoseconds.
  void wait_until(unique_lock& lock, std::int64_t deadline, where at = where::current()) {
    own_.ask([&](auto& c) { c.wait_until(lock, deadline, at); });
  }
  void notify_one(where at = where::current()) {
    own_.ask([&](auto& c) { c.notify_one(at); });
  }
  void notify_all(where at = where::current()) {
    own_.ask([&](auto& c) { c.notify_all(at); });
  }

 private:
  either<checker::condition_variable, execution::condition_variable> own_;
};

}  // namespace weir::verify::engines

#endif
