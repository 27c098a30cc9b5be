// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_CONFORMANCE_OBSERVER_CONFORMANCE_HPP
#define TESTS_CONFORMANCE_OBSERVER_CONFORMANCE_HPP

#include <weir/concepts/observer_policy.hpp>
#include <weir/platform/native.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace weir::tests {

/// One observer under test, whether it counts for stats(), and whether it has data of its own.
template <class Policy, bool Counts, bool HasData = Counts>
struct observer_case {
  using on = typename Policy::template on<platform::native>;
  static constexpr bool counts = Counts;
  static constexpr bool has_data = HasData;
};

/// What stats() relies on: each event is counted once (or never), and reports add up, they do not overwrite.
template <class Case>
class observer_conformance : public testing::Test {
 protected:
  using on = typename Case::on;
  using per_worker = typename on::per_worker;
  static void failed([[maybe_unused]] on& observer, [[maybe_unused]] per_worker& by) {
    if constexpr (hears_of_failures<on>) observer.failed(by);
  }
  static std::uint64_t expected(const std::string& script, char what) {
    return Case::counts ? static_cast<std::uint64_t>(std::count(script.begin(), script.end(), what)) : 0;
  }
};

TYPED_TEST_SUITE_P(observer_conformance);

/// a accepted, r refused, d discarded; b, B began, c, C completed, f, F failed, p, P panicked and x, X cancelled, on one worker or another.
TYPED_TEST_P(observer_conformance, counts_each_event_once) {
  EXPECT_TRUE(rc::check("the report is the number of the events", [] {
    const auto script = *rc::gen::container<std::string>(rc::gen::element('a', 'r', 'd', 'b', 'B', 'c', 'C', 'f', 'F', 'p', 'P', 'x', 'X'));
    typename TestFixture::on observer;
    std::array<typename TestFixture::per_worker, 2> workers;
    for (const char event : script) switch (event) {
        case 'a': observer.accepted(); break;
        case 'r': observer.refused(); break;
        case 'd': observer.discarded(); break;
        case 'b': observer.began(workers[0]); break;
        case 'B': observer.began(workers[1]); break;
        case 'x': observer.cancelled(workers[0]); break;
        case 'X': observer.cancelled(workers[1]); break;
        case 'c': observer.completed(workers[0]); break;
        case 'C': observer.completed(workers[1]); break;
        case 'f': TestFixture::failed(observer, workers[0]); break;
        case 'F': TestFixture::failed(observer, workers[1]); break;
        case 'p': observer.panicked(workers[0]); break;
        default: observer.panicked(workers[1]);
      }
    stats s;
    observer.report(s);
    for (const auto& w : workers) observer.report(s, w);
    RC_ASSERT(s.accepted == TestFixture::expected(script, 'a'));
    RC_ASSERT(s.refused == TestFixture::expected(script, 'r'));
    RC_ASSERT(s.discarded == TestFixture::expected(script, 'd'));
    RC_ASSERT(s.cancelled == TestFixture::expected(script, 'x') + TestFixture::expected(script, 'X'));
    RC_ASSERT(s.completed == TestFixture::expected(script, 'c') + TestFixture::expected(script, 'C'));
    if constexpr (hears_of_failures<typename TestFixture::on>)
      RC_ASSERT(s.failed == TestFixture::expected(script, 'f') + TestFixture::expected(script, 'F'));
    else
      RC_ASSERT(s.failed == 0U);
    RC_ASSERT(s.panicked == TestFixture::expected(script, 'p') + TestFixture::expected(script, 'P'));
  }));
}

TYPED_TEST_P(observer_conformance, loses_no_event_between_threads) {
  constexpr std::size_t threads = 4;
  constexpr std::uint64_t each = 100'000;
  typename TestFixture::on observer;
  std::array<typename TestFixture::per_worker, threads> workers;
  const auto totals = [&] {
    stats s;
    observer.report(s);
    for (const auto& w : workers) observer.report(s, w);
    return s;
  };
  std::barrier start(threads);
  std::vector<std::thread> running;
  for (auto& mine : workers)
    running.emplace_back([&] {
      start.arrive_and_wait();
      for (std::uint64_t n = 0; n < each; ++n) {
        observer.accepted();
        observer.began(mine);
        observer.completed(mine);
        if (n % 1000 == 0) {
          EXPECT_LE(totals().accepted, threads * each) << "reading while others count is allowed";
        }
      }
    });
  for (std::thread& t : running) t.join();
  const std::uint64_t expected = TypeParam::counts ? threads * each : 0;
  EXPECT_EQ(totals().accepted, expected);
  EXPECT_EQ(totals().completed, expected);
}

TYPED_TEST_P(observer_conformance, takes_no_room_unless_it_has_data) {
  EXPECT_EQ(std::is_empty_v<typename TestFixture::on>, !TypeParam::has_data);
  EXPECT_EQ(std::is_empty_v<typename TestFixture::per_worker>, !TypeParam::has_data);
}

REGISTER_TYPED_TEST_SUITE_P(observer_conformance, counts_each_event_once, loses_no_event_between_threads, takes_no_room_unless_it_has_data);

}  // namespace weir::tests

#endif
