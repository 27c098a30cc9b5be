// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_PROPERTIES_MODEL_HPP
#define WEIR_VERIFY_PROPERTIES_MODEL_HPP

#include <weir/verify/properties/any_pool.hpp>

#include <cstdint>
#include <deque>
#include <vector>

namespace weir::properties {

/// What a pool has to do, told the simplest way: one event after another, with nothing in between. It says exactly how many
/// workers there are at any time, and what each of them does. Times are nanoseconds since the start.
class model {
 public:
  using time = std::int64_t;

  /// What a post comes to, as far as it is known at once.
  enum class fate { accepted, waits, full, closed, discarded };

  model(const traits& is, unsigned capacity, unsigned min_workers, time idle_after, time max_age);

  /// Everything that happens up to then.
  void advance_to(time then);

  fate post(time lasts, bool try_only);
  void resize(unsigned min_workers, unsigned capacity);
  /// Would that send home some of several idle workers of different age? Which of them go is not promised.
  [[nodiscard]] bool leaves_a_choice(unsigned capacity) const;
  void shutdown();
  /// How many tasks it hands back.
  std::size_t stop();
  bool restart();
  /// When it will return: nothing runs then. Gives what resume() wants.
  std::uint64_t pause(time& returns);
  void resume(std::uint64_t life);
  /// How many tasks it takes back. Not while a submitter waits for room: which of them comes first then is not promised.
  std::size_t purge();
  [[nodiscard]] bool paused() const { return pausers_ != 0 && !closing_; }
  [[nodiscard]] bool paused_with_work() const { return paused() && !queue_.empty(); }
  [[nodiscard]] bool somebody_waits() const { return !line_.empty(); }
  /// The pool has a queue, and so many more tasks fit into it or find a worker.
  [[nodiscard]] bool has_room(std::size_t many) const { return !is_.hands_over && many <= is_.room - queue_.size() + free_workers(); }

  [[nodiscard]] stats counts() const;
  [[nodiscard]] run_state state() const;

 private:
  struct busy_worker {
    time until;
    time born;
  };
  struct idle_worker {
    time since;
    time born;  // never: has run nothing
  };

  void start_idle();
  void start_idle(unsigned most);
  void begin(time lasts);
  void settle();
  void ended(busy_worker who);
  [[nodiscard]] time deadline(time since, time born, time last_left) const;
  [[nodiscard]] bool aged(time born) const;
  [[nodiscard]] time expires_at(const idle_worker& who) const;
  [[nodiscard]] bool may_begin() const;
  /// The workers that a full queue counts as room: the idle ones, and those that could be started.
  [[nodiscard]] std::size_t free_workers() const {
    if (is_.hands_over || paused()) return 0;
    return idle_.size() + (live() < capacity_ ? capacity_ - live() : 0);
  }
  void replace_aged();
  void expire();
  void surplus_leaves();
  [[nodiscard]] time next_expiry() const;
  [[nodiscard]] unsigned live() const { return static_cast<unsigned>(busy_.size() + idle_.size()); }

  traits is_;
  unsigned capacity_;
  unsigned min_workers_;
  time idle_after_;
  time max_age_;
  time last_left_ = 0;
  time now_ = 0;
  bool closing_ = false;
  unsigned pausers_ = 0;
  std::uint64_t life_ = 0;
  std::vector<busy_worker> busy_;
  std::vector<time> helpers_;       // when each submitter that runs its own task will be done
  std::vector<idle_worker> idle_;  // the one used last is at the back
  std::deque<time> queue_;         // how long each task lasts
  std::deque<time> line_;          // the tasks of submitters that wait
  std::uint64_t accepted_ = 0, refused_ = 0, completed_ = 0, discarded_ = 0;
};

}  // namespace weir::properties

#endif
