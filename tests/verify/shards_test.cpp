// SPDX-License-Identifier: Apache-2.0
// A program that is run as several shards does exactly what it does as one: every execution is known by its scenario, by the arguments that
// would repeat it, and by its schedule; no two shards do the same, and all together do what a single process does.
#include "tests/verify/relacy_expect.hpp"

#include <weir/verify/scenarios/scenario_list.hpp>
#include <weir/verify/support/shards.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

using expect::P;
using expect::that;
using namespace weir::verify;

// A fixed array: what an execution allocates is the checker's own.
std::array<std::uint64_t, 200'000> seen;
std::size_t executions = 0;

void note(std::uint64_t number, std::uint64_t schedule) {
  const checker::strategy& plan = *checker::the_session->plan;
  if (plan.counts()) seen[executions++ % seen.size()] = std::hash<std::string>{}(plan.describe()) * 31 + schedule * 7 + number;
}

/// Two threads of four steps each.
template <int Number>
struct counted {
  static const std::string name;
  static constexpr int threads = 2;
  static constexpr effort work = Number == 1   ? effort{.surw = 0, .pct3 = 1'300, .bound = 1}
                                 : Number == 2 ? effort{.surw = 400, .pct3 = 0, .bound = -1}
                                 : Number == 3 ? effort{.surw = 100, .pct3 = 100, .bound = 2, .minimum = 150}
                                 : Number == 4 ? effort{.surw = 0, .pct3 = 0, .bound = 2, .search = 0}
                                               : effort{.surw = 510, .pct3 = 400, .bound = 3};
  P::atomic<int> x{0};
  std::uint64_t order = 1;
  void thread(unsigned i) {
    for (int n = 0; n != 4; ++n) {
      x.fetch_add(1, std::memory_order_relaxed);
      order = order * 2 + i;
    }
    for (unsigned n = 0; Number == 1 && n < order % 50; ++n) x.fetch_add(1, std::memory_order_relaxed);  // some are longer than others
  }
  void after() { note(Number, order); }
};
template <int Number>
const std::string counted<Number>::name = "counted_" + std::to_string(Number);

std::vector<std::uint64_t> done(std::uint64_t shard, std::uint64_t shards, std::vector<const char*> words) {
  words.insert(words.begin(), "shards_test");
  std::vector<char*> line;
  for (const char* word : words) line.push_back(const_cast<char*>(word));
  executions = 0;
  setenv("TEST_TOTAL_SHARDS", std::to_string(shards).c_str(), 1);
  setenv("TEST_SHARD_INDEX", std::to_string(shard).c_str(), 1);
  const int answer = run_scenarios<counted<0>, counted<1>, counted<2>, counted<3>, counted<4>>(static_cast<int>(line.size()), line.data());
  unsetenv("TEST_TOTAL_SHARDS");
  unsetenv("TEST_SHARD_INDEX");
  if (answer != 0) that(false, "shard " + std::to_string(shard) + " of " + std::to_string(shards) + " passes");
  std::vector<std::uint64_t> all(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(executions));
  std::sort(all.begin(), all.end());
  return all;
}

void together_they_do_what_one_does(const std::string& what, const std::vector<std::uint64_t>& numbers,
                                    const std::vector<const char*>& words) {
  const auto alone = done(0, 1, words);
  that(alone.size() > 200, what + ": " + std::to_string(alone.size()) + " executions in one process");
  if (std::any_of(words.begin(), words.end(), [](const char* word) { return std::strncmp(word, "--scheduler", 11) == 0; }))
    that(std::adjacent_find(alone.begin(), alone.end()) == alone.end(), what + ": no two are the same");
  for (const std::uint64_t shards : numbers) {
    std::vector<std::uint64_t> all;
    std::size_t most = 0;
    bool idle = false;
    for (std::uint64_t i = 0; i != shards; ++i) {
      const auto part = done(i, shards, words);
      all.insert(all.end(), part.begin(), part.end());
      most = std::max(most, part.size());
      idle = idle || part.empty();
    }
    std::sort(all.begin(), all.end());
    that(all == alone, what + ": " + std::to_string(all.size()) + " executions in " + std::to_string(shards) + " shards, the same ones; " +
                           std::to_string(most) + " in the largest");
    if (shards <= 5) that(!idle, what + ": each of " + std::to_string(shards) + " has something to do");
  }
}

/// Fails in the executions whose schedule is one of few.
struct rarely_wrong : counted<9> {
  static constexpr const char* name = "rarely_wrong";
  static constexpr effort work{.surw = 600, .pct3 = 600, .bound = 3, .search = 0};
  void after() { check<P>(order % 8 != 5, "the order is another"); }
};

void a_failure_repeats_outside_its_shard() {
  for (const std::string scheduler : {"surw", "pct3", "search"}) {
    int failed = 0;
    for (std::uint64_t i = 0; i != 3; ++i) {
      checker::arguments a;
      a.scheduler = scheduler;
      const auto r = verdict(a, checker::share{i, 3}, expect::nowhere()).run<rarely_wrong>();
      if (!r.failed) continue;
      ++failed;
      const checker::outcome& o = r.outcomes.back();
      std::string words = "shards_test --scheduler=" + scheduler + " " + o.replay;
      std::vector<char*> line;
      for (char* word = std::strtok(words.data(), " "); word != nullptr; word = std::strtok(nullptr, " ")) line.push_back(word);
      const auto again = verdict(checker::arguments(static_cast<int>(line.size()), line.data()), expect::nowhere()).run<rarely_wrong>();
      that(o.deterministic && again.failed && again.executions == 1 && again.outcomes.back().reason == o.reason,
           "what fails under " + scheduler + " in shard " + std::to_string(i) + " is repeated by " + o.replay);
    }
    that(failed > 1, std::to_string(failed) + " shards of 3 find it under " + scheduler);
  }
}

/// Every walk is cut after 64 executions.
void too_few_is_a_failure_in_a_shard() {
  const auto passes = [](std::uint64_t minimum, std::uint64_t shards) {
    int passed = 0;
    for (std::uint64_t i = 0; i != shards; ++i)
      passed += verdict({}, checker::share{i, shards}, expect::nowhere())
                    .run<counted<9>>({.surw = 1'000, .pct3 = 0, .bound = -1, .seconds = 1e-9, .minimum = minimum})
                    .passed();
    return passed;
  };
  that(passes(64, 1) == 1 && passes(65, 1) == 0, "one process has to do 64 of 1000 and not 65");
  that(passes(128, 2) == 2 && passes(130, 2) == 0, "two have to do 128 of 1000, and not 130");
  that(passes(0, 2) == 0 && passes(0, 5) == 0, "without a minimum all 1000 are to be done");
  const auto nothing = [](std::uint64_t i) {
    return verdict({}, checker::share{i, 2}, expect::nowhere()).run<counted<9>>({.surw = 0, .pct3 = 0, .bound = -1}).passed();
  };
  that(!nothing(0) && nothing(1), "that nobody has anything to do is a failure of one shard");
}

}  // namespace

int main() {
  together_they_do_what_one_does("everything", {2, 3, 5, 16, 40}, {});
  together_they_do_what_one_does("so many executions", {2, 3, 5, 16, 40}, {"--executions=950"});
  together_they_do_what_one_does("a deeper search", {2, 3, 5, 16, 40}, {"--bound=4", "--scenario=counted_0,counted_2,counted_3"});
  together_they_do_what_one_does("random walks", {2, 3, 5, 16, 40},
                                 {"--scheduler=surw", "--executions=550", "--scenario=counted_0,counted_2,counted_3"});
  together_they_do_what_one_does("pct3", {2, 3, 5, 16, 40}, {"--scheduler=pct3", "--scenario=counted_1"});
  together_they_do_what_one_does("pct3", {2, 3, 5, 16, 40}, {"--scheduler=pct3", "--executions=1000", "--scenario=counted_0,counted_1"});
  for (const char* scenario : {"--scenario=counted_3,counted_4", "--scenario=counted_4"})
    together_they_do_what_one_does("searches to their end", {2, 3, 5, 16, 40, 300},
                                   {"--scheduler=search", "--executions=0", "--bound=4", scenario});
  a_failure_repeats_outside_its_shard();
  too_few_is_a_failure_in_a_shard();
  return expect::failures == 0 ? 0 : 1;
}
