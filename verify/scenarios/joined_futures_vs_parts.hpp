// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_JOINED_FUTURES_VS_PARTS_HPP
#define WEIR_VERIFY_SCENARIOS_JOINED_FUTURES_VS_PARTS_HPP

#include <weir/future.hpp>
#include <weir/verify/support/check.hpp>
#include <weir/verify/support/scenario.hpp>
#include <weir/when_all.hpp>
#include <weir/when_any.hpp>

#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

namespace weir::verify::scenarios {

/// Two results arrive as they are joined, once for all of them and once for the first of them.
///
///     part 0: is not the last
///     part 1: is not the last
template <class P>
struct joined_futures_vs_parts {
  static constexpr const char* claim = "I5, I9, I29: when_all() has every value and when_any() one of them, and the last part frees them";
  static constexpr int threads = 3;
  static constexpr int spawned = 0;
  static constexpr effort work{.graphs = 2 * few_graphs};

  void before() {
    for (auto* each : {&all, &any})
      for (auto& part : *each) part.begin();
  }
  void thread(unsigned i) {
    if (i == 2) return join();
    all[i].complete();
    any[i].complete();
  }
  void join() {
    auto both = when_all(std::move(all[0].result), std::move(all[1].result));
    auto first = when_any(std::move(any[0].result), std::move(any[1].result));
    const auto [a, b] = both.get();
    check<P>(a == 1 && b == 1 && all[0].told.read() == 1 && all[1].told.read() == 1, claim);
    const auto value = first.get();
    check<P>((value.index() == 0 ? std::get<0>(value) : std::get<1>(value)) == 1 && any[value.index()].told.read() == 1, claim);
  }

  struct part {
    future<int, P> result;
    std::optional<engine::promise<int, P>> promised;
    void begin() {
      auto* shared = new engine::outcome<int, P>(nullptr);
      result = future<int, P>(shared);
      promised.emplace(shared);
    }
    void complete() {
      auto answer = [this] { return ++told.write(); };
      promised->complete_with(answer);
    }
    typename P::template cell<int> told;  // what the task did before its end
  };
  part all[2];
  part any[2];
};

}  // namespace weir::verify::scenarios

#endif
