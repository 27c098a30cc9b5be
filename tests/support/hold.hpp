// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_HOLD_HPP
#define TESTS_SUPPORT_HOLD_HPP

#include <weir/post_result.hpp>

#include "tests/support/event.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace weir::tests {

/// Keeps one worker of a pool busy until it is released, at the latest when it goes out of scope. Declare it after the pool, so
/// that a test that fails half-way lets the pool's destructor end.
class hold {
 public:
  hold() = default;
  hold(const hold&) = delete;
  hold& operator=(const hold&) = delete;
  ~hold() { release(); }

  /// The task that holds its worker.
  [[nodiscard]] auto task() const {
    return [shared = shared_] {
      shared->begun.set();
      shared->released.wait();
    };
  }
  /// Posts the task and waits until a worker runs it.
  template <class Pool, class... Extras>
  void occupy(Pool& pool, const Extras&... extras) {
    ASSERT_EQ(pool.post(task(), extras...), post_result::accepted);
    ASSERT_TRUE(begun());
  }
  [[nodiscard]] bool begun() { return shared_->begun.wait_for(); }
  void release() { shared_->released.set(); }

 private:
  struct state {
    event begun;
    event released;
  };
  std::shared_ptr<state> shared_ = std::make_shared<state>();
};

}  // namespace weir::tests

#endif
