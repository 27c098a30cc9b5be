// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_POOL_POOL_OF_ROW_HPP
#define WEIR_VERIFY_POOL_POOL_OF_ROW_HPP

#include <weir/verify/pool/claims_under.hpp>
#include <weir/verify/pool/pairs.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/pool_claims.hpp>
#include <weir/verify/support/heard_drops.hpp>
#include <weir/verify/support/one_submitter.hpp>
#include <weir/weir.hpp>

#include <cstddef>
#include <exception>
#include <string>
#include <tuple>
#include <utility>

namespace weir::verify::pairs {

struct hear {
  void operator()(const std::exception_ptr&) const noexcept {}
};

// The policies of each axis, in the order that rows counts in; all as small as they go, so that they are full at once and come round.
template <std::size_t Room>
using queues = std::tuple<weir::queue::mutex_fifo, weir::queue::unbounded_by<2>, weir::queue::keyed, weir::queue::priority_by<2, 2>,
                          weir::queue::stealing_by<2, 3>, weir::queue::bounded<Room>, weir::queue::lockfree<Room>,
                          one_submitter<weir::queue::spsc<Room>>, weir::queue::none>;
using blockings = std::tuple<weir::blocking::wait, weir::blocking::wait_at_most<2>, weir::blocking::reject, weir::blocking::caller_runs,
                             weir::blocking::discard_newest, weir::blocking::discard_oldest, weir::blocking::overflow_spawn>;
using workers_ = std::tuple<weir::workers::lifo, weir::workers::fifo, weir::workers::none, weir::workers::ring<3>>;
using expiries = std::tuple<weir::expiry::never, weir::expiry::after_idle, weir::expiry::one_per_period, weir::expiry::after_age>;
using panics = std::tuple<weir::panic::terminate, weir::panic::log_and_continue, weir::panic::call<hear>, weir::panic::ignore,
                          weir::panic::rethrow_at_wait>;
using growths = std::tuple<weir::growth::on_demand, weir::growth::prestart, weir::growth::on_backlog<2>>;
using wakes = std::tuple<weir::wake::chain, weir::wake::exact>;
using observers = std::tuple<weir::observer::none, weir::observer::counters, weir::observer::trace>;
using parkings = std::tuple<weir::parking::adaptive, weir::parking::park, weir::parking::spin_then_park<3>>;

inline constexpr std::size_t room = 2;

template <std::size_t I>
using pool_of_row = hearing<pool<std::tuple_element_t<rows[I][queue], queues<room>>, std::tuple_element_t<rows[I][blocking], blockings>,
                         std::tuple_element_t<rows[I][workers], workers_>, std::tuple_element_t<rows[I][expiry], expiries>,
                         std::tuple_element_t<rows[I][panic], panics>, std::tuple_element_t<rows[I][growth], growths>,
                         std::tuple_element_t<rows[I][wake], wakes>, std::tuple_element_t<rows[I][observer], observers>,
                         std::tuple_element_t<rows[I][parking], parkings>, relacy>>;

/// What a program with several rows calls this one.
template <std::size_t I>
struct row_name {
  static inline const std::string text = "row_" + std::to_string(I);
};
template <class Pool>
using as_it_is = Pool;
template <std::size_t I, template <class> class Wrapped>
using row_claims = claims_under<row_name<I>, pool_claims<Wrapped<pool_of_row<I>>>>;

/// Everything that applies to rows First to First + Count - 1, or to what `Wrapped` makes of them.
template <std::size_t First, std::size_t Count, template <class> class Wrapped = as_it_is>
int run_rows(int argc, char** argv) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return run_claims<row_claims<First + I, Wrapped>...>(argc, argv);
  }(std::make_index_sequence<Count>());
}

}  // namespace weir::verify::pairs

#endif
