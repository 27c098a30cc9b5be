// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_PROGRAM_HPP
#define WEIR_VERIFY_GRAPHS_PROGRAM_HPP

#include <weir/verify/graphs/graph.hpp>

#include <concepts>
#include <optional>

namespace weir::verify::execution {

/// A step that a thread can make now.
struct step {
  unsigned thread = 0;
  label what;
};

/// What a search explores. `next(g)` is the step that is added to `g` next, or none where every thread has ended; it depends
/// on the values that the events of `g` have read, and on nothing else. `rewound()` tells that `g` has since lost events, or
/// that events have read other values, so a program that runs along with the graph begins again.
template <class T>
concept program = requires(T p, const graph& g) {
  { p.next(g) } -> std::same_as<std::optional<step>>;
  p.rewound();
};

}  // namespace weir::verify::execution

#endif
