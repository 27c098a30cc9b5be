// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_HEARD_HPP
#define TESTS_SUPPORT_HEARD_HPP

#include <weir/context.hpp>

#include <exception>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace weir::tests {

/// A panic handler that keeps what each exception says, and the number that its task had as a context.
struct heard {
  static inline std::mutex mutex;
  static inline std::vector<std::string> all;
  void operator()(std::exception_ptr thrown, context_view context) const {
    const std::lock_guard lock(mutex);
    const int* number = context.get<int>();
    try {
      std::rethrow_exception(std::move(thrown));
    } catch (const std::exception& e) {
      all.push_back(e.what() + (number == nullptr ? std::string() : std::to_string(*number)));
    }
  }
};

}  // namespace weir::tests

#endif
