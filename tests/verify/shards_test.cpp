// SPDX-License-Identifier: Apache-2.0
// A program that is run as several shards does exactly what it does as one: the executions of each scenario are counted and told apart by
// their schedules, and each must come as often in all shards together as in a single process.
#include "tests/verify/relacy_expect.hpp"

#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/support/shards.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using expect::P;
using expect::that;
using namespace weir::verify;

// A fixed array: what an execution allocates is the checker's own.
std::array<std::uint64_t, 200'000> schedules;
std::size_t executions = 0;

/// Two threads of four steps each. The order in which they came, with the scenario's number, is what an execution is known by.
template <int Number>
struct counted {
  static const std::string name;
  static constexpr int threads = 2;
  static constexpr effort work = Number == 1   ? effort{.random = 0, .pct3 = 300, .pct5 = 200, .bound = 1}
                                 : Number == 2 ? effort{.random = 400, .pct3 = 0, .pct5 = 0, .bound = -1}
                                 : Number == 3 ? effort{.random = 100, .pct3 = 100, .pct5 = 0, .bound = 2, .minimum = 150}
                                               : effort{.random = 500, .pct3 = 400, .pct5 = 300, .bound = 3};
  P::atomic<int> x{0};
  std::uint64_t order = Number + 1;
  void thread(unsigned i) {
    for (int n = 0; n != 4; ++n) {
      x.fetch_add(1, std::memory_order_relaxed);
      order = order * 2 + i;
    }
  }
  void after() { schedules[executions++ % schedules.size()] = order; }
};
template <int Number>
const std::string counted<Number>::name = "counted_" + std::to_string(Number);

std::vector<std::uint64_t> done(std::size_t shards, std::vector<const char*> words) {
  words.insert(words.begin(), "shards_test");
  std::vector<char*> line;
  for (const char* word : words) line.push_back(const_cast<char*>(word));
  executions = 0;
  setenv("TEST_TOTAL_SHARDS", std::to_string(shards).c_str(), 1);
  for (std::size_t i = 0; i != shards; ++i) {
    setenv("TEST_SHARD_INDEX", std::to_string(i).c_str(), 1);
    const int words_in_all = static_cast<int>(line.size());
    const int answer = run_scenarios<counted<0>, counted<1>, counted<2>, counted<3>, counted<4>>(words_in_all, line.data());
    that(answer == 0, "shard " + std::to_string(i) + " of " + std::to_string(shards) + " passes");
  }
  unsetenv("TEST_TOTAL_SHARDS");
  unsetenv("TEST_SHARD_INDEX");
  std::vector<std::uint64_t> all(schedules.begin(), schedules.begin() + static_cast<std::ptrdiff_t>(executions));
  std::sort(all.begin(), all.end());
  return all;
}

void together_they_do_what_one_does(const std::string& what, const std::vector<const char*>& words) {
  const auto alone = done(1, words);
  that(alone.size() > 200, what + ": " + std::to_string(alone.size()) + " executions in one process");
  for (const std::size_t shards : {2U, 3U, 5U, 16U, 40U}) {
    const auto all = done(shards, words);
    that(all == alone, what + ": " + std::to_string(all.size()) + " executions in " + std::to_string(shards) + " shards, the same ones");
  }
}

}  // namespace

int main() {
  together_they_do_what_one_does("everything", {});
  together_they_do_what_one_does("so many executions", {"--executions=250"});
  together_they_do_what_one_does("a deeper search", {"--bound=4"});
  together_they_do_what_one_does("searches to their end", {"--executions=0", "--scenario=counted_0,counted_1,counted_3"});
  together_they_do_what_one_does("one scheduler", {"--scheduler=random", "--executions=200", "--scenario=counted_0,counted_2,counted_3"});
  together_they_do_what_one_does("two scenarios by name", {"--scenario=counted_0,counted_1"});
  return expect::failures == 0 ? 0 : 1;
}
