// SPDX-License-Identifier: Apache-2.0
// Prints the rows of a table of pools: `make_rows pairs`, `make_rows entry` or `make_rows covering`, and for how many seconds to look for fewer.

#include <weir/verify/pool/pairs.hpp>
#include <weir/verify/pool/pairwise.hpp>

#include "tests/entry/rows.hpp"
#include "tests/properties/covering.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace {

/// Rows with every legal pair, made one by one: of some random ones each time the one with the most new pairs (AETG; Cohen and others, 1997).
template <class Table>
class maker {
 public:
  using row = typename Table::row;
  maker(const Table& table, unsigned seed) : table_(table), dice_(seed), missing_(std::make_unique<typename Table::pairs>()) {
    each_pair(
        [this](std::size_t a, unsigned x, std::size_t b, unsigned y) { left_ += (*missing_)[a][x][b][y] = !table_.refused[a][x][b][y]; });
  }

  /// Empty, if it takes more than `most` rows.
  std::vector<row> rows(std::size_t most) {
    std::vector<row> made;
    while (left_ != 0) {
      if (made.size() == most) return {};
      row best{};
      unsigned most_new = 0;
      for (int n = 0; n != 40; ++n) {
        const std::optional<row> r = candidate();
        if (r && fresh(*r) > most_new) most_new = fresh(best = *r);
      }
      add(best);
      made.push_back(best);
    }
    return made;
  }

 private:
  static constexpr std::size_t axes = Table::axes;
  static constexpr unsigned open = 255;

  template <class F>
  void each_pair(F f) const {
    for (std::size_t a = 0; a != axes; ++a)
      for (std::size_t b = a + 1; b != axes; ++b)
        for (unsigned x = 0; x != table_.policies[a]; ++x)
          for (unsigned y = 0; y != table_.policies[b]; ++y) f(a, x, b, y);
  }
  static bool& at(typename Table::pairs& of, std::size_t a, unsigned x, std::size_t b, unsigned y) {
    return a < b ? of[a][x][b][y] : of[b][y][a][x];
  }
  bool refused(std::size_t a, unsigned x, std::size_t b, unsigned y) const {
    return a < b ? table_.refused[a][x][b][y] : table_.refused[b][y][a][x];
  }
  unsigned fresh(const row& r) const {
    unsigned n = 0;
    for (std::size_t a = 0; a != axes; ++a)
      for (std::size_t b = a + 1; b != axes; ++b) n += (*missing_)[a][r[a]][b][r[b]];
    return n;
  }
  void add(const row& r) {
    for (std::size_t a = 0; a != axes; ++a)
      for (std::size_t b = a + 1; b != axes; ++b) left_ -= std::exchange((*missing_)[a][r[a]][b][r[b]], false);
  }

  /// A random missing pair, and then each axis, in a random order, with the policy that adds the most new pairs. Nothing, if no policy of an axis
  /// goes with those chosen before.
  std::optional<row> candidate() {
    row r;
    r.fill(open);
    unsigned nth = std::uniform_int_distribution<unsigned>(0, left_ - 1)(dice_);
    std::array<std::size_t, axes> order;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), dice_);
    each_pair([&](std::size_t a, unsigned x, std::size_t b, unsigned y) {
      if ((*missing_)[a][x][b][y] && nth-- == 0) r[a] = static_cast<std::uint8_t>(x), r[b] = static_cast<std::uint8_t>(y);
    });
    for (const std::size_t a : order)
      if (r[a] == open && !choose(r, a)) return {};
    if (!table_.legal(r)) return {};
    return r;
  }
  bool choose(row& r, std::size_t a) {
    int best = -1;
    unsigned ties = 0;
    for (unsigned x = 0; x != table_.policies[a]; ++x) {
      int added = 0;
      bool legal = true;
      for (std::size_t b = 0; b != axes && legal; ++b)
        if (b != a && r[b] != open) {
          legal = !refused(a, x, b, r[b]);
          added += at(*missing_, a, x, b, r[b]);
        }
      if (!legal || added < best) continue;
      if (added > best) ties = 0;
      best = added;
      if (std::uniform_int_distribution<unsigned>(0, ties++)(dice_) == 0) r[a] = static_cast<std::uint8_t>(x);
    }
    return best >= 0;
  }

  const Table& table_;
  std::mt19937 dice_;
  std::unique_ptr<typename Table::pairs> missing_;
  unsigned left_ = 0;
};

/// First those with the most new pairs; or, if `policies_first`, those with the most new policies, so that few rows have all of them.
template <class Row>
void order(std::vector<Row>& rows, bool policies_first) {
  std::vector<std::pair<std::size_t, unsigned>> policies;
  std::vector<std::array<std::size_t, 4>> pairs;
  const auto gain = [&](const Row& r) {
    std::size_t new_policies = 0, new_pairs = 0;
    for (std::size_t a = 0; a != r.size(); ++a) {
      new_policies += std::find(policies.begin(), policies.end(), std::pair{a, unsigned{r[a]}}) == policies.end();
      for (std::size_t b = a + 1; b != r.size(); ++b)
        new_pairs += std::find(pairs.begin(), pairs.end(), std::array<std::size_t, 4>{a, r[a], b, r[b]}) == pairs.end();
    }
    return std::pair{policies_first ? new_policies : 0, new_pairs};
  };
  for (auto next = rows.begin(); next != rows.end(); ++next) {
    std::iter_swap(next, std::max_element(next, rows.end(), [&](const Row& x, const Row& y) { return gain(x) < gain(y); }));
    for (std::size_t a = 0; a != next->size(); ++a) {
      policies.push_back({a, (*next)[a]});
      for (std::size_t b = a + 1; b != next->size(); ++b) pairs.push_back({a, (*next)[a], b, (*next)[b]});
    }
  }
}

template <class Table>
int make_rows(const Table& table, std::chrono::seconds patience, bool policies_first) {
  const auto end = std::chrono::steady_clock::now() + patience;
  std::vector<typename Table::row> best;
  for (unsigned seed = 1; best.empty() || std::chrono::steady_clock::now() < end; ++seed) {
    auto rows = maker<Table>(table, seed).rows(best.empty() ? 1000 : best.size() - 1);
    if (!rows.empty()) best = std::move(rows);
  }
  order(best, policies_first);
  std::printf("// %zu rows\n", best.size());
  for (std::size_t i = 0; i != best.size(); ++i) {
    std::printf("%s{", i % 4 == 0 ? "    " : " ");
    for (std::size_t a = 0; a != Table::axes; ++a) std::printf("%s%d", a == 0 ? "" : ", ", best[i][a]);
    std::printf("},%s", i % 4 == 3 || i + 1 == best.size() ? "\n" : "");
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view which = argc > 1 ? argv[1] : "";
  const std::chrono::seconds patience(argc > 2 ? std::atoi(argv[2]) : 10);
  if (which == "pairs") return make_rows(weir::verify::pairs::table, patience, false);
  if (which == "entry") return make_rows(entry::table, patience, true);
  if (which == "covering") return make_rows(weir::properties::covering::table, patience, false);
  std::fputs("make_rows pairs|entry|covering [seconds]\n", stderr);
  return 2;
}
