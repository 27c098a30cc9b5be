// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_EXECUTION_HPP
#define WEIR_VERIFY_CHECK_EXECUTION_HPP

#include <weir/verify/check/code_of_files.hpp>
#include <weir/verify/check/ended_memory.hpp>
#include <weir/verify/check/failure.hpp>
#include <weir/verify/check/history.hpp>
#include <weir/verify/check/limits.hpp>
#include <weir/verify/check/scratch.hpp>
#include <weir/verify/check/shadow.hpp>
#include <weir/verify/check/strand.hpp>
#include <weir/verify/support/strategy.hpp>

#include <algorithm>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace weir::verify::checked {

using checker::choice;

/// One execution of the program under check: its threads, whose turn it is, and the time. Everything that is not the program's is in here, so that
/// the program's variables can be given their first values again around it.
struct execution {
  bool user = false;  ///< code of the program runs, and not the checker's
  bool recording = false;  ///< a history is kept
  std::uint32_t number = 0;
  std::uint32_t steps = 0;
  std::uint32_t uninterrupted = 0;  ///< steps since the running thread got its turn
  std::uint32_t since_expiry = 0;  ///< steps since time last went on by itself
  std::uint32_t clock_readings = 0;
  std::uint32_t yields_ignored = 0;  ///< that are still to be
  bool yields_met = false;  ///< in this execution
  std::int64_t now = 0;
  unsigned timeouts = 0;  ///< waits that may still expire before they must
  unsigned spurious = 0;  ///< wakes for no reason that may still come
  std::uint64_t schedule = 0;  ///< a hash of the decisions
  std::uint64_t deeds = 0;  ///< and of what was done
  std::uint32_t fence_step = 0;
  clock fences;  ///< what had happened before any sequentially consistent fence
  bool fences_used = false;
  code_of_files racy;  ///< its plain accesses count as atomic: each is a step
  limits bounds;

  unsigned current = 0;
  unsigned threads = 0;
  strand all[max_threads];
  const void* coming[max_threads];  ///< the object of each thread's next step
  fiber host;
  thread_locals locals;
  shadow memory;
  ended_memory ended_parts;
  scratch room;
  history past;
  failure ended;
  checker::strategy* plan = nullptr;
  std::uintptr_t place = 0;  ///< where in the code memory was last touched
  std::vector<std::uintptr_t> failed_in;  ///< where the execution failed, innermost first; of one with a history
  std::uintptr_t watched = 0;  ///< the word whose accesses are steps of the history
  std::uint8_t watched_bytes = 0;

  [[nodiscard]] strand& self() { return all[current]; }
  [[nodiscard]] std::uint32_t epoch() { return self().known.happened.of(current); }

  void begin(checker::strategy& p, std::uint64_t i) {
    ++number;
    steps = uninterrupted = since_expiry = clock_readings = yields_ignored = 0;
    yields_met = false;
    now = 0;
    timeouts = bounds.timeouts;
    spurious = bounds.spurious;
    schedule = deeds = 0;
    fence_step = 0;
    fences = {};
    fences_used = false;
    current = threads = 0;
    std::fill(std::begin(coming), std::end(coming), nullptr);
    ended = {};
    ended_parts.begin();
    place = 0;
    room.begin();
    if (recording) past.begin();
    plan = &p;
    p.begin(i);
  }

  /// A new thread that knows what its creator does; nothing if there are too many.
  strand* add(void* (*start)(void*), void* argument, fiber::body run) {
    if (threads == max_threads) return nullptr;
    strand& s = all[threads];
    s.clear();
    if (!s.flow.made()) s.flow.make(threads, locals);
    s.flow.begin(run, locals);
    s.start = start;
    s.argument = argument;
    s.state = strand::status::ready;
    s.ready_since = steps;
    if (threads != 0) s.known = self().known;
    s.known.happened.go_on(threads);
    ++threads;
    return &s;
  }

  /// Ends the execution. Nothing is unwound.
  [[noreturn]] void fail(failure::kind k, std::uintptr_t word, const char* format, ...) __attribute__((format(printf, 4, 5))) {
    user = false;
    ended.what = k;
    ended.word = word;
    va_list values;
    va_start(values, format);
    std::vsnprintf(ended.text, sizeof ended.text, format, values);
    va_end(values);
    if (recording) failed_in = calls(place);
    leave();
  }
  [[noreturn]] void leave() {
    user = false;
    fiber::go(host, locals);
  }

  /// The calls that the running thread is in, the innermost first; `pc` is where it is now.
  [[nodiscard]] std::vector<std::uintptr_t> calls(std::uintptr_t pc) {
    std::vector<std::uintptr_t> in{pc};
    const strand& me = self();
    for (std::size_t i = std::min(me.depth, strand::most_frames); i != 0 && in.size() != 24; --i) in.push_back(me.frames[i - 1]);
    return in;
  }

  void mix(std::uint64_t what) { schedule = (schedule ^ what) * 0x9E3779B97F4A7C15ULL + (schedule >> 29); }
  void did(std::uint64_t what) { deeds = (deeds ^ what ^ (std::uint64_t{current} << 56)) * 0x9E3779B97F4A7C15ULL + (deeds >> 31); }

  unsigned choose(unsigned count, choice kind) {
    if (count < 2 || (bounds.newest && (kind == choice::old_value || kind == choice::odd_failure))) return 0;
    const unsigned chosen = plan->choose(count, kind);
    mix(chosen + 64);
    return chosen;
  }

