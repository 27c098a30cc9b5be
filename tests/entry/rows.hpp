// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_ENTRY_ROWS_HPP
#define TESTS_ENTRY_ROWS_HPP

#include "tests/concepts/archetypes.hpp"

#include <weir/verify/pool/every_policy.hpp>
#include <weir/verify/pool/pairwise.hpp>

#include <cstddef>
#include <exception>
#include <iterator>
#include <tuple>
#include <type_traits>

// Pools for the entry that users take. Together they contain every legal pair of policies, of those that ship and of the smallest models of
// the concept pages, and each of them with small and with roomy queues. The first rows have every policy. pools.hpp checks this;
// //tests/properties:make_rows makes the rows anew.

namespace entry {

struct hear {
  void operator()(const std::exception_ptr&) const noexcept {}
};

template <class List, class... More>
struct with_models;
template <class... Policies, class... More>
struct with_models<std::tuple<Policies...>, More...> {
  using type = std::tuple<Policies..., More...>;
};
template <class List, class... More>
using with = typename with_models<List, More...>::type;

/// The policies of each axis, and after them the smallest models.
template <std::size_t Room>
struct lists_of {
  using every = weir::verify::every_policy<Room, 2, hear>;
  using type =
      std::tuple<with<typename every::queues, archetypes::newest_first, archetypes::hand_to_hand>,
                 with<typename every::blockings, archetypes::one_waits>, with<typename every::workers, archetypes::stack_of_workers>,
                 with<typename every::expiries, archetypes::at_once>, with<typename every::panics, archetypes::count_them>,
                 with<typename every::growths, archetypes::one_early>, with<typename every::wakes, archetypes::each_wakes_one>,
                 with<typename every::observers, archetypes::count_ended>, with<typename every::parkings, archetypes::keep_asking>>;
};
/// Small and roomy.
inline constexpr std::size_t rooms[] = {1, 8};
inline constexpr std::size_t room = std::tuple_size_v<lists_of<1>::type>;  // the axis after those of the lists

/// A room, as an entry of the last list. Only queues that have a room can have another than the first: in the roomy list they are other types.
template <std::size_t Room>
struct has_room {};
template <class X, class List>
inline constexpr bool is_in = false;
template <class X, class... Policies>
inline constexpr bool is_in<X, std::tuple<Policies...>> = (std::is_same_v<X, Policies> || ...);
template <class X>
inline constexpr bool has_a_room = !is_in<X, std::tuple_element_t<0, lists_of<rooms[1]>::type>>;

template <class X, class Y>
struct legal : weir::verify::both_legal<X, Y> {};
template <class X>
struct legal<X, has_room<rooms[1]>> : std::bool_constant<!weir::answers<X, weir::axes::queue> || has_a_room<X>> {};

using lists = decltype(std::tuple_cat(lists_of<rooms[0]>::type(), std::tuple<std::tuple<has_room<rooms[0]>, has_room<rooms[1]>>>()));
inline constexpr auto table = weir::verify::pairwise_of<legal>(static_cast<lists*>(nullptr));
using row = decltype(table)::row;

inline constexpr row rows[] = {
    {7, 6, 0, 4, 1, 0, 2, 0, 1, 0},  {5, 5, 2, 3, 0, 2, 1, 3, 3, 1},  {8, 2, 1, 0, 2, 1, 2, 4, 2, 0},  {3, 0, 3, 3, 5, 3, 1, 1, 0, 0},
    {7, 1, 3, 2, 3, 2, 0, 5, 2, 0},  {10, 7, 4, 4, 4, 3, 2, 2, 0, 0}, {7, 8, 1, 1, 6, 3, 1, 1, 3, 1},  {6, 0, 1, 2, 1, 2, 0, 6, 0, 1},
    {0, 0, 4, 1, 4, 0, 0, 3, 1, 0},  {8, 4, 3, 4, 6, 1, 1, 6, 3, 0},  {6, 3, 0, 0, 5, 3, 2, 1, 2, 1},  {2, 0, 2, 0, 0, 2, 0, 0, 1, 0},
    {4, 0, 4, 3, 3, 3, 2, 6, 1, 0},  {1, 0, 3, 1, 0, 1, 1, 2, 2, 0},  {9, 0, 0, 4, 4, 2, 0, 1, 2, 0},  {5, 7, 4, 2, 2, 1, 1, 5, 1, 1},
    {6, 1, 2, 3, 6, 0, 1, 0, 2, 0},  {10, 8, 0, 3, 5, 0, 0, 4, 0, 0}, {5, 6, 3, 0, 3, 1, 0, 2, 2, 1},  {10, 2, 0, 2, 3, 0, 1, 6, 3, 0},
    {8, 4, 1, 3, 4, 0, 0, 5, 1, 0},  {5, 2, 3, 1, 0, 3, 0, 0, 0, 1},  {8, 8, 4, 2, 5, 1, 2, 0, 2, 0},  {8, 3, 0, 1, 1, 3, 2, 2, 3, 0},
    {5, 4, 2, 0, 1, 2, 1, 4, 2, 1},  {6, 6, 4, 1, 6, 2, 1, 5, 3, 1},  {7, 2, 2, 3, 5, 2, 1, 2, 1, 1},  {10, 6, 2, 3, 2, 0, 2, 1, 0, 0},
    {4, 0, 3, 2, 6, 0, 0, 4, 3, 0},  {6, 5, 0, 4, 5, 1, 1, 5, 0, 0},  {10, 3, 3, 3, 6, 1, 0, 3, 2, 0}, {5, 1, 0, 1, 4, 0, 2, 6, 3, 0},
    {7, 5, 4, 1, 3, 0, 0, 4, 2, 1},  {1, 0, 4, 4, 2, 2, 2, 3, 3, 0},  {8, 1, 4, 0, 0, 3, 1, 1, 0, 0},  {7, 7, 1, 0, 0, 1, 2, 6, 2, 1},
    {10, 1, 1, 4, 1, 1, 2, 4, 1, 0}, {7, 5, 3, 2, 4, 3, 1, 0, 1, 1},  {9, 0, 1, 0, 3, 3, 1, 3, 3, 0},  {3, 0, 0, 2, 0, 3, 2, 5, 3, 0},
    {6, 7, 3, 1, 3, 0, 0, 1, 1, 0},  {6, 4, 0, 0, 2, 3, 2, 3, 2, 1},  {7, 3, 2, 3, 3, 2, 1, 0, 0, 1},  {6, 8, 2, 0, 0, 0, 0, 2, 1, 1},
    {2, 0, 3, 1, 5, 0, 2, 3, 0, 0},  {4, 0, 2, 0, 1, 2, 1, 5, 2, 0},  {4, 0, 1, 1, 2, 1, 0, 0, 3, 0},  {1, 0, 0, 0, 6, 3, 1, 4, 0, 0},
    {5, 3, 1, 4, 0, 3, 1, 6, 1, 1},  {1, 0, 2, 3, 5, 0, 0, 6, 1, 0},  {2, 0, 1, 4, 6, 1, 1, 2, 3, 0},  {10, 4, 4, 1, 0, 0, 0, 0, 0, 0},
    {9, 0, 3, 2, 1, 1, 2, 2, 1, 0},  {5, 2, 4, 2, 6, 1, 2, 1, 1, 1},  {2, 0, 4, 3, 1, 2, 0, 1, 2, 0},  {0, 0, 1, 0, 5, 3, 0, 0, 3, 0},
    {3, 0, 2, 0, 4, 2, 0, 0, 0, 0},  {0, 0, 3, 4, 0, 2, 1, 4, 2, 0},  {6, 3, 1, 2, 4, 1, 2, 4, 1, 0},  {8, 7, 0, 2, 1, 0, 1, 3, 2, 0},
    {3, 0, 1, 1, 2, 1, 1, 2, 1, 0},  {5, 7, 2, 3, 5, 2, 2, 4, 3, 0},  {0, 0, 0, 3, 3, 1, 2, 5, 0, 0},  {9, 0, 4, 1, 5, 0, 2, 5, 0, 0},
    {3, 0, 3, 4, 3, 0, 0, 3, 2, 0},  {8, 6, 1, 2, 5, 3, 0, 4, 1, 0},  {10, 3, 4, 0, 2, 0, 2, 5, 2, 0}, {5, 5, 1, 0, 2, 3, 2, 6, 1, 0},
    {7, 1, 3, 2, 2, 2, 0, 3, 1, 1},  {2, 0, 0, 2, 3, 3, 0, 5, 1, 0},  {4, 0, 0, 4, 5, 0, 2, 1, 0, 0},  {5, 8, 3, 4, 4, 3, 1, 5, 3, 1},
    {1, 0, 1, 2, 4, 3, 2, 0, 2, 0},  {6, 2, 4, 4, 4, 2, 2, 5, 1, 0},  {7, 4, 1, 2, 5, 3, 2, 1, 0, 1},  {9, 0, 2, 3, 6, 2, 2, 0, 1, 0},
    {0, 0, 0, 2, 2, 1, 0, 1, 1, 0},  {8, 8, 2, 0, 1, 0, 1, 6, 0, 0},  {0, 0, 2, 3, 1, 0, 1, 2, 0, 0},  {3, 0, 4, 3, 1, 1, 2, 6, 2, 0},
    {7, 8, 2, 0, 3, 2, 0, 3, 3, 0},  {8, 4, 3, 0, 3, 3, 2, 2, 1, 0},  {6, 6, 1, 3, 0, 2, 2, 6, 0, 1},  {4, 0, 2, 0, 4, 2, 0, 2, 1, 0},
    {2, 0, 2, 3, 4, 2, 1, 4, 3, 0},  {9, 0, 3, 4, 0, 2, 0, 4, 1, 0},  {6, 7, 1, 2, 6, 2, 1, 0, 0, 0},  {3, 0, 3, 2, 6, 0, 1, 4, 3, 0},
    {6, 2, 4, 4, 1, 3, 2, 3, 2, 0},  {5, 5, 4, 4, 6, 0, 2, 1, 2, 0},  {8, 6, 0, 1, 4, 0, 2, 3, 1, 0},  {7, 1, 4, 0, 5, 0, 0, 2, 0, 0},
    {4, 0, 3, 4, 0, 1, 0, 3, 0, 0},  {1, 0, 3, 2, 1, 0, 1, 1, 2, 0},  {2, 0, 2, 3, 2, 0, 0, 6, 0, 0},  {9, 0, 2, 0, 2, 2, 1, 6, 2, 0},
    {1, 0, 0, 4, 3, 2, 0, 5, 1, 0},  {0, 0, 2, 0, 6, 0, 1, 6, 2, 0},  {6, 5, 2, 0, 1, 2, 0, 2, 3, 1},  {7, 8, 1, 0, 2, 2, 1, 0, 3, 1},
    {8, 0, 3, 2, 4, 0, 0, 4, 2, 0},  {7, 0, 4, 4, 3, 1, 1, 1, 3, 1},  {5, 0, 4, 0, 4, 1, 1, 1, 1, 0},  {10, 0, 1, 4, 2, 3, 2, 1, 2, 0},
};
inline constexpr std::size_t size = std::size(rows);

}  // namespace entry

#endif
