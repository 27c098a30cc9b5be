// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_POOL_PAIRS_HPP
#define WEIR_VERIFY_POOL_PAIRS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

// Pools that together contain every legal pair of policies, each with the other in one pool at least once. There cannot be fewer: the
// seven blocking policies beside five panic policies make 35, all on queues that can be full but for `wait`; and the other five queues
// beside the panic policies make 25 more, all with `wait`.
// The first rows have the most new pairs. That nothing is left out is checked below, by the compiler.

namespace weir::verify::pairs {

enum axis : std::size_t { queue, blocking, workers, expiry, panic, growth, wake, observer, parking, axes };

/// How many policies an axis has, in the order of the lists in pool_of_row.hpp.
inline constexpr std::array<std::uint8_t, axes> policies{9, 7, 4, 4, 5, 3, 2, 3, 3};

/// One policy of each axis, by its number.
using row = std::array<std::uint8_t, axes>;

inline constexpr row rows[] = {
    {6, 4, 1, 0, 1, 0, 0, 2, 2}, {5, 4, 3, 3, 0, 2, 1, 0, 1}, {1, 0, 0, 2, 3, 1, 1, 2, 0}, {7, 2, 0, 1, 2, 2, 0, 1, 1},
    {8, 3, 2, 0, 0, 0, 1, 1, 0}, {2, 0, 3, 3, 4, 1, 0, 1, 2}, {8, 1, 0, 1, 1, 1, 1, 0, 2}, {7, 6, 3, 3, 3, 0, 0, 0, 0},
    {4, 0, 1, 0, 4, 2, 1, 0, 1}, {6, 5, 2, 3, 2, 2, 1, 2, 0}, {5, 1, 0, 2, 4, 0, 0, 2, 1}, {5, 6, 1, 0, 2, 1, 1, 1, 2},
    {7, 5, 0, 2, 0, 1, 0, 2, 2}, {3, 0, 2, 3, 1, 2, 0, 0, 2}, {6, 3, 0, 2, 3, 2, 0, 1, 1}, {0, 0, 0, 1, 0, 0, 0, 2, 0},
    {8, 2, 1, 3, 3, 1, 1, 2, 0}, {8, 4, 0, 2, 2, 1, 0, 0, 1}, {7, 1, 2, 0, 3, 2, 1, 1, 0}, {5, 5, 3, 0, 1, 0, 0, 1, 1},
    {4, 0, 3, 3, 2, 0, 0, 2, 0}, {6, 6, 0, 1, 4, 2, 0, 0, 1}, {5, 2, 2, 0, 4, 0, 0, 0, 0}, {2, 0, 0, 2, 1, 0, 1, 2, 0},
    {7, 3, 1, 3, 1, 1, 0, 2, 2}, {1, 0, 1, 3, 0, 2, 0, 0, 2}, {3, 0, 0, 0, 2, 1, 1, 2, 1}, {0, 0, 1, 3, 3, 2, 1, 1, 2},
    {2, 0, 2, 0, 3, 2, 1, 0, 1}, {6, 2, 3, 0, 0, 1, 0, 1, 2}, {5, 4, 0, 1, 3, 1, 0, 1, 0}, {0, 0, 3, 0, 2, 1, 1, 0, 1},
    {1, 0, 3, 0, 1, 0, 1, 1, 1}, {4, 0, 0, 1, 1, 1, 0, 1, 2}, {3, 0, 3, 0, 4, 0, 1, 1, 0}, {8, 3, 3, 3, 4, 1, 0, 0, 0},
    {8, 6, 2, 0, 0, 0, 1, 2, 2}, {6, 1, 1, 3, 2, 2, 0, 2, 0}, {7, 4, 2, 0, 4, 2, 1, 2, 2}, {5, 3, 0, 1, 2, 0, 0, 0, 1},
    {6, 5, 0, 1, 4, 2, 1, 0, 0}, {2, 0, 1, 0, 2, 1, 1, 1, 2}, {0, 0, 2, 3, 4, 2, 0, 1, 0}, {3, 0, 0, 2, 3, 0, 1, 0, 1},
    {7, 0, 0, 3, 1, 2, 0, 0, 2}, {1, 0, 2, 3, 4, 0, 1, 0, 0}, {4, 0, 2, 0, 0, 0, 0, 1, 0}, {3, 0, 1, 3, 0, 2, 1, 0, 1},
    {6, 5, 1, 0, 3, 0, 1, 1, 1}, {4, 0, 0, 2, 3, 2, 0, 0, 0}, {6, 6, 0, 2, 1, 2, 0, 2, 1}, {0, 0, 0, 2, 1, 0, 0, 1, 0},
    {2, 0, 0, 1, 0, 1, 1, 2, 1}, {5, 2, 0, 2, 1, 0, 1, 2, 2}, {7, 1, 3, 3, 0, 0, 1, 2, 0}, {1, 0, 0, 1, 2, 2, 1, 1, 0},
    {6, 0, 1, 3, 4, 1, 0, 2, 0}, {8, 0, 0, 1, 3, 1, 1, 2, 1}, {5, 0, 2, 0, 3, 0, 1, 2, 2}, {3, 0, 0, 1, 0, 2, 0, 2, 2},
};
inline constexpr std::size_t size = std::size(rows);

/// The pairs that weir refuses, as in concepts/compatibility.hpp; all its rules are about pairs. `a` < `b`.
constexpr bool refused(std::size_t a, unsigned x, std::size_t b, unsigned y) {
  const bool never_full = a == queue && x <= 4, hands_over = a == queue && x == 8;  // mutex_fifo to stealing; none
  if (b == blocking) return (never_full && y != 0) || (hands_over && y == 5);        // only wait; no discard_oldest
  if (b == growth && hands_over) return y == 2;                                      // no on_backlog
  if (a != workers || x == 0) return false;                                          // lifo goes with everything
  return (b == expiry && (y == 1 || y == 2)) || (b == growth && x == 2 && y == 1);   // after_idle, one_per_period; none with prestart
}

constexpr bool legal(const row& r) {
  for (std::size_t a = 0; a != axes; ++a)
    for (std::size_t b = a + 1; b != axes; ++b)
      if (refused(a, r[a], b, r[b])) return false;
  return true;
}
constexpr bool all_legal() {
  for (const row& r : rows)
    if (!legal(r)) return false;
  return true;
}

/// Is this pair in one of the first `n` rows?
constexpr bool has(std::size_t n, std::size_t a, unsigned x, std::size_t b, unsigned y) {
  for (std::size_t i = 0; i != n; ++i)
    if (rows[i][a] == x && rows[i][b] == y) return true;
  return false;
}
/// How many legal pairs there are, and how many of them the first `n` rows have.
struct tally {
  unsigned legal = 0, had = 0;
};
constexpr tally count(std::size_t n) {
  tally t;
  for (std::size_t a = 0; a != axes; ++a)
    for (std::size_t b = a + 1; b != axes; ++b)
      for (unsigned x = 0; x != policies[a]; ++x)
        for (unsigned y = 0; y != policies[b]; ++y)
          if (!refused(a, x, b, y)) {
            ++t.legal;
            t.had += has(n, a, x, b, y);
          }
  return t;
}

static_assert(all_legal());
static_assert(count(size).legal == 652 && count(size).had == 652, "every legal pair of policies is in some row");
static_assert(count(24).had >= 518, "the rows that every run of the tests takes have four pairs of five");

}  // namespace weir::verify::pairs

#endif
