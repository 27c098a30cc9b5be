// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_COVERING_HPP
#define TESTS_PROPERTIES_COVERING_HPP

#include <weir/verify/pool/every_policy.hpp>
#include <weir/verify/pool/pairwise.hpp>
#include <weir/verify/properties/any_pool.hpp>

#include <cstddef>
#include <exception>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

// Which sets of policies the properties are tried on. All that are legal are a hundred thousand; these few contain every legal pair of the policies
// that ship. A blocking policy acts on three sorts of queues, and each sort with each blocking policy meets every policy of the other axes.
// covering_part.hpp checks this; //tests/properties:make_rows makes the rows anew.

namespace weir::properties::covering {

struct hear {
  void operator()(const std::exception_ptr&) const { ++heard_panics; }
};
/// Rooms, and waiting submitters, small enough for every edge to be met.
using every = verify::every_policy<2, 1, hear>;

enum class sort { never_full, bounded, hands_over };
template <class Queue>
inline constexpr sort sort_of = [] {
  if constexpr (hand_over_queue<typename Queue::template on<platform::native, queue_item>>)
    return sort::hands_over;
  else
    return can_be_full<Queue> ? sort::bounded : sort::never_full;
}();

/// What a full pool does: a sort of queue and a blocking policy, as an entry of one more list.
template <sort Sort, class Blocking>
struct reaction {
  using queue = std::tuple_element_t<static_cast<std::size_t>(Sort), std::tuple<queue::unbounded, queue::bounded<1>, queue::none>>;
  static constexpr bool possible = verify::go_together<queue, Blocking>;
};
template <class Blockings>
struct reactions_with;
template <class... Blockings>
struct reactions_with<std::tuple<Blockings...>> {
  using type =
      std::tuple<reaction<sort::never_full, Blockings>..., reaction<sort::bounded, Blockings>..., reaction<sort::hands_over, Blockings>...>;
};

template <class X, class Y>
struct legal : verify::both_legal<X, Y> {};
/// A row's reaction is that of its queue and its blocking policy.
template <class X, sort Sort, class Blocking>
struct legal<X, reaction<Sort, Blocking>> : std::bool_constant<[] {
  if constexpr (answers<X, axes::queue>)
    return sort_of<X> == Sort;
  else if constexpr (answers<X, axes::blocking>)
    return std::is_same_v<X, Blocking>;
  else
    return verify::go_together<X, typename reaction<Sort, Blocking>::queue> && verify::go_together<X, Blocking>;
}() && reaction<Sort, Blocking>::possible> {};

using lists = every::lists;
using all_lists = decltype(std::tuple_cat(std::declval<lists>(), std::declval<std::tuple<reactions_with<every::blockings>::type>>()));
inline constexpr auto table = verify::pairwise_of<legal>(static_cast<all_lists*>(nullptr));
using row = decltype(table)::row;
enum axis : std::size_t { queue, blocking, workers, expiry, panic, growth, wake, observer, parking, agents, reaction_of_row };

inline constexpr row rows[] = {
    {8, 7, 1, 2, 3, 0, 0, 2, 1, 0, 23}, {7, 4, 3, 0, 5, 2, 1, 2, 0, 0, 12}, {8, 0, 1, 3, 0, 1, 1, 5, 1, 1, 16},
    {8, 0, 1, 3, 0, 1, 1, 4, 1, 1, 16}, {8, 0, 1, 3, 0, 1, 1, 3, 1, 1, 16}, {6, 5, 0, 3, 2, 0, 0, 1, 2, 0, 13},
    {8, 0, 1, 3, 0, 1, 1, 0, 1, 1, 16}, {7, 4, 3, 0, 3, 2, 1, 2, 0, 0, 12}, {5, 1, 3, 1, 4, 0, 0, 0, 0, 1, 9},
    {2, 0, 2, 0, 1, 2, 0, 2, 2, 1, 0},  {5, 3, 0, 2, 1, 1, 1, 1, 1, 0, 11}, {8, 6, 1, 2, 3, 0, 0, 2, 1, 0, 22},
    {7, 2, 2, 3, 4, 2, 1, 1, 1, 0, 10}, {7, 6, 0, 1, 2, 1, 1, 0, 2, 1, 14}, {3, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0},
    {8, 4, 3, 2, 4, 1, 1, 1, 2, 1, 20}, {8, 3, 2, 0, 2, 0, 0, 0, 0, 0, 19}, {8, 2, 3, 3, 1, 0, 1, 2, 0, 1, 18},
    {8, 1, 0, 3, 3, 1, 1, 1, 2, 0, 17}, {4, 0, 3, 0, 2, 1, 0, 1, 1, 0, 0},  {0, 0, 0, 2, 3, 1, 1, 0, 1, 1, 0},
    {6, 0, 1, 1, 3, 0, 1, 2, 0, 0, 8},  {1, 0, 0, 3, 4, 2, 1, 2, 1, 0, 0},  {6, 2, 0, 0, 0, 1, 0, 2, 0, 1, 10},
    {6, 1, 1, 2, 2, 2, 1, 2, 1, 0, 9},  {5, 5, 3, 1, 0, 2, 1, 2, 1, 1, 13}, {6, 4, 1, 1, 1, 0, 0, 0, 1, 1, 12},
    {7, 3, 1, 0, 4, 0, 0, 2, 2, 0, 11}, {5, 6, 2, 0, 0, 2, 0, 1, 0, 0, 14}, {5, 2, 1, 1, 3, 0, 0, 0, 2, 0, 10},
    {7, 5, 1, 2, 3, 1, 0, 0, 0, 0, 13}, {6, 3, 2, 3, 3, 2, 0, 0, 0, 0, 11}, {8, 3, 3, 1, 0, 1, 1, 1, 2, 0, 19},
    {6, 6, 3, 2, 4, 0, 0, 2, 1, 1, 14}, {5, 4, 2, 3, 2, 0, 1, 1, 2, 1, 12}, {7, 1, 2, 0, 1, 2, 1, 1, 2, 0, 9},
    {7, 0, 0, 2, 0, 1, 1, 1, 1, 0, 8},  {8, 2, 1, 2, 2, 1, 0, 1, 2, 0, 18}, {8, 6, 0, 3, 1, 1, 1, 1, 0, 1, 22},
    {8, 4, 0, 0, 0, 0, 0, 0, 0, 0, 20}, {5, 0, 3, 3, 2, 2, 0, 0, 2, 1, 8},  {8, 1, 1, 0, 0, 0, 0, 0, 1, 1, 17},
    {8, 0, 2, 0, 2, 0, 0, 2, 2, 0, 16}, {1, 0, 1, 1, 3, 1, 0, 0, 0, 1, 0},  {3, 0, 0, 2, 1, 2, 0, 0, 2, 1, 0},
    {2, 0, 0, 1, 3, 0, 1, 1, 1, 0, 0},  {0, 0, 2, 3, 4, 0, 0, 2, 0, 0, 0},  {4, 0, 0, 1, 0, 2, 1, 0, 2, 0, 0},
    {4, 0, 1, 2, 1, 0, 0, 2, 0, 0, 0},  {2, 0, 3, 2, 0, 1, 0, 0, 0, 0, 0},  {7, 5, 2, 0, 1, 2, 1, 0, 0, 1, 13},
    {1, 0, 2, 0, 2, 0, 1, 1, 2, 1, 0},  {0, 0, 1, 0, 2, 2, 1, 1, 2, 0, 0},  {3, 0, 3, 3, 3, 1, 1, 2, 1, 0, 0},
    {8, 3, 0, 3, 3, 1, 0, 2, 1, 0, 19}, {8, 0, 3, 1, 3, 0, 1, 1, 0, 1, 16}, {8, 1, 3, 2, 1, 1, 0, 2, 0, 0, 17},
    {8, 2, 2, 0, 4, 0, 0, 0, 1, 0, 18}, {8, 6, 3, 1, 4, 1, 0, 0, 2, 0, 22}, {8, 4, 1, 1, 1, 1, 0, 2, 1, 0, 20},
    {5, 1, 0, 3, 3, 1, 1, 2, 2, 1, 9},  {5, 4, 0, 2, 0, 1, 1, 2, 0, 1, 12}, {2, 0, 1, 3, 2, 0, 1, 1, 1, 0, 0},
    {8, 3, 1, 2, 1, 0, 1, 2, 0, 0, 19}, {8, 4, 2, 3, 3, 0, 0, 1, 2, 0, 20}, {3, 0, 2, 0, 4, 2, 0, 1, 0, 0, 0},
    {1, 0, 3, 2, 1, 0, 0, 0, 0, 0, 0},  {8, 6, 2, 0, 0, 0, 0, 1, 2, 1, 22}, {5, 2, 3, 2, 1, 2, 1, 2, 2, 0, 10},
    {0, 0, 3, 1, 1, 1, 0, 2, 0, 0, 0},  {4, 0, 2, 3, 4, 2, 1, 0, 0, 0, 0},  {6, 3, 3, 1, 0, 2, 1, 1, 1, 0, 11},
    {8, 0, 0, 2, 1, 0, 0, 2, 2, 1, 16}, {8, 2, 0, 1, 0, 1, 0, 0, 1, 1, 18}, {6, 6, 1, 3, 1, 1, 1, 0, 2, 1, 14},
    {5, 0, 2, 0, 1, 0, 0, 2, 0, 1, 8},  {8, 1, 1, 1, 2, 0, 1, 0, 0, 1, 17}, {6, 5, 0, 0, 4, 1, 0, 2, 2, 0, 13},
    {8, 1, 2, 0, 4, 0, 1, 1, 2, 1, 17}, {3, 0, 1, 1, 2, 0, 0, 0, 0, 1, 0},  {2, 0, 3, 1, 4, 1, 0, 1, 2, 1, 0},
    {7, 2, 3, 1, 2, 1, 1, 2, 1, 1, 10}, {8, 6, 0, 3, 2, 0, 1, 0, 1, 1, 22}, {8, 2, 0, 2, 3, 1, 1, 0, 0, 0, 18},
    {4, 0, 3, 2, 3, 0, 1, 2, 0, 0, 0},  {8, 3, 3, 2, 4, 1, 1, 1, 1, 0, 19}, {7, 0, 3, 3, 4, 2, 0, 0, 2, 0, 8},
    {6, 4, 1, 3, 4, 1, 1, 2, 0, 0, 12}, {8, 4, 1, 3, 2, 1, 0, 1, 2, 1, 20}, {0, 0, 3, 2, 0, 2, 1, 1, 1, 0, 0},
    {1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0},  {5, 6, 3, 1, 3, 1, 0, 2, 2, 0, 14}, {8, 0, 3, 2, 4, 1, 1, 1, 1, 1, 16},
    {7, 1, 3, 1, 0, 1, 0, 0, 1, 0, 9},  {5, 3, 2, 3, 2, 0, 0, 0, 1, 0, 11}, {5, 1, 3, 1, 4, 0, 0, 3, 0, 1, 9},
    {6, 3, 2, 3, 3, 2, 0, 3, 0, 0, 11}, {7, 6, 0, 1, 2, 1, 1, 3, 2, 1, 14}, {3, 0, 0, 2, 1, 2, 0, 3, 2, 1, 0},
    {8, 4, 0, 0, 0, 0, 0, 3, 0, 0, 20}, {5, 2, 1, 1, 3, 0, 0, 3, 2, 0, 10}, {7, 5, 1, 2, 3, 1, 0, 3, 0, 0, 13},
    {8, 3, 2, 0, 2, 0, 0, 3, 0, 0, 19}, {0, 0, 0, 2, 3, 1, 1, 3, 1, 1, 0},  {6, 4, 1, 1, 1, 0, 0, 3, 1, 1, 12},
    {5, 0, 3, 3, 2, 2, 0, 3, 2, 1, 8},  {8, 1, 1, 0, 0, 0, 0, 3, 1, 1, 17}, {1, 0, 1, 1, 3, 1, 0, 3, 0, 1, 0},
    {4, 0, 0, 1, 0, 2, 1, 3, 2, 0, 0},  {2, 0, 3, 2, 0, 1, 0, 3, 0, 0, 0},  {8, 2, 2, 0, 4, 0, 0, 3, 1, 0, 18},
    {8, 6, 3, 1, 4, 1, 0, 3, 2, 0, 22}, {5, 1, 3, 1, 4, 0, 0, 4, 0, 1, 9},  {6, 3, 2, 3, 3, 2, 0, 4, 0, 0, 11},
    {7, 6, 0, 1, 2, 1, 1, 4, 2, 1, 14}, {3, 0, 0, 2, 1, 2, 0, 4, 2, 1, 0},  {8, 4, 0, 0, 0, 0, 0, 4, 0, 0, 20},
    {5, 2, 1, 1, 3, 0, 0, 4, 2, 0, 10}, {7, 5, 1, 2, 3, 1, 0, 4, 0, 0, 13}, {8, 3, 2, 0, 2, 0, 0, 4, 0, 0, 19},
    {0, 0, 0, 2, 3, 1, 1, 4, 1, 1, 0},  {6, 4, 1, 1, 1, 0, 0, 4, 1, 1, 12}, {5, 0, 3, 3, 2, 2, 0, 4, 2, 1, 8},
    {8, 1, 1, 0, 0, 0, 0, 4, 1, 1, 17}, {1, 0, 1, 1, 3, 1, 0, 4, 0, 1, 0},  {4, 0, 0, 1, 0, 2, 1, 4, 2, 0, 0},
    {2, 0, 3, 2, 0, 1, 0, 4, 0, 0, 0},  {8, 2, 2, 0, 4, 0, 0, 4, 1, 0, 18}, {8, 6, 3, 1, 4, 1, 0, 4, 2, 0, 22},
    {5, 1, 3, 1, 4, 0, 0, 5, 0, 1, 9},  {6, 3, 2, 3, 3, 2, 0, 5, 0, 0, 11}, {7, 6, 0, 1, 2, 1, 1, 5, 2, 1, 14},
    {3, 0, 0, 2, 1, 2, 0, 5, 2, 1, 0},  {8, 4, 0, 0, 0, 0, 0, 5, 0, 0, 20}, {5, 2, 1, 1, 3, 0, 0, 5, 2, 0, 10},
    {7, 5, 1, 2, 3, 1, 0, 5, 0, 0, 13}, {8, 3, 2, 0, 2, 0, 0, 5, 0, 0, 19}, {0, 0, 0, 2, 3, 1, 1, 5, 1, 1, 0},
    {6, 4, 1, 1, 1, 0, 0, 5, 1, 1, 12}, {5, 0, 3, 3, 2, 2, 0, 5, 2, 1, 8},  {8, 1, 1, 0, 0, 0, 0, 5, 1, 1, 17},
    {1, 0, 1, 1, 3, 1, 0, 5, 0, 1, 0},  {4, 0, 0, 1, 0, 2, 1, 5, 2, 0, 0},  {2, 0, 3, 2, 0, 1, 0, 5, 0, 0, 0},
    {8, 2, 2, 0, 4, 0, 0, 5, 1, 0, 18}, {8, 6, 3, 1, 4, 1, 0, 5, 2, 0, 22}, {0, 0, 0, 2, 5, 1, 1, 0, 1, 1, 0},
    {5, 2, 1, 1, 5, 0, 0, 3, 2, 0, 10}, {6, 3, 2, 3, 5, 2, 0, 4, 0, 0, 11}, {8, 1, 0, 3, 5, 1, 1, 1, 2, 0, 17},
    {7, 5, 1, 2, 5, 1, 0, 5, 0, 0, 13}, {8, 6, 1, 2, 5, 0, 0, 2, 1, 0, 22}, {6, 0, 1, 1, 5, 0, 1, 2, 0, 0, 8},
    {1, 0, 1, 1, 5, 1, 0, 0, 0, 1, 0},  {2, 0, 0, 1, 5, 0, 1, 1, 1, 0, 0},  {3, 0, 3, 3, 5, 1, 1, 2, 1, 0, 0},
    {8, 3, 0, 3, 5, 1, 0, 2, 1, 0, 19}, {8, 0, 3, 1, 5, 0, 1, 1, 0, 1, 16}, {5, 1, 0, 3, 5, 1, 1, 2, 2, 1, 9},
    {8, 4, 2, 3, 5, 0, 0, 1, 2, 0, 20}, {8, 2, 0, 2, 5, 1, 1, 0, 0, 0, 18}, {4, 0, 3, 2, 5, 0, 1, 2, 0, 0, 0},
    {5, 6, 3, 1, 5, 1, 0, 2, 2, 0, 14}, {7, 7, 0, 1, 2, 1, 1, 0, 2, 1, 15}, {5, 7, 2, 0, 0, 2, 0, 1, 0, 0, 15},
    {6, 7, 3, 2, 4, 0, 0, 2, 1, 1, 15}, {8, 7, 0, 3, 1, 1, 1, 1, 0, 1, 23}, {8, 7, 3, 1, 4, 1, 0, 3, 2, 0, 23},
    {8, 7, 2, 0, 0, 0, 0, 1, 2, 1, 23}, {6, 7, 1, 3, 1, 1, 1, 0, 2, 1, 15}, {8, 7, 0, 3, 2, 0, 1, 0, 1, 1, 23},
    {7, 7, 0, 1, 2, 1, 1, 4, 2, 1, 15}, {7, 7, 0, 1, 2, 1, 1, 5, 2, 1, 15}, {8, 7, 1, 2, 5, 0, 0, 2, 1, 0, 23},
    {5, 7, 3, 1, 3, 1, 0, 2, 2, 0, 15}, {7, 7, 0, 1, 2, 1, 1, 3, 2, 1, 15}, {8, 7, 3, 1, 4, 1, 0, 4, 2, 0, 23},
    {8, 7, 3, 1, 4, 1, 0, 5, 2, 0, 23}, {5, 7, 3, 1, 5, 1, 0, 2, 2, 0, 15},
};
inline constexpr std::size_t size = std::size(rows);

}  // namespace weir::properties::covering

#endif
