// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_KIND_TYPES_HPP
#define TESTS_INTERACTIONS_KIND_TYPES_HPP

#include <weir/function_pool.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/pool.hpp>
#include <weir/weir.hpp>

#include "tests/interactions/pool_of.hpp"
#include "tests/interactions/posting.hpp"

#include <cstddef>
#include <memory>
#include <tuple>

namespace weir::interactions {

/// The types of the kinds, in the order of kinds.hpp. A panic policy that tells is theirs, so that a program survives what its tasks throw.
template <class P, class... Policies>
using told = weir::pool<Policies..., panic::call<heard>, P>;
template <class P, class... Policies>
using function_told = function_pool<calls_it<P>, plain_work<P>, Policies..., panic::call<heard>, P>;

/// A tag, so that naming the list makes none of them.
template <class T>
struct type {
  using is = T;
};
template <class P>
using kind_types =
    std::tuple<type<told<P>>, type<told<P, queue::bounded<2>, growth::prestart>>,
               type<told<P, queue::bounded<1>, blocking::wait_at_most<2>, expiry::after_idle, growth::on_backlog<2>>>,
               type<told<P, queue::none, expiry::after_idle>>, type<told<P, queue::none, blocking::reject, expiry::one_per_period>>,
               type<told<P, queue::bounded<2>, blocking::caller_runs, expiry::after_age>>,
               type<told<P, queue::bounded<1>, blocking::overflow_spawn, expiry::after_idle>>,
               type<told<P, queue::bounded<2>, blocking::discard_oldest, growth::prestart>>,
               type<told<P, queue::bounded<2>, blocking::discard_newest, expiry::one_per_period>>,
               type<told<P, queue::stealing, expiry::after_age>>, type<told<P, queue::priority<2>, expiry::after_idle>>,
               type<told<P, queue::keyed>>, type<told<P, queue::mutex_fifo, expiry::one_per_period>>, type<told<P, queue::lockfree<4>>>,
               type<told<P, agents::light>>, type<told<P, agents::light, queue::bounded<2>, expiry::after_idle>>,
               type<told<P, agents::light, queue::none>>, type<multi_pool<told<P, queue::bounded<1>>>>,
               type<multi_pool<told<P, agents::light, queue::mutex_fifo>>>, type<function_told<P, queue::bounded<2>>>,
               type<function_told<P, expiry::after_idle>>>;
static_assert(std::tuple_size_v<kind_types<virtual_threads>> == kinds.size());

/// Instantiated in one file for a few kinds each: kinds_*.cpp.
template <class P, std::size_t N>
std::unique_ptr<any_pool<P>> make_kind(const options& o) {
  using pool = typename std::tuple_element_t<N, kind_types<P>>::is;
  if constexpr (has(kinds[N].has, feature::multi))
    return std::make_unique<pool_of<P, pool, callables>>(std::size_t{2}, o);
  else if constexpr (has(kinds[N].has, feature::function))
    return std::make_unique<pool_of<P, pool, arguments>>(calls_it<P>{}, o);
  else
    return std::make_unique<pool_of<P, pool, callables>>(o);
}

}  // namespace weir::interactions

#endif
