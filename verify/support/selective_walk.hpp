// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SELECTIVE_WALK_HPP
#define WEIR_VERIFY_SUPPORT_SELECTIVE_WALK_HPP

#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>

namespace weir::verify::checker {

/// Selectively uniform random walk (SURW; Zhao et al., ASPLOS 2025): an execution is about one object, an atomic or a lock, and the orders of
/// the threads' steps on it are about equally likely, however many other steps the threads have. Which object, and how many steps each thread
/// has on it, is learnt from the execution before: a random one of its steps says which. The first of a block goes on with any thread.
class selective_walk final : public strategy {
 public:
  /// `learnt` repeats one execution: what describe() said of it, the object and the threads' steps on it. Empty: nothing is known yet. A thread is
  /// meant to have the next step on the object for `stretch` steps at most.
  selective_walk(std::uint64_t seed, const std::string& learnt, unsigned stretch = usual_stretch) : seed_(seed), stretch_(stretch) {
    if (!learnt.empty()) given_ = object_of(learnt);
  }

  void begin(std::uint64_t execution) override {
    if (execution_ == 0)
      about_ = given_;
    else
      about_ = (execution - 1) % walk_block == 0 ? object{} : one_of_the_last(execution);
    random_.seed(seed_, execution);
    execution_ = execution;
    left_ = about_;
    intended_ = -1;
    since_intended_ = steps_ = met_ = 0;
    std::fill(std::begin(numbers_), std::end(numbers_), 0);
  }
  int pick(const options& o) override {
    if (o.timed_count != 0 && (o.running_count == 0 || static_cast<int>(random_.below(8)) < std::min(o.timed_count, 4)))
      return o.running_count + static_cast<int>(random_.below(static_cast<unsigned>(o.timed_count)));
    const int next = about_.number == 0 ? static_cast<int>(random_.below(static_cast<unsigned>(o.running_count))) : selected(o);
    note(o.running[next], o.coming[o.running[next]]);
    return next;
  }
  unsigned choose(unsigned limit, choice) override { return random_.below(limit); }
  [[nodiscard]] std::string describe() const override {
    std::string said = "--seed=" + std::to_string(seed_) + " --execution=" + std::to_string(execution_);
    if (about_.number == 0) return said;
    said += " --learnt=" + std::to_string(about_.number);
    const unsigned* const end = std::find_if(std::rbegin(about_.steps), std::rend(about_.steps), [](unsigned n) { return n != 0; }).base();
    for (const unsigned* n = about_.steps; n != end; ++n) said += "," + std::to_string(*n);
    return said;
  }

 private:
  struct object {
    const void* at = nullptr;
    unsigned number = 0;  ///< they are numbered as threads first step on them; 0: none
    unsigned steps[max_threads] = {};
  };
  static constexpr unsigned most = 100;  ///< objects of an execution that are told apart
  static constexpr unsigned places = 256;

  static object object_of(const std::string& said) {
    object o;
    char* rest = nullptr;
    o.number = static_cast<unsigned>(std::strtoul(said.c_str(), &rest, 10));
    for (unsigned t = 0; t != max_threads && *rest == ','; ++t) o.steps[t] = static_cast<unsigned>(std::strtoul(rest + 1, &rest, 10));
    return o;
  }

  /// A thread's step on the object waits, unless the thread is meant to have the next step on it. That thread may itself wait in a loop for what
  /// follows the other's step: where it yields, or has had many other steps, another thread is meant.
  int selected(const options& o) {
    const auto is_about = [&](int thread) { return number_of(o.coming[thread]) == about_.number; };
    const bool loops = (o.yields && o.current == intended_) || since_intended_++ > stretch_;
    if (loops || std::find(o.running, o.running + o.running_count, intended_) == o.running + o.running_count) {
      // It may have had its many steps of the execution before in such a loop: the others are not to wait as long.
      if (loops && intended_ >= 0) left_.steps[intended_] /= 2;
      intended_ = next_by_steps_left(o, loops && o.running_count > 1 ? intended_ : -1);
      since_intended_ = 0;
    }
    int allowed[max_threads];
    unsigned count = 0;
    for (int i = 0; i != o.running_count; ++i)
      if (o.running[i] == intended_ || !is_about(o.running[i])) allowed[count++] = i;
    const int next = allowed[random_.below(count)];
    const int thread = o.running[next];
    if (is_about(thread)) {
      if (left_.steps[thread] != 0) --left_.steps[thread];
      intended_ = -1;
    }
    return next;
  }
  int next_by_steps_left(const options& o, int other_than) {
    const auto weight = [&](int i) { return o.running[i] == other_than ? 0 : left_.steps[o.running[i]] + 1; };
    unsigned all = 0;
    for (int i = 0; i != o.running_count; ++i) all += weight(i);
    unsigned n = random_.below(all);
    for (int i = 0;; ++i) {
      const unsigned own = weight(i);
      if (n < own) return o.running[i];
      n -= own;
    }
  }

  /// The number of the object there; of one that was not met, the next. 0 if there is none, or too many.
  unsigned number_of(const void* at) {
    if (at == nullptr) return 0;
    std::size_t i = reinterpret_cast<std::uintptr_t>(at) / 8 * 0x9E3779B97F4A7C15ULL >> 56;
    for (; numbers_[i] != 0; i = (i + 1) % places)
      if (objects_[numbers_[i]].at == at) return numbers_[i];
    if (met_ == most) return 0;
    numbers_[i] = static_cast<unsigned char>(++met_);
    objects_[met_] = {at, met_, {}};
    return met_;
  }
  void note(int thread, const void* at) {
    const unsigned number = number_of(at);
    if (number == 0) return;
    ++objects_[number].steps[thread];
    ++steps_;
  }
  object one_of_the_last(std::uint64_t execution) {
    if (steps_ == 0) return {};
    random_.seed(~seed_, execution);
    unsigned n = random_.below(steps_);
    for (unsigned number = 1;; ++number)
      for (const unsigned own : objects_[number].steps) {
        if (n < own) return objects_[number];
        n -= own;
      }
  }

  std::uint64_t seed_;
  unsigned stretch_;
  std::uint64_t execution_ = 0;
  object given_;
  object about_;
  object left_;  ///< what is left of its steps
  int intended_ = -1;  ///< the thread that is to have the next step on it
  unsigned since_intended_ = 0;
  unsigned steps_ = 0;
  unsigned met_ = 0;
  object objects_[most + 1];  ///< by number
  unsigned char numbers_[places] = {};  ///< of objects, by their addresses
  generator random_;
};

}  // namespace weir::verify::checker

#endif
