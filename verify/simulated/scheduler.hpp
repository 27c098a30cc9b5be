// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_SCHEDULER_HPP
#define WEIR_VERIFY_SIMULATED_SCHEDULER_HPP

#include <weir/verify/simulated/decisions.hpp>
#include <weir/verify/simulated/options.hpp>
#include <weir/verify/simulated/strand.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace weir::verify::sim {

/// Runs one world: which simulated thread runs, what the others wait for, and what time it is.
class scheduler {
 public:
  explicit scheduler(world_options options) : options_(std::move(options)), decide_(options_.seed, std::move(options_.schedule)) {}
  scheduler(const scheduler&) = delete;
  scheduler& operator=(const scheduler&) = delete;

  /// The world this code runs in; null outside.
  static scheduler* current() noexcept { return current_; }
  /// The same, for operations that mean nothing outside.
  static scheduler& here(const char* operation);

  outcome run(std::unique_ptr<work_base> main);

  /// An operation begins: another thread may run first.
  void point(const char* doing, where at);
  /// Another thread should run now; if none can, or all that can have yielded again and again and none of them has changed anything, time
  /// passes: they poll.
  void yield(where at);
  /// An operation has changed what threads that poll may look at.
  void changed() noexcept { ++changes_; }
  /// Leaves the processor until woken or, if it is sooner, until the deadline.
  void block(wait_queue& queue, std::int64_t deadline);
  void wake_one(wait_queue& queue);
  void wake_all(wait_queue& queue);
  /// An accident out of the budget `spurious`?
  bool accident();

  strand* start(std::unique_ptr<work_base> work, where at);
  strand& self() noexcept { return *running_; }
  [[nodiscard]] std::int64_t now() noexcept;
  /// Threads that have not finished, without the main one.
  [[nodiscard]] unsigned alive() const noexcept { return alive_; }

  /// True if only the running thread can run.
  [[nodiscard]] bool alone() const noexcept { return ready_.empty(); }

  /// Ends the world. It is left as it is: no simulated thread runs again, nothing on their stacks is destroyed.
  [[noreturn]] void fail(std::string why);

 private:
  static constexpr std::int64_t genesis = 1'000'000'000;  // not 0, which code may take for "never"

  static void body(void* argument);
  [[noreturn]] static void on_terminate();
  void finish();
  strand& add(std::unique_ptr<work_base> work);
  void count(const char* doing, where at);
  void note();
  void choose(const char* doing, where at);
  void switch_to(strand& next);
  strand& next();
  strand& take_ready(std::size_t index);
  void wake(strand& sleeper);
  bool pass_time();
  [[nodiscard]] bool all_poll() const;
  [[nodiscard]] std::string all_threads() const;

  static inline constinit thread_local scheduler* current_ = nullptr;

  world_options options_;
  decisions decide_;
  std::vector<std::unique_ptr<strand>> strands_;
  std::vector<strand*> ready_;  // able to run, without the running one; the first is the plain choice
  std::vector<strand*> timed_;  // blocked with a deadline, in order of registration
  strand* running_ = nullptr;
  host host_;
  std::int64_t now_ = genesis;
  std::uint64_t changes_ = 0;
  unsigned alive_ = 0;
  bool failed_ = false;
  outcome result_;
};

inline scheduler& scheduler::here(const char* operation) {
  if (current_ != nullptr) return *current_;
  std::fprintf(stderr, "weir::verify::simulated: %s outside of a world\n", operation);
  std::abort();
}

inline void scheduler::count(const char* doing, where at) {
  running_->doing = doing;
  running_->at = at;
  result_.fingerprint = (result_.fingerprint ^ (std::uint64_t{running_->id} << 32 | at.line)) * 0x100000001b3u;
  if (++result_.steps > options_.step_limit) {
    fail("livelock: " + std::to_string(options_.step_limit) + " operations and no end" + all_threads());
  }
}

inline void scheduler::note() {
  if (!options_.trace) return;
  result_.trace += "thread " + std::to_string(running_->id) + ": " + running_->doing + " in " + strand::place(running_->at) + '\n';
}

