// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_POOL_PAIRS_HPP
#define WEIR_VERIFY_POOL_PAIRS_HPP

#include <weir/verify/pool/every_policy.hpp>
#include <weir/verify/pool/pairwise.hpp>

#include <cstddef>
#include <exception>
#include <iterator>

// Pools of threads that together contain every legal pair of policies. As make_rows prints them they are as few as can be: each blocking policy that
// acts only when a pool is full needs a row beside each panic policy; so does, with `wait`, each queue that is never full; and each other queue needs
// a row with `wait`. The first rows have the most new pairs. pool_of_row.hpp checks this; //tests/properties:make_rows makes the rows anew.

namespace weir::verify::pairs {

struct hear {
  void operator()(const std::exception_ptr&) const noexcept {}
};
using lists = every_policy<2, 2, hear>::of_threads;
inline constexpr auto table = pairwise_of<both_legal>(static_cast<lists*>(nullptr));
using row = decltype(table)::row;

inline constexpr row rows[] = {
    {8, 3, 0, 1, 1, 0, 0, 4, 2}, {8, 3, 0, 1, 1, 0, 0, 3, 2}, {8, 3, 0, 1, 1, 0, 0, 0, 2}, {6, 5, 1, 2, 3, 1, 1, 2, 0},
    {5, 1, 2, 3, 1, 2, 1, 1, 2}, {7, 4, 3, 2, 4, 2, 0, 2, 1}, {4, 0, 2, 0, 0, 0, 1, 0, 1}, {5, 1, 1, 1, 2, 1, 0, 1, 1},
    {1, 0, 3, 3, 4, 0, 0, 0, 0}, {8, 2, 3, 3, 2, 0, 1, 2, 1}, {0, 0, 1, 1, 4, 2, 1, 2, 2}, {5, 5, 0, 0, 4, 1, 0, 1, 1},
    {4, 0, 3, 2, 3, 1, 0, 1, 2}, {2, 0, 2, 0, 2, 2, 0, 0, 0}, {5, 6, 0, 3, 3, 0, 1, 2, 0}, {7, 1, 0, 2, 0, 1, 0, 2, 0},
    {8, 6, 1, 0, 1, 1, 0, 1, 2}, {7, 2, 1, 1, 3, 2, 0, 0, 1}, {6, 3, 2, 0, 4, 2, 1, 2, 1}, {5, 4, 3, 1, 0, 1, 1, 0, 2},
    {7, 5, 2, 3, 0, 2, 1, 1, 2}, {6, 4, 1, 3, 2, 1, 0, 1, 0}, {6, 5, 3, 1, 1, 0, 1, 2, 0}, {5, 3, 1, 2, 0, 0, 1, 1, 0},
    {1, 0, 0, 1, 2, 2, 1, 1, 2}, {6, 6, 3, 2, 0, 2, 1, 0, 1}, {3, 0, 0, 3, 1, 1, 1, 2, 1}, {6, 2, 0, 2, 1, 1, 1, 1, 0},
    {3, 0, 1, 2, 2, 2, 0, 1, 2}, {0, 0, 3, 0, 0, 1, 0, 0, 0}, {7, 4, 2, 0, 3, 0, 1, 2, 0}, {2, 0, 1, 2, 0, 1, 1, 2, 2},
    {1, 0, 1, 0, 1, 1, 1, 2, 1}, {8, 1, 1, 2, 4, 0, 0, 0, 1}, {3, 0, 2, 0, 4, 0, 1, 0, 0}, {4, 0, 0, 3, 2, 2, 1, 2, 0},
    {7, 3, 3, 3, 2, 1, 1, 2, 0}, {0, 0, 0, 3, 2, 0, 1, 1, 1}, {2, 0, 3, 3, 1, 0, 1, 1, 1}, {6, 1, 3, 0, 3, 1, 1, 2, 2},
    {5, 2, 2, 0, 0, 0, 0, 1, 2}, {8, 0, 2, 3, 0, 0, 1, 1, 0}, {4, 0, 1, 1, 4, 1, 0, 2, 2}, {7, 6, 2, 0, 4, 2, 0, 0, 0},
    {8, 4, 0, 0, 1, 0, 0, 0, 1}, {3, 0, 3, 1, 3, 2, 1, 0, 0}, {2, 0, 0, 1, 3, 1, 1, 1, 2}, {7, 0, 2, 0, 1, 2, 0, 1, 0},
    {1, 0, 2, 3, 3, 0, 0, 1, 1}, {0, 0, 2, 3, 1, 0, 1, 1, 0}, {8, 3, 1, 1, 3, 1, 0, 1, 0}, {1, 0, 3, 2, 0, 0, 1, 1, 0},
    {0, 0, 3, 2, 3, 0, 1, 0, 2}, {5, 5, 1, 2, 2, 2, 0, 0, 0}, {6, 6, 1, 1, 2, 1, 0, 0, 0}, {2, 0, 1, 1, 4, 0, 1, 1, 0},
    {3, 0, 1, 1, 0, 0, 1, 1, 2}, {5, 0, 1, 2, 2, 0, 0, 2, 2}, {6, 0, 1, 1, 4, 0, 1, 2, 1}, {4, 0, 3, 2, 1, 2, 0, 0, 2},
    {7, 2, 0, 2, 4, 0, 0, 2, 0}, {6, 6, 3, 2, 0, 2, 1, 3, 1}, {2, 0, 2, 0, 2, 2, 0, 3, 0}, {7, 2, 1, 1, 3, 2, 0, 3, 1},
    {1, 0, 3, 3, 4, 0, 0, 3, 0}, {5, 4, 3, 1, 0, 1, 1, 3, 2}, {4, 0, 2, 0, 0, 0, 1, 3, 1}, {0, 0, 3, 0, 0, 1, 0, 3, 0},
    {8, 1, 1, 2, 4, 0, 0, 3, 1}, {3, 0, 2, 0, 4, 0, 1, 3, 0}, {5, 5, 1, 2, 2, 2, 0, 3, 0}, {6, 6, 3, 2, 0, 2, 1, 4, 1},
    {2, 0, 2, 0, 2, 2, 0, 4, 0}, {7, 2, 1, 1, 3, 2, 0, 4, 1}, {1, 0, 3, 3, 4, 0, 0, 4, 0}, {5, 4, 3, 1, 0, 1, 1, 4, 2},
    {4, 0, 2, 0, 0, 0, 1, 4, 1}, {0, 0, 3, 0, 0, 1, 0, 4, 0}, {8, 1, 1, 2, 4, 0, 0, 4, 1}, {3, 0, 2, 0, 4, 0, 1, 4, 0},
    {5, 5, 1, 2, 2, 2, 0, 4, 0},
};
inline constexpr std::size_t size = std::size(rows);

}  // namespace weir::verify::pairs

#endif
