// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_GRAPHS_RELATION_HPP
#define WEIR_TESTS_VERIFY_GRAPHS_RELATION_HPP

#include <array>
#include <cstdint>

namespace weir::tests {

inline constexpr unsigned most_events = 32;

/// A set of at most 32 events.
using event_set = std::uint32_t;

/// A relation between at most 32 events, with the operators of the papers: `a | b`, `a & b`, `a * b` (composition), `a - b`.
struct relation {
  std::array<event_set, most_events> to{};

  void add(unsigned a, unsigned b) { to[a] |= event_set{1} << b; }
  [[nodiscard]] bool has(unsigned a, unsigned b) const { return (to[a] >> b & 1) != 0; }

  [[nodiscard]] bool empty() const {
    for (const event_set row : to)
      if (row != 0) return false;
    return true;
  }
  [[nodiscard]] bool irreflexive() const {
    for (unsigned a = 0; a != most_events; ++a)
      if (has(a, a)) return false;
    return true;
  }
  [[nodiscard]] relation inverse() const {
    relation r;
    for (unsigned a = 0; a != most_events; ++a)
      for (event_set rest = to[a]; rest != 0; rest &= rest - 1) r.add(static_cast<unsigned>(__builtin_ctz(rest)), a);
    return r;
  }
  /// One step or more.
  [[nodiscard]] relation closure() const {
    relation r = *this;
    for (unsigned k = 0; k != most_events; ++k)
      if (r.to[k] != 0)
        for (event_set& row : r.to)
          if ((row >> k & 1) != 0) row |= r.to[k];
    return r;
  }
  [[nodiscard]] bool acyclic() const { return closure().irreflexive(); }

  friend relation operator|(relation a, const relation& b) {
    for (unsigned i = 0; i != most_events; ++i) a.to[i] |= b.to[i];
    return a;
  }
  friend relation operator&(relation a, const relation& b) {
    for (unsigned i = 0; i != most_events; ++i) a.to[i] &= b.to[i];
    return a;
  }
  friend relation operator-(relation a, const relation& b) {
    for (unsigned i = 0; i != most_events; ++i) a.to[i] &= ~b.to[i];
    return a;
  }
  friend relation operator*(const relation& a, const relation& b) {
    relation r;
    for (unsigned i = 0; i != most_events; ++i)
      for (event_set rest = a.to[i]; rest != 0; rest &= rest - 1) r.to[i] |= b.to[static_cast<unsigned>(__builtin_ctz(rest))];
    return r;
  }
};

/// Each of the events to itself.
inline relation only(event_set events) {
  relation r;
  for (unsigned i = 0; i != most_events; ++i) r.to[i] = events & event_set{1} << i;
  return r;
}

/// The same, or one step.
inline relation maybe(const relation& r) { return r | only(~event_set{0}); }

}  // namespace weir::tests

#endif
