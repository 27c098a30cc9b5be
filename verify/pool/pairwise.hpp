// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_POOL_PAIRWISE_HPP
#define WEIR_VERIFY_POOL_PAIRWISE_HPP

#include <weir/agents/light.hpp>
#include <weir/agents/threads.hpp>
#include <weir/concepts/compatibility.hpp>
#include <weir/concepts/policy_set.hpp>
#include <weir/policies/blocking/wait.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/growth/on_demand.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/workers/lifo.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weir::verify {

/// Does a pool accept these two policies together? All other axes have the policy that goes with everything.
template <class X, class Y>
inline constexpr bool go_together = [] {
  using queue = pick<axes::queue, queue::bounded<1>, X, Y>;
  using blocking = pick<axes::blocking, blocking::wait, X, Y>;
  using conflict = conflicts<queue, pick<axes::workers, workers::lifo, X, Y>, blocking, pick<axes::expiry, expiry::never, X, Y>,
                             pick<axes::growth, growth::on_demand, X, Y>>;
  if (conflict::any) return false;
  if (!pick<axes::agents, agents::threads, X, Y>::suspends) return true;
  using on = typename queue::template on<platform::native, queue_item>;
  if (blocking::template on<platform::native>::when_full == full_reaction::run_here) return false;
  if constexpr (hand_over_queue<on>)
    return true;
  else
    return !pushes_to_seat<on, queue_item>;
}();

/// What a table of pools is made from: how many policies each axis has, at most `Most`, and which two policies a pool refuses. A row has one policy
/// of each axis, by its number.
template <std::size_t Axes, std::size_t Most>
struct pairwise {
  static constexpr std::size_t axes = Axes;
  using row = std::array<std::uint8_t, Axes>;
  using pairs = std::array<std::array<std::array<std::array<bool, Most>, Axes>, Most>, Axes>;

  row policies{};
  pairs refused{};  // of axis a its policy x, of axis b its policy y: [a][x][b][y], a < b

  [[nodiscard]] constexpr bool legal(const row& r) const {
    for (std::size_t a = 0; a != Axes; ++a)
      for (std::size_t b = a + 1; b != Axes; ++b)
        if (r[a] >= policies[a] || r[b] >= policies[b] || refused[a][r[a]][b][r[b]]) return false;
    return true;
  }
  [[nodiscard]] constexpr bool all_legal(std::span<const row> rows) const {
    for (const row& r : rows)
      if (!legal(r)) return false;
    return true;
  }

  [[nodiscard]] constexpr unsigned legal_pairs() const {
    unsigned n = 0;
    for (std::size_t a = 0; a != Axes; ++a)
      for (std::size_t b = a + 1; b != Axes; ++b)
        for (unsigned x = 0; x != policies[a]; ++x)
          for (unsigned y = 0; y != policies[b]; ++y) n += !refused[a][x][b][y];
    return n;
  }
  /// The shortest beginning of these legal rows that has so many of a hundred legal pairs. One more than there are rows, if they have fewer.
  [[nodiscard]] constexpr std::size_t rows_with_pairs(unsigned percent, std::span<const row> rows) const {
    pairs had{};
    const unsigned wanted = percent * legal_pairs();
    unsigned n = 0;
    for (std::size_t i = 0; i != rows.size(); ++i) {
      for (std::size_t a = 0; a != Axes; ++a)
        for (std::size_t b = a + 1; b != Axes; ++b) n += !std::exchange(had[a][rows[i][a]][b][rows[i][b]], true);
      if (100 * n >= wanted) return i + 1;
    }
    return rows.size() + 1;
  }
  [[nodiscard]] constexpr bool every_pair(std::span<const row> rows) const { return rows_with_pairs(100, rows) <= rows.size(); }
  /// The shortest beginning of these rows that has every policy of every axis. One more than there are rows, if they lack one.
  [[nodiscard]] constexpr std::size_t rows_with_policies(std::span<const row> rows) const {
    std::array<std::array<bool, Most>, Axes> had{};
    unsigned left = 0;
    for (const auto n : policies) left += n;
    for (std::size_t i = 0; i != rows.size(); ++i) {
      for (std::size_t a = 0; a != Axes; ++a) left -= !std::exchange(had[a][rows[i][a]], true);
      if (left == 0) return i + 1;
    }
    return rows.size() + 1;
  }
};

/// The table of these lists, one std::tuple of types for each axis. `Legal<X, Y>::value` says whether a pool may have both.
template <template <class, class> class Legal, class... Lists>
consteval auto pairwise_of(std::tuple<Lists...>*) {
  pairwise<sizeof...(Lists), std::max({std::tuple_size_v<Lists>...})> table;
  table.policies = {static_cast<std::uint8_t>(std::tuple_size_v<Lists>)...};
  const auto pair_of_lists = [&]<std::size_t A, std::size_t B>() {
    using first = std::tuple_element_t<A, std::tuple<Lists...>>;
    using second = std::tuple_element_t<B, std::tuple<Lists...>>;
    const auto one = [&]<std::size_t X, std::size_t... Y>(std::index_sequence<Y...>) {
      ((table.refused[A][X][B][Y] = !Legal<std::tuple_element_t<X, first>, std::tuple_element_t<Y, second>>::value), ...);
    };
    [&]<std::size_t... X>(std::index_sequence<X...>) {
      (one.template operator()<X>(std::make_index_sequence<std::tuple_size_v<second>>()), ...);
    }(std::make_index_sequence<std::tuple_size_v<first>>());
  };
  const auto row_of_lists = [&]<std::size_t A, std::size_t... N>(std::index_sequence<N...>) {
    (pair_of_lists.template operator()<A, A + 1 + N>(), ...);
  };
  [&]<std::size_t... A>(std::index_sequence<A...>) {
    (row_of_lists.template operator()<A>(std::make_index_sequence<sizeof...(Lists) - 1 - A>()), ...);
  }(std::index_sequence_for<Lists...>());
  return table;
}

template <class X, class Y>
struct both_legal : std::bool_constant<go_together<X, Y>> {};

}  // namespace weir::verify

#endif
