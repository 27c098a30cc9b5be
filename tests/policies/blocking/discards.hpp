// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_POLICIES_BLOCKING_DISCARDS_HPP
#define TESTS_POLICIES_BLOCKING_DISCARDS_HPP

#include <weir/policies/panic/call.hpp>
#include <weir/task.hpp>

#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace weir::tests {

/// A Discard that keeps what it is given.
struct keep {
  static std::vector<task>& kept() {
    static std::vector<task> all;
    return all;
  }
  void operator()(task t) const {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    kept().push_back(std::move(t));
  }
};

/// A Discard that fails.
struct throws {
  void operator()(const task&) const { throw std::runtime_error("on purpose"); }
};

/// A panic handler that counts.
struct panics {
  static std::atomic<int>& seen() {
    static std::atomic<int> n{0};
    return n;
  }
  void operator()(const std::exception_ptr&) const { ++seen(); }
};

/// A panic handler that counts how often no context came with the exception.
struct contextual_panics {
  static std::atomic<int>& without() {
    static std::atomic<int> n{0};
    return n;
  }
  void operator()(const std::exception_ptr&, const context_view& c) const {
    if (!c) ++without();
  }
};

}  // namespace weir::tests

#endif
