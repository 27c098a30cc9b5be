// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_PRIORITIES_HPP
#define WEIR_VERIFY_SUPPORT_PRIORITIES_HPP

#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

namespace weir::verify::checker {

/// Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): the thread of highest random priority runs, and at
/// depth-1 random steps the running thread falls behind all others. Finds a bug of that depth with known probability.
class priorities final : public strategy {
 public:
  /// `learnt` repeats one execution: what describe() said of it, the length of the runs before.
  priorities(unsigned depth, std::uint64_t seed, const std::string& learnt)
      : depth_(depth), seed_(seed), first_length_(static_cast<unsigned>(std::strtoul(learnt.c_str(), nullptr, 10))) {}

  void begin(std::uint64_t execution) override {
    if ((execution - 1) % walk_block == 0 || execution_ == 0) {
      longest_ = first_length_;
      step_ = 0;
    }
    longest_ = std::max({longest_, step_, 16U});
    length_ = longest_;  // how long runs are: learnt from earlier ones of the block, so it is part of what repeats this one
    execution_ = execution;
    random_.seed(seed_, execution);
    for (int i = 0; i != 2 * max_threads; ++i) priority_[i] = i;
    for (int i = 2 * max_threads - 1; i != 0; --i) std::swap(priority_[i], priority_[random_.below(static_cast<unsigned>(i) + 1)]);
    for (unsigned i = 0; i + 1 < depth_; ++i) change_[i] = 1 + random_.below(length_);
    lowest_ = -1;
    step_ = 0;
    since_switch_ = 0;
  }
  int pick(const options& o) override {
    ++step_;
    if (o.current >= 0) {
      bool falls = o.yields || since_switch_ > 200;  // the second: a loop that never yields must not run for ever
      for (unsigned i = 0; i + 1 < depth_; ++i) falls = falls || change_[i] == step_;
      if (falls) {
        priority_[o.current] = lowest_--;
        since_switch_ = 0;
      }
    }
    int best = 0;
    for (int i = 1; i != o.count(); ++i)
      if (rank(o, i) > rank(o, best)) best = i;
    const bool stays = best < o.running_count && o.running[best] == o.current;
    since_switch_ = stays ? since_switch_ + 1 : 0;
    if (best >= o.running_count) {  // an expired wait: the thread's next wait gets a chance of its own
      priority_[max_threads + o.timed[best - o.running_count]] = static_cast<int>(random_.below(2 * max_threads));
    }
    return best;
  }
  unsigned choose(unsigned limit, choice) override { return random_.below(limit); }
  [[nodiscard]] std::string describe() const override {
    return "--seed=" + std::to_string(seed_) + " --execution=" + std::to_string(execution_) + " --learnt=" + std::to_string(length_);
  }

 private:
  [[nodiscard]] int rank(const options& o, int i) const {  // that a wait expires is ranked like a thread of its own
    return i < o.running_count ? priority_[o.running[i]] : priority_[max_threads + o.timed[i - o.running_count]];
  }

  unsigned depth_;
  std::uint64_t seed_;
  unsigned first_length_;
  unsigned longest_ = 0;
  std::uint64_t execution_ = 0;
  unsigned length_ = 0;
  unsigned step_ = 0;
  unsigned since_switch_ = 0;
  int lowest_ = -1;
  int priority_[2 * max_threads] = {};
  unsigned change_[8] = {};
  generator random_;
};

}  // namespace weir::verify::checker

#endif
