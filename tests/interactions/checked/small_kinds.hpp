// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_CHECKED_SMALL_KINDS_HPP
#define TESTS_INTERACTIONS_CHECKED_SMALL_KINDS_HPP

#include <weir/policies/queue/unbounded.hpp>
#include <weir/verify/relacy/hosted.hpp>
#include <weir/weir.hpp>

#include "tests/interactions/checked/small_play.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>

namespace weir::interactions::checked {

/// The types of the kinds, in the order of small_program.hpp.
using small_kind_types =
    std::tuple<std::type_identity<told<queue::unbounded_by<2>>>, std::type_identity<told<queue::bounded<1>, growth::prestart>>,
               std::type_identity<told<queue::none, expiry::after_idle>>,
               std::type_identity<told<queue::bounded<1>, blocking::caller_runs, expiry::after_age>>,
               std::type_identity<told<queue::bounded<1>, blocking::discard_oldest, growth::on_backlog<2>>>,
               std::type_identity<told<agents::light, queue::unbounded_by<2>>>, std::type_identity<told<agents::light, queue::none>>>;
static_assert(std::tuple_size_v<small_kind_types> == kinds.size());

/// What the runner has to know of a program on the pool of that kind. Instantiated in one file for some kinds each: small_kinds_*.cpp.
template <std::size_t N>
verify::checker::host host_of_kind() {
  return verify::checker::host_of<small_play<typename std::tuple_element_t<N, small_kind_types>::type>>();
}

}  // namespace weir::interactions::checked

#endif
