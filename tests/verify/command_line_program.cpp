// SPDX-License-Identifier: Apache-2.0
// A program of scenarios for command_line_test: one that is right, two that are wrong, and one that takes long.
#include <weir/verify/relacy.hpp>
#include <weir/verify/scenarios/scenario_list.hpp>

using namespace weir::verify;

namespace {

struct counter {
  relacy::atomic<unsigned> count{0};
  void add_one() { count.fetch_add(1, std::memory_order_relaxed); }
};

struct every_increment_counts {
  static constexpr const char* claim = "T1: two increments are two";
  static constexpr int threads = 2;
  counter c;
  void thread(unsigned) { c.add_one(); }
  void after() { relacy::check(c.count.load(std::memory_order_relaxed) == 2, "both have counted"); }
};

struct nothing_is_overwritten {
  static constexpr const char* claim = "T2: what one thread has written stays";
  static constexpr int threads = 2;
  relacy::atomic<unsigned> count{0};
  void thread(unsigned) { count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
  void after() { relacy::check(count.load(std::memory_order_relaxed) == 2, "both have counted"); }
};

struct nothing_is_overwritten_again : nothing_is_overwritten {};

struct many_steps_end {
  static constexpr const char* claim = "T3: two threads with forty steps each end";
  static constexpr int threads = 2;
  counter c;
  void thread(unsigned) {
    for (int i = 0; i != 40; ++i) c.add_one();
  }
};

struct expiry_vs_hand_over;  // left out, for the reason that why_not.hpp has for it

}  // namespace

int main(int argc, char** argv) {
  using right = scenario_list<every_increment_counts, nothing_is_overwritten, nothing_is_overwritten_again, many_steps_end>;
  return decltype(right() + scenario_sets<types<>, types<expiry_vs_hand_over>>())::run(argc, argv);
}