  /// Before a step of the running thread, on the object, if it is on one: any thread may go on instead.
  void turn(const volatile void* object = nullptr, bool yields = false) {
    coming[current] = const_cast<const void*>(object);
    self().in_vain = 0;
    if (yields && goes_on_all_the_same()) yields = false;
    if (++uninterrupted > bounds.stretch()) yields = true;  // a loop that waits must not keep the others from what it waits for
    pass(yields);
  }

  /// The running thread goes on when another lets it, or its deadline comes. False when it came.
  bool block(std::int64_t deadline = strand::never) {
    strand& me = self();
    me.state = strand::status::blocked;
    me.deadline = deadline;
    me.expired = false;
    me.blocked_at = steps;
    me.same_reads = 0;
    ++me.in_vain;
    if (recording && past.size() != 0) past.entries().back().step.sleeps = true;
    pass(false);
    return !me.expired;
  }
  void wake(unsigned t) {
    all[t].state = strand::status::ready;
    all[t].ready_since = steps;
    all[t].deadline = strand::never;
    all[t].woken_by = recording ? past.size() - 1 : -1;
    constexpr unsigned patience = 10;
    if (all[t].in_vain > patience) uninterrupted = bounds.stretch();  // others were faster each time: the running thread gives way
  }
  /// All threads of the set, which is empty then.
  void wake_all(thread_set& set) {
    for (unsigned t = 0; set.any(); ++t) {
      if (set.test(t)) wake(t);
      set.reset(t);
    }
  }
  /// Whether all threads are over but the running one.
  [[nodiscard]] bool is_last() const {
    for (unsigned t = 0; t != threads; ++t)
      if (t != current && all[t].state != strand::status::over) return false;
    return true;
  }
  /// The running thread is over: another goes on, or the execution ends if none is left that could.
  [[noreturn]] void finish() {
    self().state = strand::status::over;
    pass(false);
    leave();
  }

 private:
  /// A system lets a thread that asks others to run go on all the same, if it has a processor to spare: so do some executions, for a number of times. What
  /// another thread is about to do is not done then when the asking ends, and the thread begins to wait.
  bool goes_on_all_the_same() {
    if (!yields_met) {
      yields_met = true;
      yields_ignored = choose(2, choice::odd_failure) == 0 ? 0 : bounds.stretch();
    }
    return yields_ignored != 0 && yields_ignored-- != 0;
  }

  void expire(unsigned t) {
    strand& s = all[t];
    if (s.deadline > now) now = s.deadline;
    wake(t);
    s.woken_by = -1;
    s.expired = true;
    since_expiry = 0;
  }

  void pass(bool yields) {
    if (++steps > bounds.steps) fail(failure::kind::livelock, 0, "no end after %u steps", bounds.steps);
    now += 1000;
    int running[max_threads];
    int timed[max_threads];
    int ready = 0;
    int waiting = 0;
    unsigned earliest = max_threads;
    unsigned hungry = max_threads;
    for (unsigned t = 0; t != threads; ++t) {
      const strand& s = all[t];
      if (s.state == strand::status::blocked && s.deadline <= now) {
        mix(max_threads + t);
        expire(t);
      }
      if (s.state == strand::status::ready) {
        running[ready++] = static_cast<int>(t);
        if (t != current && steps - s.ready_since > bounds.famine()) hungry = t;
      }
      if (s.state != strand::status::blocked || s.deadline == strand::never) continue;
      timed[waiting++] = static_cast<int>(t);
      if (earliest == max_threads || s.deadline < all[earliest].deadline) earliest = t;
    }
    if (earliest != max_threads && (ready == 0 || ++since_expiry > bounds.patience())) {
      expire(earliest);
      mix(max_threads + earliest);
      if (ready == 0) return go_on(earliest);
      yields = true;
      running[ready++] = static_cast<int>(earliest);
      waiting = 0;
    }
    if (ready == 0) return stuck();
    if (hungry != max_threads) {
      mix(hungry);
      return go_on(hungry);
    }
    const bool can = self().state == strand::status::ready;
    const checker::options o{can ? static_cast<int>(current) : -1, running, ready, timed, timeouts == 0 ? 0 : waiting, yields, coming};
    const int i = o.count() == 1 ? 0 : plan->pick(o);
    if (i < ready) {
      mix(static_cast<unsigned>(running[i]));
      return go_on(static_cast<unsigned>(running[i]));
    }
    const auto late = static_cast<unsigned>(timed[i - ready]);
    --timeouts;
    mix(max_threads + late);
    expire(late);
    go_on(late);
  }

  void go_on(unsigned next) {
    if (next == current) return;
    const unsigned before = current;
    all[before].ready_since = steps;
    current = next;
    uninterrupted = 0;
    fiber::change(all[before].flow, all[next].flow, locals);
  }

  /// No thread can go on. That is the end, if all are over or the others are detached.
  void stuck() {
    for (unsigned t = 0; t != threads; ++t) {
      const strand& s = all[t];
      if (s.state != strand::status::blocked || (s.detached && all[0].state == strand::status::over)) continue;
      if (all[0].state == strand::status::over)
        fail(failure::kind::deadlock, 0, "thread %u waits for ever, and was neither joined nor detached", t);
      fail(failure::kind::deadlock, 0, "every thread waits for another");
    }
    leave();
  }
};

/// All that there is outside the program under check.
inline constinit execution* the_execution = nullptr;

}  // namespace weir::verify::checked

#endif
