// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_PROPERTIES_COVERING_HPP
#define TESTS_PROPERTIES_COVERING_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

// Which sets of policies the properties are tried on. All that are legal would be thousands; these few contain every legal pair of
// policies, and every legal triple of a queue, a blocking policy and any other. What must be covered is checked below, by the compiler.

namespace weir::properties::covering {

enum axis : std::size_t { queue, blocking, workers, expiry, panic, growth, wake, observer, axes };

/// How many policies an axis has, in the order of the lists in pools_of.hpp.
inline constexpr std::array<std::uint8_t, axes> policies{4, 7, 3, 4, 5, 3, 2, 2};

/// One policy of each axis, by its number.
using row = std::array<std::uint8_t, axes>;

inline constexpr row rows[] = {
    {0, 0, 0, 1, 1, 2, 1, 1}, {0, 0, 0, 2, 4, 2, 0, 1}, {0, 0, 1, 0, 0, 1, 0, 0}, {0, 0, 1, 3, 3, 0, 0, 1}, {0, 0, 2, 3, 2, 0, 0, 1},
    {1, 0, 0, 1, 3, 0, 0, 0}, {1, 0, 0, 2, 1, 1, 0, 0}, {1, 0, 0, 3, 0, 2, 1, 1}, {1, 0, 1, 3, 2, 0, 1, 0}, {1, 0, 2, 0, 4, 2, 0, 1},
    {2, 0, 0, 1, 0, 2, 0, 1}, {2, 0, 0, 2, 1, 2, 0, 0}, {2, 0, 0, 2, 2, 1, 1, 0}, {2, 0, 1, 3, 3, 2, 0, 1}, {2, 0, 2, 0, 4, 0, 0, 1},
    {2, 1, 0, 1, 4, 1, 0, 1}, {2, 1, 0, 2, 1, 1, 0, 0}, {2, 1, 1, 0, 2, 0, 1, 0}, {2, 1, 1, 0, 3, 1, 0, 0}, {2, 1, 2, 3, 0, 2, 1, 1},
    {2, 2, 0, 1, 0, 1, 0, 1}, {2, 2, 0, 2, 4, 0, 1, 0}, {2, 2, 0, 3, 2, 2, 0, 1}, {2, 2, 1, 0, 3, 1, 1, 0}, {2, 2, 2, 0, 1, 2, 0, 1},
    {2, 3, 0, 1, 4, 1, 0, 0}, {2, 3, 0, 2, 3, 0, 0, 0}, {2, 3, 1, 0, 0, 0, 1, 1}, {2, 3, 1, 3, 2, 2, 0, 1}, {2, 3, 2, 3, 1, 2, 1, 1},
    {2, 4, 0, 1, 2, 2, 1, 1}, {2, 4, 0, 2, 3, 2, 0, 1}, {2, 4, 1, 0, 1, 1, 1, 0}, {2, 4, 2, 3, 0, 0, 0, 1}, {2, 4, 2, 3, 4, 0, 1, 0},
    {2, 5, 0, 0, 2, 1, 0, 1}, {2, 5, 0, 1, 1, 0, 0, 0}, {2, 5, 0, 2, 0, 2, 1, 1}, {2, 5, 1, 3, 3, 1, 0, 0}, {2, 5, 2, 0, 4, 0, 0, 0},
    {2, 6, 0, 1, 2, 0, 0, 1}, {2, 6, 0, 2, 4, 0, 1, 0}, {2, 6, 1, 0, 3, 2, 1, 0}, {2, 6, 1, 3, 0, 1, 1, 1}, {2, 6, 2, 0, 1, 0, 0, 1},
    {3, 0, 0, 1, 3, 0, 0, 1}, {3, 0, 0, 2, 0, 0, 0, 1}, {3, 0, 0, 2, 4, 1, 1, 0}, {3, 0, 1, 0, 1, 1, 1, 0}, {3, 0, 2, 3, 2, 0, 1, 0},
    {3, 1, 0, 1, 3, 1, 0, 0}, {3, 1, 0, 2, 0, 0, 1, 1}, {3, 1, 0, 2, 2, 0, 1, 1}, {3, 1, 1, 0, 4, 0, 1, 1}, {3, 1, 2, 3, 1, 0, 1, 0},
    {3, 2, 0, 1, 0, 1, 0, 1}, {3, 2, 0, 2, 4, 0, 0, 1}, {3, 2, 0, 3, 2, 1, 1, 0}, {3, 2, 1, 3, 3, 0, 0, 0}, {3, 2, 2, 0, 1, 0, 1, 0},
    {3, 3, 0, 1, 0, 0, 1, 0}, {3, 3, 0, 1, 1, 1, 1, 0}, {3, 3, 0, 2, 4, 0, 1, 1}, {3, 3, 1, 3, 2, 1, 1, 1}, {3, 3, 2, 0, 3, 0, 0, 0},
    {3, 4, 0, 0, 2, 1, 0, 1}, {3, 4, 0, 1, 3, 0, 1, 0}, {3, 4, 0, 2, 4, 0, 0, 1}, {3, 4, 1, 0, 1, 1, 1, 1}, {3, 4, 2, 3, 0, 0, 1, 0},
    {3, 6, 0, 1, 2, 0, 1, 0}, {3, 6, 0, 2, 0, 0, 0, 1}, {3, 6, 1, 3, 1, 1, 1, 0}, {3, 6, 2, 0, 4, 0, 0, 1}, {3, 6, 2, 3, 3, 0, 1, 1},
};
inline constexpr std::size_t size = std::size(rows);

/// The pairs that weir refuses, as in concepts/compatibility.hpp; all its rules are about pairs. `a` < `b`.
constexpr bool refused(std::size_t a, unsigned x, std::size_t b, unsigned y) {
  const bool never_full = a == queue && x <= 1, hands_over = a == queue && x == 3;  // mutex_fifo and unbounded; none
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

constexpr bool has(std::size_t a, unsigned x, std::size_t b, unsigned y) {
  for (const row& r : rows)
    if (r[a] == x && r[b] == y) return true;
  return false;
}
/// Every pair of the policies of two axes is in some row, unless it is refused.
constexpr bool has_pairs(std::size_t a, std::size_t b) {
  for (unsigned x = 0; x != policies[a]; ++x)
    for (unsigned y = 0; y != policies[b]; ++y)
      if (!refused(a, x, b, y) && !has(a, x, b, y)) return false;
  return true;
}
constexpr bool has_all_pairs() {
  for (std::size_t a = 0; a != axes; ++a)
    for (std::size_t b = a + 1; b != axes; ++b)
      if (!has_pairs(a, b)) return false;
  return true;
}

constexpr bool has(unsigned q, unsigned b, std::size_t c, unsigned z) {
  for (const row& r : rows)
    if (r[queue] == q && r[blocking] == b && r[c] == z) return true;
  return false;
}
/// Every triple of a queue, a blocking policy and a policy of this axis.
constexpr bool has_triples(std::size_t c) {
  for (unsigned q = 0; q != policies[queue]; ++q)
    for (unsigned b = 0; b != policies[blocking]; ++b)
      for (unsigned z = 0; z != policies[c]; ++z)
        if (!refused(queue, q, blocking, b) && !refused(queue, q, c, z) && !refused(blocking, b, c, z) && !has(q, b, c, z)) return false;
  return true;
}

static_assert(all_legal());
static_assert(has_all_pairs());
static_assert(has_triples(workers) && has_triples(expiry) && has_triples(panic));
static_assert(has_triples(growth) && has_triples(wake) && has_triples(observer));

}  // namespace weir::properties::covering

#endif
