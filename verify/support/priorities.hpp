// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_PRIORITIES_HPP
#define WEIR_VERIFY_SUPPORT_PRIORITIES_HPP

#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

namespace weir::verify::checker {

/// Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): the thread of highest random priority runs, and at
/// depth-1 random steps the running thread falls behind all others. Finds a bug of that depth with known probability.
class priorities final : public strategy {
 public:
  /// `learnt` repeats one execution: what describe() said of it, the length of the runs before. After `stretch` steps without a switch the thread
  /// falls behind: a loop that never yields must not run for ever.
  priorities(unsigned depth, std::uint64_t seed, const std::string& learnt, unsigned stretch = usual_stretch)
      : depth_(depth), seed_(seed), first_length_(static_cast<unsigned>(std::strtoul(learnt.c_str(), nullptr, 10))), stretch_(stretch) {}

  void begin(std::uint64_t execution) override {
    if ((execution - 1) % walk_block == 0 || execution_ == 0) {
      longest_ = first_length_;
      step_ = 0;
    }
    longest_ = std::max({longest_, step_, 16U});
    length_ = longest_;  // how long runs are: learnt from earlier ones of the block, so it is part of what repeats this one
    execution_ = execution;
    random_.seed(seed_, execution);
    deal();
    for (unsigned i = 0; i + 1 < depth_; ++i) change_[i] = 1 + random_.below(length_);
    lowest_ = -1;
    step_ = 0;
    since_switch_ = 0;
  }
  int pick(const options& o) override {
    ++step_;
    meet(o);
    if (o.current >= 0) {
      bool falls = o.yields || since_switch_ > stretch_;
      for (unsigned i = 0; i + 1 < depth_; ++i) falls = falls || change_[i] == step_;
      if (falls) {
        to_run_[o.current] = lowest_--;
        since_switch_ = 0;
      }
    }
    int best = 0;
    for (int i = 1; i != o.count(); ++i)
      if (rank(o, i) > rank(o, best)) best = i;
    const bool stays = best < o.running_count && o.running[best] == o.current;
    since_switch_ = stays ? since_switch_ + 1 : 0;
    if (best >= o.running_count) to_expire_[o.timed[best - o.running_count]] = any();  // the thread's next wait gets a chance of its own
    return best;
  }
  unsigned choose(unsigned limit, choice) override { return random_.below(limit); }
  [[nodiscard]] std::string describe() const override {
    return "--seed=" + std::to_string(seed_) + " --execution=" + std::to_string(execution_) + " --learnt=" + std::to_string(length_);
  }

 private:
  static constexpr int few = 32;  ///< threads that begin with different priorities

  int any() { return static_cast<int>(random_.below(2 * few)); }
  /// To the first threads, and to the ends of their waits, all priorities in random order.
  void deal() {
    int order[2 * few];
    std::iota(std::begin(order), std::end(order), 0);
    for (int i = 2 * few - 1; i != 0; --i) std::swap(order[i], order[random_.below(static_cast<unsigned>(i) + 1)]);
    std::copy(order, order + few, to_run_);
    std::copy(order + few, std::end(order), to_expire_);
    met_ = few;
  }
  /// To each further thread any priority.
  void meet(const options& o) {
    const int* const last = std::max_element(o.running, o.running + o.running_count);
    const int* const late = std::max_element(o.timed, o.timed + o.timed_count);
    const int most = std::max(o.running_count == 0 ? 0 : *last, o.timed_count == 0 ? 0 : *late);
    for (; met_ <= most; ++met_) {
      to_run_[met_] = any();
      to_expire_[met_] = any();
    }
  }
  [[nodiscard]] int rank(const options& o, int i) const {  // that a wait expires is ranked like a thread of its own
    return i < o.running_count ? to_run_[o.running[i]] : to_expire_[o.timed[i - o.running_count]];
  }

  unsigned depth_;
  std::uint64_t seed_;
  unsigned first_length_;
  unsigned stretch_;
  unsigned longest_ = 0;
  std::uint64_t execution_ = 0;
  unsigned length_ = 0;
  unsigned step_ = 0;
  unsigned since_switch_ = 0;
  int lowest_ = -1;
  int to_run_[max_threads] = {};  ///< priorities, by thread
  int to_expire_[max_threads] = {};  ///< of the ends of their waits
  int met_ = 0;
  unsigned change_[8] = {};
  generator random_;
};

}  // namespace weir::verify::checker

#endif
