// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SEARCH_STRATEGY_HPP
#define WEIR_VERIFY_SUPPORT_SEARCH_STRATEGY_HPP

#include <weir/verify/support/outside_vector.hpp>
#include <weir/verify/support/share.hpp>
#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weir::verify::checker {

/// Depth-first search through every execution with at most so many preemptions (switches away from a thread that could
/// have gone on) and oddities (loads of an atomic's old value, and compare_exchange_weak failing for no reason). It ends, and then it has
/// seen them all.
///
/// Shared out, the tree is cut below the first few decisions that are not the first choice (deviations): every execution with fewer, and
/// every subtree below so many, is a piece. All processes walk the executions above the cut, for only they show what is below them; so all
/// meet the pieces in the same order, and each enters its own. A cut at a depth would leave nearly everything in one piece: most executions
/// deviate late.
class bounded_search : public strategy {
 public:
  /// Ends an execution whose choices are not those that the same decisions led to before. Does not return.
  using divergence = void (*)();

  bounded_search(int preemptions, int oddities, divergence ends, share mine = {})
      : most_preemptions_(preemptions), most_oddities_(oddities), ends_(ends), mine_(mine), own_(mine.has(0)) {
    for (std::uint64_t n = mine.total; n > 64; n /= 32) ++cut_;
  }

  /// Repeats one execution, by its decisions. A decision that this program does not offer is taken as 0, and strayed() says so.
  void follow(const std::vector<unsigned>& path) {
    following_ = true;
    for (const unsigned index : path) path_.push_back(node{0, index});
  }

  void begin(std::uint64_t) override {
    depth_ = 0;
    preemptions_ = 0;
    oddities_ = 0;
  }
  int pick(const options& o) override {
    const bool goes_on = o.current >= 0 && !o.yields;
    if (goes_on && most_preemptions_ >= 0 && preemptions_ == most_preemptions_) {
      limited_ = true;
      return index_of(o, o.current);
    }
    // The current thread first: the first execution of every subtree is the one without a preemption. After a yield, last, and the next
    // in turn first: of several threads that ask again and again, each lets all others run.
    const int own = o.current >= 0 ? index_of(o, o.current) : -1;
    const bool set_aside = own >= 0 && o.yields;
    const int n = o.count() - (set_aside ? 1 : 0);
    const int chosen =
        n == 1 ? 0 : static_cast<int>(branch(static_cast<unsigned>(n), goes_on ? most_preemptions_ - preemptions_ : unlimited));
    if (own < 0) return chosen;
    if (goes_on) {
      if (chosen == 0) return own;
      ++preemptions_;
      return chosen <= own ? chosen - 1 : chosen;
    }
    return chosen < o.running_count - 1 ? in_turn(o, chosen) : chosen + 1;
  }
  unsigned choose(unsigned limit, choice kind) override {
    if (kind == choice::reuse) return 1;  // freed memory is reused at once: what ABA needs
    if (kind == choice::old_value || kind == choice::odd_failure) {  // 0 is the newest value, or no failure
      if (oddities_ == most_oddities_) {
        limited_ = true;
        return 0;
      }
      const unsigned odd = branch(limit, most_oddities_ - oddities_);
      oddities_ += odd != 0;
      return odd;
    }
    return branch(limit, unlimited);
  }
  bool exhausted() override {
    // A path that ended before its end was not walked again: the same decisions led somewhere else.
    longest_ = std::max(longest_, depth_);
    diverged_ = diverged_ || (depth_ != path_.size() && !following_);
    if (following_) return true;
    path_.resize(depth_, node{0, 0});
    do {
      while (!path_.empty() && path_.back().index + 1 >= path_.back().count) path_.pop_back();
      if (path_.empty()) return true;
      ++path_.back().index;
    } while (!enter());
    return false;
  }
  [[nodiscard]] bool counts() const override { return own_; }
  [[nodiscard]] bool random() const override { return false; }
  /// True when some execution was left out because of a bound: exhausted then means within the bounds.
  [[nodiscard]] bool limited() const { return limited_; }
  /// True when the scenario was seen not to be deterministic: the search is then worth nothing.
  [[nodiscard]] bool diverged() const { return diverged_; }
  /// Decisions of the longest execution.
  [[nodiscard]] std::size_t longest() const { return longest_; }
  /// Why the execution was not that of the path; empty when it was.
  [[nodiscard]] std::string strayed() const {
    if (stray_.count != 0)
      return "decision " + std::to_string(stray_at_ + 1) + " of it is " + std::to_string(stray_.index) + ", and this program offers 0 to " +
             std::to_string(stray_.count - 1) + " there";
    if (following_ && depth_ < path_.size())
      return "it has " + std::to_string(path_.size()) + " decisions, and this program makes " + std::to_string(depth_) + " there";
    return {};
  }
  [[nodiscard]] std::string describe() const override {
    std::string out = "--bound=" + std::to_string(most_preemptions_) + " --path=";
    std::size_t end = depth_;
    while (end != 0 && path_[end - 1].index == 0) --end;  // beyond its end a path is all zeros
    for (std::size_t i = 0, j = 0; i != end; i = j) {
      while (j != end && path_[j].index == path_[i].index) ++j;
      out += (i == 0 ? "" : ".") + std::to_string(path_[i].index) + (j - i == 1 ? "" : "*" + std::to_string(j - i));
    }
    return out;
  }

