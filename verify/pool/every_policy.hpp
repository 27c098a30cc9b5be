// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_POOL_EVERY_POLICY_HPP
#define WEIR_VERIFY_POOL_EVERY_POLICY_HPP

#include <weir/verify/support/one_submitter.hpp>
#include <weir/weir.hpp>

#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

namespace weir::verify {

/// The policies that ship, a list for each axis; the tables of pools are made of these lists. All are as small as they go, so that their limits are
/// met by few tasks: queues with `Room` places, `Waiting` submitters. `Handler` is for panic::call.
template <std::size_t Room, std::size_t Waiting, class Handler>
struct every_policy {
  using queues = std::tuple<weir::queue::mutex_fifo, weir::queue::unbounded_by<2>, weir::queue::keyed, weir::queue::priority_by<2, 2>,
                            weir::queue::stealing_by<2, 3>, weir::queue::bounded<Room>, weir::queue::lockfree<Room>,
                            one_submitter<weir::queue::spsc<Room>>, weir::queue::none>;
  using blockings = std::tuple<weir::blocking::wait, weir::blocking::wait_at_most<Waiting>, weir::blocking::reject,
                               weir::blocking::caller_runs, weir::blocking::discard_newest, weir::blocking::discard_oldest,
                               weir::blocking::overflow_spawn, weir::blocking::any_by<weir::blocking_choice::overflow_spawn>>;
  using workers = std::tuple<weir::workers::lifo, weir::workers::fifo, weir::workers::none, weir::workers::ring<3>>;
  using expiries = std::tuple<weir::expiry::never, weir::expiry::after_idle, weir::expiry::one_per_period, weir::expiry::after_age>;
  using panics = std::tuple<weir::panic::terminate, weir::panic::log_and_continue, weir::panic::call<Handler>, weir::panic::ignore,
                            weir::panic::rethrow_at_wait, weir::panic::any_by<weir::panic_choice::rethrow_at_wait>>;
  using growths = std::tuple<weir::growth::on_demand, weir::growth::prestart, weir::growth::on_backlog<2>>;
  using wakes = std::tuple<weir::wake::chain, weir::wake::exact>;
  using observers = std::tuple<
      weir::observer::none, weir::observer::counters, weir::observer::trace, weir::observer::histograms_by<0, 1>, weir::observer::watchdog,
      weir::observer::all_of<weir::observer::counters, weir::observer::sampled_histograms_by<0, 1>, weir::observer::late_starts>>;
  using parkings = std::tuple<weir::parking::adaptive, weir::parking::park, weir::parking::spin_then_park<3>>;
  using agents = std::tuple<weir::agents::threads, weir::agents::light>;
  using of_threads = std::tuple<queues, blockings, workers, expiries, panics, growths, wakes, observers, parkings>;
  using lists = std::tuple<queues, blockings, workers, expiries, panics, growths, wakes, observers, parkings, agents>;
};

/// The policies that a row of a table takes from these lists, as the arguments of `To`.
template <template <class...> class To, auto Row, class Lists>
struct row_of;
template <template <class...> class To, auto Row, class... Lists>
struct row_of<To, Row, std::tuple<Lists...>> {
  template <class>
  struct made;
  template <std::size_t... A>
  struct made<std::index_sequence<A...>> {
    using type = To<std::tuple_element_t<Row[A], Lists>...>;
  };
  using type = typename made<std::index_sequence_for<Lists...>>::type;
};

template <class Type>
constexpr std::string_view spelling() {
  return __PRETTY_FUNCTION__;
}
/// What a policy is called, without its numbers: `unbounded` for weir::queue::unbounded_by<2>.
template <class Policy>
inline constexpr std::string_view policy_name = [] {
  std::string_view name = spelling<Policy>();
  name.remove_prefix(name.find("Type = ") + 7);
  name = name.substr(0, name.find_first_of("<;]"));
  name.remove_prefix(name.rfind(':') + 1);
  if (name.ends_with("_by")) name.remove_suffix(3);
  return name;
}();
template <class Queue>
inline constexpr std::string_view policy_name<one_submitter<Queue>> = policy_name<Queue>;
template <>
inline constexpr std::string_view policy_name<blocking::discard_newest> = "discard_newest";
template <>
inline constexpr std::string_view policy_name<blocking::discard_oldest> = "discard_oldest";
static_assert(policy_name<queue::unbounded_by<2>> == "unbounded" && policy_name<one_submitter<queue::spsc<2>>> == "spsc" &&
              policy_name<wake::exact> == "exact");

}  // namespace weir::verify

#endif
