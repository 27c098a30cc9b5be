// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_SHARED_FUTURE_VS_READERS_HPP
#define WEIR_VERIFY_SCENARIOS_SHARED_FUTURE_VS_READERS_HPP

#include <weir/future.hpp>
#include <weir/shared_future.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>

#include <optional>
#include <utility>

namespace weir::verify::scenarios {

/// Two threads wait for one result as it arrives; the last one that has a copy frees it. The only copy of another result
/// is dropped before or while that arrives.
///
///     reader: there is no result yet; joins the waiters
///     task:   stores the result, wakes the waiters
template <class P>
struct shared_future_vs_readers {
  static constexpr const char* claim = "I5, I9, I29: each reader of a shared future gets the result, and the last owner frees it";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = few_graphs};

  void before() {
    copies[0] = begun(promised);
    copies[1] = copies[0];
    forgotten = begun(promised_to_none);
  }
  void thread(unsigned i) {
    if (i == 2) {
      auto answer = [this] { return ++told.write(); };
      promised_to_none->complete_with(answer);
      return promised->complete_with(answer);
    }
    if (i == 0) forgotten = {};
    const shared_future<int, P> mine = std::move(copies[i]);
    check<P>(mine.get() == 2 && told.read() == 2, claim);
  }
  static shared_future<int, P> begun(std::optional<engine::promise<int, P>>& its) {
    auto* shared = new engine::outcome<int, P>(nullptr);
    its.emplace(shared);
    return future<int, P>(shared);
  }

  shared_future<int, P> copies[2];
  shared_future<int, P> forgotten;
  std::optional<engine::promise<int, P>> promised, promised_to_none;
  typename P::template cell<int> told{0};  // what the task did before its end
};

}  // namespace weir::verify::scenarios

#endif
