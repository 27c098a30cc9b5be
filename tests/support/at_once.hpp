// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_AT_ONCE_HPP
#define TESTS_SUPPORT_AT_ONCE_HPP

#include <weir/concepts/expiry_policy.hpp>

#include <atomic>

namespace weir::tests {

/// Workers are too old as soon as the test says so.
struct at_once {
  static inline std::atomic<bool> are_old = false;
  using axis = axes::expiry;
  template <class Platform>
  struct on {
    using time_point = typename Platform::clock::time_point;
    static constexpr bool expires = true;
    static constexpr bool ends_busy = true;
    static time_point deadline(const worker_times<time_point>&, const lifetimes&) noexcept {
      return are_old ? time_point::min() : time_point::max();
    }
  };
};

}  // namespace weir::tests

#endif
