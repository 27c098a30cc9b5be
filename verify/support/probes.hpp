// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_PROBES_HPP
#define WEIR_VERIFY_SUPPORT_PROBES_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/stats.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace weir::verify {

// What a pool type promises and its concepts do not say, found out by trying its policies.

/// How many tasks this pool's queue takes before it says `full`: 0 if it has no queue, `most` if it took so many. No other thread may use
/// the pool.
template <class Pool>
std::size_t room_of(std::size_t most) {
  using config = typename Pool::config_type;
  if constexpr (config::hands_over) {
    return 0;
  } else {
    const auto queue = std::make_unique<typename config::queue>();
    for (std::size_t n = 0; n != most; ++n) {
      typename config::task item([] {});
      if (queue->try_push(item) != push_result::pushed) return n;
    }
    return most;
  }
}

/// Does this pool's queue give its tasks out in the order they came? Seen with three of them, or as many as it takes. A queue that gives out a
/// task that it has moved from, or more tasks than it was given, does not; which of these it is, the scenarios of queues say.
template <class Pool>
bool first_in_first_out() {
  using config = typename Pool::config_type;
  if constexpr (config::hands_over) {
    return true;
  } else {
    std::vector<int> seen;
    const auto queue = std::make_unique<typename config::queue>();
    int pushed = 0;
    for (; pushed != 3; ++pushed) {
      typename config::task item([&seen, pushed] { seen.push_back(pushed); });
      if (queue->try_push(item) != push_result::pushed) break;
    }
    seat_of<typename config::queue> mine{};
    typename config::task out;
    const auto pop = [&] {
      if constexpr (seated_queue<typename config::queue>)
        return queue->try_pop(out, mine);
      else
        return queue->try_pop(out);
    };
    for (int popped = 0; popped != pushed && pop(); ++popped) {
      if (!out) return false;
      out();
    }
    for (int n = 0; n != static_cast<int>(seen.size()); ++n)
      if (seen[static_cast<std::size_t>(n)] != n) return false;
    return static_cast<int>(seen.size()) == pushed;
  }
}

/// Does this pool's observer tell how many tasks were accepted?
template <class Pool>
bool counts_tasks() {
  typename Pool::config_type::observer observer;
  observer.accepted();
  stats s;
  observer.report(s);
  return s.accepted == 1;
}

/// Does a task that throws end the program?
template <class Pool>
inline constexpr bool ends_on_panic =
    std::is_same_v<typename Pool::config_type::panic, typename panic::terminate::template on<typename Pool::config_type::platform>>;

}  // namespace weir::verify

#endif