 protected:
  static constexpr int unlimited = -1;

  /// What is decided where no execution has been before, of `count`. All but 0 take one of the `left` that the bound leaves, unless it is negative.
  virtual unsigned decide(unsigned, int) { return 0; }
  void forget_the_path() { path_.clear(); }
  /// Decisions of the present execution.
  [[nodiscard]] std::size_t length() const { return depth_; }

 private:
  struct node {
    unsigned count;
    unsigned index;
  };

  static int index_of(const options& o, int thread) {
    int i = 0;
    while (o.running[i] != thread) ++i;
    return i;
  }

  /// Of the threads that can run and are not the current one, number `n` after it; the first comes after the last.
  static int in_turn(const options& o, int n) {
    const auto later = [&o](int thread) { return thread < o.current ? thread + max_threads : thread; };
    for (int i = 0;; ++i) {
      const int mine = later(o.running[i]);
      const auto before = std::count_if(o.running, o.running + o.running_count, [&](int t) { return t != o.current && later(t) < mine; });
      if (o.running[i] != o.current && before == n) return i;
    }
  }

  /// Whether the execution that path_ leads to is to be walked.
  bool enter() {
    if (mine_.whole()) return true;
    const auto deviations = std::count_if(path_.begin(), path_.end(), [](const node& n) { return n.index != 0; });
    if (deviations > cut_) return true;
    own_ = mine_.has(++piece_);
    return own_ || deviations < cut_;
  }

  unsigned branch(unsigned count, int left) {
    if (depth_ == path_.size()) path_.push_back({count, decide(count, left)});
    node& n = path_[depth_++];
    if (n.count == 0) {  // a path from the command line does not say how many there were
      n.count = count;
      if (n.index >= count) {
        if (stray_.count == 0) stray_ = n, stray_at_ = depth_ - 1;
        n.index = 0;
      }
    }
    if (n.count != count || n.index >= count) ends_();
    return n.index;
  }

  int most_preemptions_;
  int most_oddities_;
  divergence ends_;
  share mine_;
  std::ptrdiff_t cut_ = 3;  // deviations below which a subtree is a piece: some thousand pieces
  std::uint64_t piece_ = 0;  // the number of the last one met
  bool own_;  // and whether it is one of this process
  outside_vector<node> path_;
  std::size_t depth_ = 0;
  std::size_t longest_ = 0;
  int preemptions_ = 0;
  int oddities_ = 0;
  bool limited_ = false;
  bool diverged_ = false;
  bool following_ = false;
  node stray_{0, 0};  // the first decision of the path that is not offered
  std::size_t stray_at_ = 0;
};

}  // namespace weir::verify::checker

#endif
