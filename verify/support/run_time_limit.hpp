// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_RUN_TIME_LIMIT_HPP
#define WEIR_VERIFY_SUPPORT_RUN_TIME_LIMIT_HPP

#include <weir/options.hpp>
#include <weir/policies/queue/bounded.hpp>

#include <cstddef>

namespace weir::verify {

/// queue::bounded<> as it is with `.queue_limit = Limit`, for scenarios and properties, which leave the limit out.
template <std::size_t Limit>
struct run_time_limit {
  using axis = axes::queue;

  template <class P, class T>
  struct on : queue::bounded<>::on<P, T> {
    on() : queue::bounded<>::on<P, T>(options{.queue_limit = Limit}) {}
  };
};

}  // namespace weir::verify

#endif
