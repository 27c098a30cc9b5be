// SPDX-License-Identifier: Apache-2.0
// Parallel loops, their results, sorting, and trees of forks, on a pool.
#include <weir/algorithm/for_each.hpp>
#include <weir/algorithm/for_each_index.hpp>
#include <weir/algorithm/inclusive_scan.hpp>
#include <weir/algorithm/invoke.hpp>
#include <weir/algorithm/map.hpp>
#include <weir/algorithm/reduce.hpp>
#include <weir/algorithm/run_bulk.hpp>
#include <weir/algorithm/sort.hpp>
#include <weir/algorithm/transform.hpp>
#include <weir/algorithm/transform_reduce.hpp>
#include <weir/coroutine.hpp>
#include <weir/thread_pool.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

namespace {

bool failed = false;
void expect(bool holds, const char* what) {
  if (!holds) std::printf("failed: %s\n", what);
  failed |= !holds;
}

struct node {
  int value = 1;
  const node* left = nullptr;
  const node* right = nullptr;
};

long sum(auto& where, const node* n) {
  if (n->left == nullptr || n->right == nullptr) {  // nothing to be done at the same time: no fork
    const node* only = n->left != nullptr ? n->left : n->right;
    return n->value + (only != nullptr ? sum(where, only) : 0);
  }
  auto [left, right] = weir::invoke(
      where, [n](auto& here) { return sum(here, n->left); }, [n](auto& here) { return sum(here, n->right); });
  return n->value + left + right;
}

weir::coroutine<long long> total(weir::thread_pool& pool, const std::vector<long>& v) {
  static_cast<void>(co_await pool.schedule());  // refused: the loop runs here
  co_return weir::reduce(pool, v, 0LL);
}

}  // namespace

int main() {
  weir::thread_pool pool;
  std::vector<double> v(100'000, 1.5);

  weir::for_each(pool, v, [](double& x) { x *= 2; });
  weir::for_each_index(pool, std::size_t{0}, v.size(), [&](std::size_t i) { v[i] += static_cast<double>(i % 3); });
  expect(v[0] == 3 && v[5] == 5, "loops");

  const double all = weir::reduce(pool, v, 0.0);
  const double squares = weir::transform_reduce(pool, v, 0.0, std::plus<>(), [](double x) { return x * x; });
  expect(all > 300'000 && squares > all, "reduce");

  std::vector<long> counts(v.size());
  weir::transform(pool, v, counts.begin(), [](double x) { return static_cast<long>(x); });
  weir::inclusive_scan(pool, counts, counts.begin());
  expect(counts.back() == static_cast<long>(all), "scan");

  std::vector<std::string> names = weir::map(pool, counts, [](long n) { return std::to_string(n); });
  expect(names[1] == "7", "map");

  weir::sort(pool, names);
  weir::sort(pool, v, std::greater<>());
  expect(std::is_sorted(names.begin(), names.end()) && v.front() == 5, "sort");

  auto [least, most] = weir::invoke(
      pool, [&] { return *std::min_element(v.begin(), v.end()); }, [&] { return *std::max_element(v.begin(), v.end()); });
  expect(least == 3 && most == 5, "invoke");

  std::vector<std::function<void()>> tasks(10, [] {});
  weir::run_bulk(pool, tasks);

  std::stop_source stop;
  const bool complete = weir::for_each(
      pool, v, [&](double) { stop.request_stop(); },  // "found it"
      stop.get_token());
  expect(!complete, "stop");

  std::vector<node> tree(1023);
  for (std::size_t i = 0; 2 * i + 2 < tree.size(); ++i) tree[i].left = &tree[2 * i + 1], tree[i].right = &tree[2 * i + 2];
  expect(sum(pool, &tree[0]) == 1023, "tree");

  std::vector<std::vector<int>> rows(100, std::vector<int>(100, 1));
  weir::for_each(pool, rows, [](auto& here, std::vector<int>& row) {
    weir::inclusive_scan(here, row, row.begin());  // a part of the outer loop: no second call for help
  });
  expect(rows[99][99] == 100, "nested");

  expect(pool.submit([&] { return total(pool, counts); }).get() > 0, "coroutine");
  return failed ? 1 : 0;
}
