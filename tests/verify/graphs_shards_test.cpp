// SPDX-License-Identifier: Apache-2.0
#include "graphs_litmus_text.hpp"

#include <weir/verify/graphs/exploration.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

// Several processes share a search by graphs: none visits what another does, and all together visit everything. And a path leads back to its
// execution.
namespace weir::tests {
namespace {

constexpr const char* many =
    "x=1 rlx; y=1 rlx; a=add(z,1) rlx; b=x rlx | y=2 rlx; x=2 rlx; c=add(z,1) rlx; d=y rlx | e=x rlx; f=y rlx; g=add(z,1) rlx";

std::vector<graph_key> visited(verify::checker::share mine) {
  litmus_text test(many);
  execution::exploration search(test.program, execution::unlimited, mine);
  std::vector<graph_key> all;
  while (search.next())
    if (search.counts()) all.push_back(key_of(search.execution(), 3, 3));
  std::sort(all.begin(), all.end());
  return all;
}

TEST(GraphsShards, TogetherTheyVisitEachExecutionOnce) {
  const std::vector<graph_key> alone = visited({});
  EXPECT_GT(alone.size(), 400U);
  EXPECT_EQ(std::adjacent_find(alone.begin(), alone.end()), alone.end()) << "each once";
  for (const std::uint64_t total : {2, 3, 16, 100}) {
    std::vector<graph_key> together;
    std::size_t most = 0;
    for (std::uint64_t i = 0; i != total; ++i) {
      const std::vector<graph_key> part = visited({i, total});
      most = std::max(most, part.size());
      together.insert(together.end(), part.begin(), part.end());
    }
    std::sort(together.begin(), together.end());
    EXPECT_TRUE(together == alone) << total << " shards visit " << together.size() << " executions, one process " << alone.size();
    std::printf("%zu executions in %llu shards, %zu in the largest\n", together.size(), static_cast<unsigned long long>(total), most);
  }
}

TEST(GraphsShards, APathLeadsBackToItsExecution) {
  litmus_text test(many);
  execution::exploration search(test.program);
  for (int n = 0; search.next(); ++n) {
    if (n % 97 != 0) continue;
    execution::exploration again(test.program);
    ASSERT_TRUE(again.go_to(search.path()));
    ASSERT_EQ(key_of(again.execution(), 3, 3), key_of(search.execution(), 3, 3));
  }
  execution::exploration nowhere(test.program);
  EXPECT_FALSE(nowhere.go_to({0, 99}));
}

std::uint64_t state = 1;
unsigned below(unsigned most) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<unsigned>((state >> 33) % most);
}

TEST(GraphsShards, APathLeadsBackToAnExecutionByChance) {
  litmus_text test(many);
  execution::exploration some(test.program);
  int ended = 0;
  some.go_many_ways(50, below, [&](double, const std::vector<unsigned>& path) {
    litmus_text same(many);
    execution::exploration again(same.program);
    EXPECT_TRUE(again.go_to(path));
    EXPECT_EQ(key_of(again.execution(), 3, 3), key_of(some.execution(), 3, 3));
    return ++ended != 40;
  });
  EXPECT_EQ(ended, 40);
}

TEST(GraphsShards, AnEstimateIsNearTheNumber) {
  for (const char* text : {many, "x=1 rlx; a=y rlx; b=x rlx | y=1 rlx; c=x rlx; d=y rlx | x=2 rlx; e=y rlx; y=2 rlx",
                           "a=add(x,1) rlx; b=add(x,1) rlx; c=add(x,1) rlx | d=add(x,1) rlx; e=add(x,1) rlx | f=add(x,1) rlx; g=x rlx"}) {
    litmus_text test(text);
    execution::exploration all(test.program);
    double number = 0;
    while (all.next()) ++number;
    execution::exploration some(test.program);
    double sum = 0;
    constexpr int times = 200;
    for (int n = 0; n != times; ++n) some.go_many_ways(6, below, [&](double so_many, const auto&) { return sum += so_many, true; });
    std::printf("%.0f executions, estimated as %.0f\n", number, sum / times);
    EXPECT_GT(sum / times, number / 2) << text;
    EXPECT_LT(sum / times, number * 2) << text;
  }
}

}  // namespace
}  // namespace weir::tests
