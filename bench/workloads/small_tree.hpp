// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_WORKLOADS_SMALL_TREE_HPP
#define WEIR_BENCH_WORKLOADS_SMALL_TREE_HPP

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bench/support/clock.hpp"
#include "bench/support/wrong_answer.hpp"
#include "bench/workloads/workload.hpp"

namespace weir::bench {

/// The sum of a balanced tree of 1000 nodes, again and again, with a fork at each node that has two children. What it shows: what forks cost when all
/// of the work, a microsecond, is too little to be shared.
struct small_tree {
  static constexpr std::string_view name = "N3t";
  static constexpr std::string_view what = "tree of 1000 nodes, a fork at each";
  static constexpr std::array metrics{metric{"", "ns"}, metric{"processor time", "ns"}};
  template <class C>
  static constexpr bool suits = has_forks<C>;

  template <class C>
  static values_of<small_tree> measure(const effort& e) {
    constexpr std::size_t size = 1000;
    std::vector<node> nodes(size);
    const node* const root = grow(nodes, 0, size);
    const std::size_t rounds = e.tasks(20'000);
    std::size_t sum = 0;
    C pool(e.workers);
    const double before = processor_time();
    const double elapsed = time_of([&] {
      for (std::size_t i = 0; i != rounds; ++i) pool.enter([&](auto& where) { sum += sum_of<C>(where, root); });
    });
    const double used = processor_time() - before;
    if (sum != rounds * (size * (size - 1) / 2)) wrong_answer("the nodes sum up to " + std::to_string(sum));
    return {elapsed / static_cast<double>(rounds), used / static_cast<double>(rounds)};
  }

 private:
  struct node {
    std::size_t value = 0;
    const node* left = nullptr;
    const node* right = nullptr;
  };

  static const node* grow(std::vector<node>& nodes, std::size_t first, std::size_t last) {
    if (first == last) return nullptr;
    const std::size_t middle = first + (last - first) / 2;
    nodes[middle] = {middle, grow(nodes, first, middle), grow(nodes, middle + 1, last)};
    return &nodes[middle];
  }
  template <class C, class Where>
  static std::size_t sum_of(Where& where, const node* n) {
    if (n->right == nullptr) return n->value + (n->left == nullptr ? 0 : n->left->value);
    std::size_t left = 0, right = 0;
    C::both(
        where, [n, &left](auto& here) { left = sum_of<C>(here, n->left); }, [n, &right](auto& here) { right = sum_of<C>(here, n->right); });
    return n->value + left + right;
  }
};

}  // namespace weir::bench

#endif
