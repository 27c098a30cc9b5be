// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_TESTS_VERIFY_GRAPHS_COMPARISON_HPP
#define WEIR_TESTS_VERIFY_GRAPHS_COMPARISON_HPP

#include "graphs_by_definition.hpp"
#include "graphs_random_program.hpp"
#include "graphs_small_program.hpp"

#include <weir/verify/graphs/exploration.hpp>

#include <cstddef>
#include <set>
#include <string>

namespace weir::tests {

/// What the search and brute force over the axioms found in a program, and how they differ, or nothing.
struct comparison {
  std::size_t graphs = 0;
  std::string difference;
};

inline comparison compared(small_program p) {
  graphs_by_definition definition(p, some_luck);
  std::set<graph_key> found;
  std::set<graph_key> late;
  execution::exploration search(p, some_luck);
  while (search.next()) {
    const execution::graph& g = search.execution();
    if (!(has_a_late_wait(g, p.threads.size()) ? late : found).insert(key_of(g, p.threads.size(), definition.locations())).second)
      return {found.size(), "a graph was found twice"};
  }
  const std::set<graph_key> defined = definition.all();
  for (const graph_key& key : found)
    if (defined.count(key) == 0) return {found.size(), "a graph was found that the axioms forbid"};
  if (found.size() != defined.size()) return {found.size(), "a graph was not found"};
  if (search.dead_ends() != 0) return {found.size(), "a consistent graph had no consistent next step"};
  return {found.size(), ""};
}

}  // namespace weir::tests

#endif
