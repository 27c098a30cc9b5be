// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_ENTRY_ROWS_HPP
#define TESTS_ENTRY_ROWS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

// Pools for the entry that users take. Together they contain every legal pair of policies, of those that ship and of the smallest models of
// the concept pages, and each of them with small and with roomy queues. The first rows have every policy once; what is left out of the
// rest, the compiler says.

namespace entry {

enum axis : std::size_t { queue, blocking, workers, expiry, panic, growth, wake, observer, parking, room, axes };

/// How many policies an axis has, in the order of the lists in pools.hpp.
inline constexpr std::array<std::uint8_t, axes> policies{11, 8, 5, 5, 6, 4, 3, 4, 4, 2};

/// One policy of each axis, by its number; the room is 0 for small, 1 for roomy.
using row = std::array<std::uint8_t, axes>;

inline constexpr row rows[] = {
    {1, 0, 0, 1, 0, 3, 0, 2, 2, 0}, {7, 4, 1, 3, 5, 2, 2, 0, 1, 1}, {9, 0, 4, 4, 3, 0, 1, 3, 0, 0}, {5, 7, 3, 0, 1, 1, 0, 0, 2, 1},
    {6, 1, 4, 2, 3, 2, 1, 1, 3, 0}, {2, 0, 2, 0, 2, 2, 1, 3, 0, 0}, {10, 6, 1, 3, 4, 3, 2, 1, 1, 0}, {8, 3, 3, 0, 5, 3, 2, 1, 1, 0},
    {7, 5, 0, 4, 2, 0, 2, 0, 1, 1}, {3, 0, 4, 2, 4, 2, 0, 1, 1, 0}, {4, 0, 1, 3, 4, 2, 1, 2, 3, 0}, {0, 0, 0, 1, 1, 2, 0, 0, 3, 0},
    {10, 2, 3, 3, 2, 0, 0, 0, 3, 0}, {8, 2, 4, 2, 0, 1, 2, 2, 0, 0}, {5, 3, 1, 3, 0, 0, 1, 3, 3, 1}, {6, 7, 2, 3, 5, 0, 2, 2, 0, 1},
    {7, 2, 0, 1, 3, 0, 1, 1, 2, 1}, {5, 5, 4, 1, 5, 1, 0, 3, 2, 0}, {7, 7, 4, 2, 4, 3, 1, 3, 3, 1}, {10, 1, 0, 4, 5, 1, 1, 2, 0, 0},
    {8, 6, 2, 3, 3, 0, 1, 0, 2, 0}, {10, 4, 3, 0, 0, 3, 1, 2, 1, 0}, {10, 3, 4, 2, 1, 3, 2, 3, 2, 0}, {5, 4, 0, 2, 3, 1, 0, 1, 3, 1},
    {7, 1, 3, 0, 4, 1, 0, 3, 2, 0}, {5, 1, 4, 4, 2, 3, 2, 0, 3, 1}, {6, 2, 2, 0, 1, 2, 1, 3, 1, 1}, {6, 5, 3, 3, 3, 3, 2, 1, 0, 1},
    {9, 0, 1, 3, 1, 1, 2, 1, 1, 0}, {8, 7, 0, 1, 2, 3, 0, 3, 1, 0}, {7, 3, 2, 3, 4, 2, 0, 2, 0, 1}, {6, 4, 4, 1, 2, 0, 2, 0, 2, 1},
    {3, 0, 2, 0, 5, 0, 2, 1, 3, 0}, {6, 5, 1, 0, 0, 1, 0, 2, 2, 0}, {2, 0, 4, 4, 4, 0, 0, 1, 1, 0}, {5, 6, 0, 1, 1, 2, 2, 2, 3, 1},
    {4, 0, 0, 1, 0, 1, 0, 0, 0, 0}, {6, 5, 0, 2, 4, 2, 1, 0, 3, 0}, {8, 4, 4, 4, 1, 0, 2, 3, 0, 0}, {9, 0, 3, 0, 2, 2, 1, 2, 2, 0},
    {0, 0, 4, 4, 0, 2, 1, 1, 0, 0}, {4, 0, 4, 2, 3, 0, 2, 3, 1, 0}, {6, 6, 4, 0, 5, 0, 0, 3, 0, 0}, {5, 1, 2, 3, 0, 0, 1, 1, 1, 0},
    {10, 7, 1, 0, 3, 0, 2, 2, 0, 0}, {1, 0, 0, 2, 2, 1, 0, 1, 0, 0}, {2, 0, 0, 3, 1, 3, 2, 0, 2, 0}, {9, 0, 0, 1, 4, 3, 0, 0, 3, 0},
    {1, 0, 4, 4, 3, 2, 2, 3, 2, 0}, {0, 0, 1, 0, 2, 3, 1, 2, 2, 0}, {6, 3, 0, 4, 2, 1, 2, 0, 3, 0}, {3, 0, 4, 3, 1, 3, 1, 2, 0, 0},
    {5, 2, 4, 4, 4, 3, 0, 2, 0, 1}, {1, 0, 3, 0, 5, 3, 1, 0, 3, 0}, {0, 0, 3, 3, 4, 0, 2, 3, 3, 0}, {4, 0, 3, 0, 2, 3, 0, 1, 2, 0},
    {7, 7, 4, 4, 0, 2, 1, 1, 3, 0}, {3, 0, 0, 1, 0, 2, 0, 3, 2, 0}, {1, 0, 1, 3, 4, 0, 2, 2, 1, 0}, {8, 1, 1, 0, 4, 3, 2, 3, 3, 0},
    {2, 0, 3, 3, 0, 1, 0, 2, 3, 0}, {0, 0, 0, 2, 5, 1, 0, 0, 1, 0}, {3, 0, 3, 3, 3, 1, 2, 0, 1, 0}, {7, 6, 0, 4, 2, 1, 1, 2, 2, 1},
    {7, 0, 0, 2, 1, 3, 2, 0, 2, 1}, {10, 3, 0, 1, 3, 3, 2, 2, 2, 0}, {10, 4, 2, 0, 4, 0, 0, 0, 1, 0}, {6, 5, 0, 0, 1, 1, 2, 1, 0, 1},
    {9, 0, 0, 2, 5, 0, 1, 0, 2, 0}, {9, 0, 2, 3, 0, 2, 1, 0, 0, 0}, {2, 0, 1, 3, 5, 0, 0, 2, 2, 0}, {4, 0, 0, 4, 5, 1, 2, 0, 1, 0},
    {0, 0, 2, 0, 3, 2, 2, 3, 0, 0}, {6, 2, 1, 0, 5, 0, 2, 2, 2, 0}, {3, 0, 1, 3, 2, 2, 0, 1, 0, 0}, {2, 0, 0, 2, 3, 2, 0, 3, 2, 0},
    {5, 6, 4, 2, 0, 2, 0, 1, 2, 1}, {1, 0, 2, 3, 1, 0, 0, 3, 2, 0}, {8, 1, 4, 1, 1, 0, 2, 0, 2, 0}, {4, 0, 2, 0, 1, 0, 1, 1, 2, 0},
    {10, 0, 1, 0, 3, 0, 1, 1, 2, 0}, {3, 0, 0, 4, 0, 0, 0, 0, 0, 0}, {8, 0, 0, 4, 1, 3, 0, 1, 2, 0}, {7, 5, 2, 3, 2, 2, 1, 0, 0, 0},
    {2, 0, 4, 1, 4, 2, 2, 1, 1, 0}, {7, 6, 3, 0, 2, 3, 2, 1, 3, 1}, {6, 0, 3, 3, 3, 2, 1, 3, 3, 1}, {5, 0, 4, 4, 4, 2, 1, 3, 2, 0},
};
inline constexpr std::size_t size = std::size(rows);

/// The pairs that weir refuses, as in concepts/compatibility.hpp, and queues without a room to choose. `a` < `b`.
constexpr bool refused(std::size_t a, unsigned x, std::size_t b, unsigned y) {
  const bool never_full = a == queue && (x <= 4 || x == 9), hands_over = a == queue && (x == 8 || x == 10);
  if (b == blocking) return (never_full && y != 0) || (hands_over && y == 5);
  if (b == growth && hands_over) return y == 2;
  if (b == room && a == queue) return (x < 5 || x > 7) && y == 1;
  if (a != workers || x == 0 || x == 4) return false;
  return (b == expiry && (y == 1 || y == 2 || y == 4)) || (b == growth && x == 2 && (y == 1 || y == 3));
}

constexpr bool legal(const row& r) {
  for (std::size_t a = 0; a != axes; ++a)
    for (std::size_t b = a + 1; b != axes; ++b)
      if (refused(a, r[a], b, r[b])) return false;
  return true;
}
constexpr bool has(std::size_t n, std::size_t a, unsigned x, std::size_t b, unsigned y) {
  for (std::size_t i = 0; i != n; ++i)
    if (rows[i][a] == x && rows[i][b] == y) return true;
  return false;
}
constexpr bool all_legal() {
  for (const row& r : rows)
    if (!legal(r)) return false;
  return true;
}
constexpr bool every_pair() {
  for (std::size_t a = 0; a != axes; ++a)
    for (std::size_t b = a + 1; b != axes; ++b)
      for (unsigned x = 0; x != policies[a]; ++x)
        for (unsigned y = 0; y != policies[b]; ++y)
          if (!refused(a, x, b, y) && !has(size, a, x, b, y)) return false;
  return true;
}
constexpr bool every_policy(std::size_t n) {
  for (std::size_t a = 0; a != axes; ++a)
    for (unsigned x = 0; x != policies[a]; ++x)
      if (!has(n, a, x, a, x)) return false;
  return true;
}

static_assert(all_legal());
static_assert(every_pair(), "every legal pair of policies is in some row");
static_assert(every_policy(13), "the rows that every run of the tests takes have every policy");

}  // namespace entry

#endif
