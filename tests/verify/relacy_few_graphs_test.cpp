// SPDX-License-Identifier: Apache-2.0
// Where a scenario has few executions, all of them are seen instead of those that a search with few preemptions reaches.
#include "tests/verify/relacy_expect.hpp"

#include <atomic>
#include <string>

using namespace expect;

namespace {

/// One thread tells another what it has written. `Last` is the order in which it tells.
template <std::memory_order Last>
struct message {
  static constexpr const char* claim = "who is told of a number reads it";
  static constexpr int threads = 2;
  static constexpr effort work{.graphs = few_graphs};

  void thread(unsigned i) {
    if (i == 0) {
      for (int n = 1; n <= 5; ++n) number.store(n, std::memory_order_relaxed);
      told.store(1, Last);
    } else if (told.load(std::memory_order_acquire) == 1) {
      check<P>(number.load(std::memory_order_relaxed) != 0, claim);  // Relacy has the last two values only
    }
  }

  P::atomic<int> number{0};
  P::atomic<int> told{0};
};
using sound_message = message<std::memory_order_release>;
using message_without_release = message<std::memory_order_relaxed>;

struct message_that_does_not_ask : message_without_release {
  static constexpr effort work{};
};

/// Three threads that each write five times have 756 756 orders.
struct many_writes {
  static constexpr const char* claim = "nothing";
  static constexpr int threads = 3;
  static constexpr effort work{.graphs = few_graphs};
  void thread(unsigned) {
    for (int n = 0; n != 5; ++n) number.fetch_add(1, std::memory_order_relaxed);
  }
  P::atomic<int> number{0};
};
/// One thread adds 250 times, which the search by graphs takes for a loop without an end.
struct many_additions {
  static constexpr const char* claim = "nothing";
  static constexpr int threads = 2;
  static constexpr effort work{.graphs = few_graphs};
  void thread(unsigned i) {
    for (int n = 0; i == 0 && n != 250; ++n) number.fetch_add(1, std::memory_order_relaxed);
  }
  P::atomic<int> number{0};
};
template <class S>
verdict::result of(checker::arguments a = {}) {
  a.executions = 50;
  return portfolio<S>(a);
}

bool ends_with_every_execution(const verdict::result& r) {
  return r.passed() && r.outcomes.size() == 3 && r.outcomes.back().exhausted && r.outcomes.back().distinct == r.outcomes.back().executions;
}
bool is_searched(const verdict::result& r) { return r.outcomes.size() > 3 || (r.outcomes.size() == 3 && r.outcomes.back().decisions != 0); }

}  // namespace

int main() {
  that(ends_with_every_execution(of<sound_message>()), "of a scenario with few executions all are seen, and no search follows");

  const verdict::result many = of<many_writes>();
  std::uint64_t others = 0;
  for (const checker::outcome& o : many.outcomes) others += o.left_out.empty() ? o.executions : 0;
  that(many.passed() && !many.outcomes[2].left_out.empty() && many.outcomes[2].executions == few_graphs && many.outcomes.size() > 3,
       "where there are many executions, the search follows");
  that(many.executions == others, "and those that were seen before do not count");

  const verdict::result loop = of<many_additions>();
  that(loop.passed() && !loop.outcomes[2].left_out.empty() && loop.outcomes.size() > 3,
       "a loop that ends, but not soon, is for the others");

  const verdict::result old = of<message_without_release>();
  that(old.failed && old.outcomes.size() == 3 && old.outcomes.back().deterministic &&
           old.outcomes.back().reason == "who is told of a number reads it",
       "what only a value shows that is older than the last two is found: " + old.outcomes.back().reason);
  that(of<message_that_does_not_ask>().passed(), "and is found only so; a scenario that does not ask for it passes");

  checker::arguments search;
  search.scheduler = "search";
  that(is_searched(of<sound_message>(search)), "a scheduler that is named is the only one");
  checker::arguments bound;
  bound.bound = 1;
  that(is_searched(of<sound_message>(bound)), "a bound that is named asks for the search");
  checker::arguments endless;
  endless.executions = 0;
  that(is_searched(portfolio<sound_message>(endless)), "so does a search without a limit");
  return failures;
}
