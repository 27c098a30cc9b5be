// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_ENTRY_POOLS_HPP
#define TESTS_ENTRY_POOLS_HPP

#include "tests/concepts/archetypes.hpp"
#include "tests/entry/rows.hpp"

#include <weir/verify/harness.hpp>
#include <weir/verify/support/one_submitter.hpp>
#include <weir/weir.hpp>

#include <cstddef>
#include <exception>
#include <tuple>
#include <utility>

namespace entry {

struct hear {
  void operator()(const std::exception_ptr&) const noexcept {}
};

// The policies of each axis, in the order that rows counts in.
template <std::size_t Room>
using queues = std::tuple<weir::queue::mutex_fifo, weir::queue::unbounded_by<2>, weir::queue::keyed, weir::queue::priority_by<2, 2>,
                          weir::queue::stealing_by<2, 3>, weir::queue::bounded<Room>, weir::queue::lockfree<Room>,
                          weir::verify::one_submitter<weir::queue::spsc<Room>>, weir::queue::none, archetypes::newest_first,
                          archetypes::hand_to_hand>;
using blockings = std::tuple<weir::blocking::wait, weir::blocking::wait_at_most<2>, weir::blocking::reject, weir::blocking::caller_runs,
                             weir::blocking::discard_newest, weir::blocking::discard_oldest, weir::blocking::overflow_spawn, archetypes::one_waits>;
using workers_ = std::tuple<weir::workers::lifo, weir::workers::fifo, weir::workers::none, weir::workers::ring<3>, archetypes::stack_of_workers>;
using expiries =
    std::tuple<weir::expiry::never, weir::expiry::after_idle, weir::expiry::one_per_period, weir::expiry::after_age, archetypes::at_once>;
using panics = std::tuple<weir::panic::terminate, weir::panic::log_and_continue, weir::panic::call<hear>, weir::panic::ignore,
                          weir::panic::rethrow_at_wait, archetypes::count_them>;
using growths = std::tuple<weir::growth::on_demand, weir::growth::prestart, weir::growth::on_backlog<2>, archetypes::one_early>;
using wakes = std::tuple<weir::wake::chain, weir::wake::exact, archetypes::each_wakes_one>;
using observers = std::tuple<weir::observer::none, weir::observer::counters, weir::observer::trace, archetypes::count_ended>;
using parkings = std::tuple<weir::parking::adaptive, weir::parking::park, weir::parking::spin_then_park<3>, archetypes::keep_asking>;

inline constexpr std::size_t rooms[] = {1, 8};

template <std::size_t I>
struct nth {
  static constexpr row r = rows[I];
  template <class P>
  using pool = weir::pool<std::tuple_element_t<r[queue], queues<rooms[r[room]]>>, std::tuple_element_t<r[blocking], blockings>,
                          std::tuple_element_t<r[workers], workers_>, std::tuple_element_t<r[expiry], expiries>,
                          std::tuple_element_t<r[panic], panics>, std::tuple_element_t<r[growth], growths>,
                          std::tuple_element_t<r[wake], wakes>, std::tuple_element_t<r[observer], observers>,
                          std::tuple_element_t<r[parking], parkings>, P>;
};

/// Rows First to First + Count - 1, verified as a user verifies a pool of their own.
template <std::size_t First, std::size_t Count>
int verify_rows(int argc, char** argv) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return weir::verify::verify<nth<First + I>::template pool...>(argc, argv);
  }(std::make_index_sequence<Count>());
}

}  // namespace entry

#endif