inline void scheduler::point(const char* doing, where at) {
  choose(doing, at);
  note();  // here and not above, so that the trace has the operations in the order in which they take effect
}

inline void scheduler::choose(const char* doing, where at) {
  count(doing, at);
  for (;;) {
    const unsigned others = static_cast<unsigned>(ready_.size());
    const bool clock = options_.early != 0 && !timed_.empty();
    const unsigned choice = decide_.unusual(1 + others + (clock ? 1 : 0));
    if (choice == 0) return;
    if (choice <= others) {
      strand& other = take_ready(choice - 1);
      ready_.push_back(running_);
      return switch_to(other);
    }
    --options_.early;
    pass_time();  // and a thread that this woke may go first
  }
}

inline void scheduler::yield(where at) {
  count("yield", at);
  note();
  strand& me = *running_;
  if (std::exchange(me.quiet, changes_) != changes_) me.yields = 0;
  ++me.yields;
  if (all_poll()) pass_time();
  if (ready_.empty()) return;
  strand& other = take_ready(decide_.among(static_cast<unsigned>(ready_.size())));
  ready_.push_back(running_);
  switch_to(other);
}

/// Twice since anything changed: so each of them has looked once after the last change.
inline bool scheduler::all_poll() const {
  const auto polls = [this](const strand* s) { return s->quiet == changes_ && s->yields >= 2; };
  return ready_.empty() || (polls(running_) && std::all_of(ready_.begin(), ready_.end(), polls));
}

inline void scheduler::block(wait_queue& queue, std::int64_t deadline) {
  strand& me = *running_;
  me.now = strand::condition::blocked;
  me.waits_in = &queue;
  me.deadline = deadline;
  queue.push_back(&me);
  if (deadline != strand::no_deadline) timed_.push_back(&me);
  if (deadline <= now_) wake(me);
  strand& other = next();
  if (&other == &me) return;
  switch_to(other);
}

inline void scheduler::wake(strand& sleeper) {
  std::erase(*sleeper.waits_in, &sleeper);
  if (sleeper.deadline != strand::no_deadline) std::erase(timed_, &sleeper);
  sleeper.waits_in = nullptr;
  sleeper.deadline = strand::no_deadline;
  sleeper.now = strand::condition::ready;
  changed();
  ready_.push_back(&sleeper);
}

inline void scheduler::wake_one(wait_queue& queue) {
  if (!queue.empty()) wake(*queue[decide_.among(static_cast<unsigned>(queue.size()))]);
}

inline void scheduler::wake_all(wait_queue& queue) {
  while (!queue.empty()) wake(*queue.front());
}

inline bool scheduler::accident() {
  if (options_.spurious == 0 || decide_.unusual(2) == 0) return false;
  --options_.spurious;
  return true;
}

/// Moves the clock to the earliest deadline and wakes all that waited for that moment; false when there is no deadline.
inline bool scheduler::pass_time() {
  const auto earlier = [](const strand* a, const strand* b) { return a->deadline < b->deadline; };
  bool any = false;
  while (!timed_.empty()) {
    strand& first = **std::min_element(timed_.begin(), timed_.end(), earlier);  // of equals, the one registered first
    if (any && first.deadline > now_) break;
    now_ = std::max(now_, first.deadline);
    wake(first);
    any = true;
  }
  return any;
}

inline strand& scheduler::next() {
  while (ready_.empty()) {
    if (!pass_time()) fail("deadlock" + all_threads());
  }
  return take_ready(decide_.among(static_cast<unsigned>(ready_.size())));
}

inline strand& scheduler::take_ready(std::size_t index) {
  strand* taken = ready_[index];
  ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(index));
  return *taken;
}

inline void scheduler::switch_to(strand& other) {
  strand& me = *running_;
  running_ = &other;
  context::change(*me.stack, *other.stack);
}

inline std::int64_t scheduler::now() noexcept {
  // Counted, so that a loop that does nothing but read the clock is found. Time stands still while any thread can run.
  if (running_ != nullptr) count(running_->doing, running_->at);
  return now_;
}

}  // namespace weir::verify::sim

#include <weir/verify/simulated/lifecycle.hpp>  // the other half of the members

#endif
