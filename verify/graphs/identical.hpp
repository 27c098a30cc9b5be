// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_IDENTICAL_HPP
#define WEIR_VERIFY_GRAPHS_IDENTICAL_HPP

#include <weir/verify/graphs/graph.hpp>

namespace weir::verify::execution {

// Two threads that do the same, the first and the second, give each execution a mirror image, in which they have changed places. One of both is
// searched (after "SPORE", by Kokologiannakis, Marmanis and Vafeiadis, PLDI 2024). As long as they have done the same, the second one's step comes
// after the first one's, as if it had read from it: the search adds and takes out the two in this order. Where they differ, the second one's comes
// later in modification order or reads a later value, or reads what follows from the step of the first; the other way round, it is the mirror image.
//
// Each execution, or else its mirror image, is of this kind. Say the threads differ in their n-th steps first. If these write, one write comes first; if
// these read, either one reads what follows from the other one's step, and not both do, or else one reads an older value. The order of their steps
// has no cycle with reads-from: else a step of the first, its n-th or one before, reads what follows from the second one's step of the same
// number or a later one. Before the n-th both read the same, which cannot follow from itself; as to the n-th, the second would be the one to come first.
// The search finds all executions of this kind: a step of the second may always do what a search does first, to read or to write the newest value
// with the first outcome. This holds for one pair of threads; with two pairs, or three threads, the orders of both may make a cycle.

/// Whether the step of the second does not come before that of the first.
inline bool in_order(const graph& g, event_id id) {
  const event& e = g[id];
  const event* twin = g.twin_of(e);
  if (twin == nullptr) return true;
  if (e.what.does == action::write) return twin->place < e.place;
  if (!e.reads() || e.from == twin->from) return e.outcome <= twin->outcome;
  const auto place = [&g](event_id write) { return write.is_initial() ? 0 : g[write].place; };
  return place(twin->from) < place(e.from) || (!e.from.is_initial() && g[e.from].prefix.has(twin->id));
}

/// Whether identical threads may ask for these steps. Threads that access objects of their own are not treated as identical ones.
inline bool may_be_identical(label a, const label& b) {
  a.after = b.after;
  a.like = b.like;
  return a == b;
}

}  // namespace weir::verify::execution

#endif
