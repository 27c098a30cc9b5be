// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_REPLAY_HPP
#define WEIR_VERIFY_GRAPHS_REPLAY_HPP

#include <weir/verify/graphs/arena.hpp>
#include <weir/verify/graphs/fault.hpp>
#include <weir/verify/graphs/identical.hpp>
#include <weir/verify/graphs/late.hpp>
#include <weir/verify/graphs/note.hpp>
#include <weir/verify/graphs/numbering.hpp>
#include <weir/verify/graphs/objects.hpp>
#include <weir/verify/graphs/program.hpp>
#include <weir/verify/graphs/strand.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weir::verify::execution {

/// Ordinary code as a program of the search. Each thread is a fiber, which stops where it makes a step and continues when the
/// step is in the graph, with the value that it has read there. After the graph has changed, all fibers begin again and are given
/// what is in the graph, each step after those that it follows.
class replay {
 public:
  using body = strand::body;
  /// Thread 0 runs `main(argument)`, for each execution anew. In each, so many waits may expire.
  replay(body main, void* argument, unsigned timeouts) : main_(main), argument_(argument), timeouts_(timeouts) {}
  replay(const replay&) = delete;
  replay& operator=(const replay&) = delete;

  std::optional<step> next(const graph& g) {
    graph_ = &g;
    if (std::exchange(begins_, false)) begin();
    for (bool moves = true; std::exchange(moves, false) && !fault_;)
      for (unsigned t = 0; t < threads_.size() && !fault_; ++t)
        while (!fault_ && threads_[t]->present && threads_[t]->done != g.of(t).size() && followed_are_done(t)) {
          go_on(t);
          moves = true;
        }
    if (!fault_ && g.added().size() >= most_steps)
      wrong(fault::kind::endless, "a thread may repeat its steps without end: an execution has " + std::to_string(most_steps), {"", "", 0});
    if (fault_) return std::nullopt;
    std::optional<step> waits;
    for (unsigned t = 0; t != threads_.size(); ++t) {
      const strand& s = *threads_[t];
      if (!s.present || s.ended || s.waits_since || (s.joins && !threads_[*s.joins]->ended)) continue;
      if (!g.would_wait(t, wanted(t))) return step{t, wanted(t)};
      if (!waits) waits = step{t, wanted(t)};
    }
    if (waits) return waits;
    for (unsigned t = 0; t != threads_.size(); ++t)  // no other thread will change anything, so it may find out how its loop ends
      if (threads_[t]->present && !threads_[t]->ended && threads_[t]->goes_round && stuck()) return step{t, wanted(t)};
    return std::nullopt;
  }
  void rewound() { begins_ = true; }

  /// What was wrong with the execution, if anything.
  [[nodiscard]] const fault& found() const { return fault_; }
  /// Every thread has ended.
  [[nodiscard]] bool complete() const {
    return std::all_of(threads_.begin(), threads_.end(), [](const auto& s) { return !s->present || s->ended; });
  }
  /// Threads wait, and no execution that goes on from here helps them.
  [[nodiscard]] bool stuck() const { return !complete() && all_wait_for_ever(*graph_, waits_of(threads_), timeouts_); }
  /// A failure, where no loop may wait: a thread goes round until another one moves.
  [[nodiscard]] fault of_waiting() const {
    const std::optional<unsigned> t = goes_round_alone(*graph_, threads_);
    return t ? fault{fault::kind::waits, "a thread goes round until another one moves", threads_[*t]->at, *t} : fault{};
  }
  /// Whether a thread has no next step after this event, which is its last.
  [[nodiscard]] bool waits_at(event_id e) const { return threads_[e.thread]->waits_since && e.index + 1U == threads_[e.thread]->done; }

  // For the objects of the platform, in a fiber:
  using answer = strand::answer;
  /// Makes a step, with the object if there is one.
  [[gnu::noinline]] answer perform(const label& what, platform::where at, std::optional<object> with = {}) {
    strand& me = *threads_[current_];
    me.wants(what, at, with);
    leave();
    return me.heard;
  }
  /// Does `f` on the checker's stack. Whatever counts along is looked at there only: a word of it that is left on the thread's stack would make
  /// each round of a loop look like another one.
  template <class F>
  [[gnu::noinline]] void aside(F f) {
    strand& me = *threads_[current_];
    me.errand = [](void* function) { (*static_cast<F*>(function))(); };
    me.errand_argument = &f;
    leave();
  }
  /// Starts a thread.
  unsigned start(body run, void* argument, platform::where at) {
    label begins{.does = action::join, .order = std::memory_order_relaxed, .about = thing::thread};
    perform(begins, at);
    begins.after = last(current_)->id;
    const outside_the_arena checker;
    const unsigned t = names_.of(current_, threads_[current_]->starts++);
    if (t >= max_threads) fail(fault::kind::limits, "the executions have more threads together than the search has places for", at);
    make(t, run, argument);
    threads_[t]->begins = begins;
    return t;
  }
  void join(unsigned other, platform::where at) {
    threads_[current_]->joins = other;
    perform({.does = action::join, .order = std::memory_order_relaxed, .operand = other, .about = thing::thread}, at);
    threads_[current_]->joins.reset();
  }
  /// The second of these threads, neither of which has made a step, does the same as the first.
  void identical(unsigned first, unsigned second) {
    threads_[second]->like = first;
    threads_[first]->has_twin = threads_[second]->has_twin = true;
  }
  /// A number below n; all but 0 count against the budget.
  unsigned choose(unsigned n, luck counts_as, platform::where at) {
    return perform({.does = action::choose, .order = std::memory_order_relaxed, .operand = n, .counts_as = counts_as}, at).outcome;
  }
  /// A location that no object has had in this execution.
  location new_location() {
    location l = 0;
    aside([&] { l = locations.of(current_, threads_[current_]->locations++); });
    return l;
  }
  static constexpr location clock_location = 0;  ///< one that is there in every execution
  [[nodiscard]] static bool in_thread() { return the_allocating.in_thread; }
  [[nodiscard]] void*& slot() {
    if (threads_[current_]->has_twin) fail(fault::kind::not_identical, "a thread asks which one it is", platform::where::current());
    return threads_[current_]->slot;
  }
  /// The current thread's number.
  [[nodiscard]] unsigned current() const { return current_; }

  /// The current thread lets others go first. A loop that waits is found without it, unless it counts its rounds; it must make steps.
  void yields(platform::where at) {
    aside([&] {
      if (++plain_ == most_accesses) wrong(fault::kind::endless, "livelock: a thread yields, and makes no step", at);
      threads_[current_]->yields(at, graph_->of(current_));
    });
  }

  /// Ends the execution as a failure. Nothing is unwound.
  [[noreturn]] void fail(fault::kind what, const std::string& reason, platform::where at) {
    aside([&] { wrong(what, reason, at); });
    __builtin_unreachable();
  }

  // For these objects, on the checker's stack:
  objects all_objects;
  numbering locations;  ///< by what makes them: a thread, or what is at a place of the arena
  /// Its number is how many events the current thread has done.
  [[nodiscard]] moment now() const { return {current_, threads_[current_]->done}; }
  /// Tells of a moment whether it happens before what the current thread does now.
  [[nodiscard]] auto past() const {
    return [this](moment m) {
      if (m.thread == current_) return true;
      const event* e = last(current_);
      return e != nullptr && e->before.count(m.thread) > m.number;
    };
  }
  /// The current thread accesses plain data.
  void accessed(const void* cell, bool writes, platform::where at) {
    if (writes) changed(false);
    if (++plain_ == most_accesses) wrong(fault::kind::endless, "livelock: 100 000 accesses of plain data", at);
    if (recording) notes.push_back({current_, std::nullopt, at, cell, writes});
  }
  /// What the current thread has done since it yielded last.
  [[nodiscard]] vain_rounds& rounds() { return threads_[current_]->vain; }
  /// The execution is a failure, and goes no further. Of several reasons the first counts.
  void wrong(fault::kind what, const std::string& reason, platform::where at) {
    if (!fault_) fault_ = {what, reason, at, current_};
  }

  bool recording = false;
  std::uint64_t turns = 0;  ///< grows whenever a thread goes on
  std::vector<note> notes;  ///< what happened, in an order in which it can: filled while `recording`

 private:
  static constexpr std::size_t most_steps = 2'000, most_accesses = 100'000;

  /// Back to the search, until the thread goes on. What is above on its stack is the state of the thread; what is below is blank when it goes on.
  [[gnu::noinline]] void leave() {
    __builtin_unwind_init();
    strand& me = *threads_[current_];
    the_allocating.in_thread = false;
    me.stops(static_cast<const char*>(__builtin_frame_address(0)));
    sim::context::change(me.fiber, host_);
    blank_below();
  }
  /// Runs the current thread until it comes to a step, or ends.
  void resume() {
    strand& me = *threads_[current_];
    for (bool again = true; again && !fault_;) {
      ++turns;
      the_allocating = {true, current_};
      sim::context::change(host_, me.fiber);
      const body errand = std::exchange(me.errand, nullptr);
      if ((again = errand != nullptr)) errand(me.errand_argument);
    }
    if (fault_ || !std::exchange(me.arrives, false)) return;
    if (const std::string why = me.seems_endless(); !why.empty())
      return wrong(fault::kind::endless, "a loop that never ends, or not soon: " + why, me.at);
    if (me.waits_since || me.joins || (me.wanted.about == thing::mutex && !me.wanted.reads()) || me.will_change(graph_->of(current_)))
      return;
    me.waits_since = me.loops.arrives(fingerprint(me.edge, me.fiber.top()), me.done);
  }

  void begin() {
    the_arena.clear();
    for (const auto& s : threads_) s->forget();
    notes.clear();
    fault_ = {};
    all_objects.clear();
    plain_ = 0;
    make(0, main_, argument_);
    threads_[0]->begins = {.does = action::join, .order = std::memory_order_relaxed, .about = thing::thread};
  }
  void make(unsigned t, body run, void* argument) {
    while (threads_.size() <= t) threads_.push_back(std::make_unique<strand>());
    threads_[t]->begin(run, argument, &replay::run, this);
  }

  static void run(void* self) {
    strand& me = *static_cast<strand*>(self);
    replay& owner = *static_cast<replay*>(me.owner);
    if (const std::string thrown = me.runs(); !thrown.empty()) owner.fail(fault::kind::claim, thrown, platform::where::current());
    owner.perform({.does = action::join, .order = std::memory_order_relaxed, .about = thing::thread}, {"", "", 0});  // all is before a join
    me.ended = true;
    owner.leave();
  }

  /// The current thread has changed what others, or itself, may see; or only may have.
  void changed(bool surely = true) {
    threads_[current_]->changed(surely);
    the_arena.shows(current_);
  }
  [[nodiscard]] const event* last(unsigned t) const { return threads_[t]->done == 0 ? nullptr : &graph_->of(t)[threads_[t]->done - 1]; }

  [[nodiscard]] label wanted(unsigned t) const {
    const strand& me = *threads_[t];
    label what = me.done == 0 ? me.begins : me.wanted;
    what.like = static_cast<std::uint16_t>(me.like);
    if (me.joins) what.after = graph_->of(*me.joins).back().id;
    return what;
  }

  [[nodiscard]] bool followed_are_done(unsigned t) const {
    const event& e = graph_->of(t)[threads_[t]->done];
    return e.from.is_initial() || (e.from.thread < threads_.size() && e.from.index < threads_[e.from.thread]->done);
  }

  /// Gives the thread its next event, and runs it to its next step.
  void go_on(unsigned t) {
    strand& me = *threads_[t];
    const event& e = graph_->of(t)[me.done];
    current_ = t;
    if (e.what != wanted(t)) return wrong(fault::kind::differs, "the program did something else when it ran again", me.at);
    if (const event* twin = graph_->twin_of(e); twin != nullptr && !may_be_identical(e.what, twin->what))
      return wrong(fault::kind::not_identical, "threads that the scenario calls identical do not do the same", me.at);
    if (recording) notes.push_back({t, e.id, me.at, nullptr, false});
    ++me.done;
    ++me.idle;
    me.goes_round = false;
    me.waits_since.reset();
    if (e.waits) {
      me.waits_since = me.done - 1;
      return;
    }
    if (e.what.about == thing::mutex)
      e.reads() ? me.loops.locks(e.what.at, e.id.index) : me.loops.unlocks(e.what.at);
    else if (e.changes())
      changed();
    if (me.with && !all_objects.used(*me.with, {t, e.id.index}))
      wrong(fault::kind::destroyed, "an object is used after its destruction", me.at);
    me.heard = {e.found, e.outcome, e.writes, e.reads() && e.from.is_initial()};
    resume();
  }

  const body main_;
  void* const argument_;
  const unsigned timeouts_;
  const graph* graph_ = nullptr;
  sim::host host_;
  std::vector<std::unique_ptr<strand>> threads_;
  unsigned current_ = 0;
  std::size_t plain_ = 0;
  bool begins_ = true;
  numbering names_;  // of threads, by who starts them
  fault fault_;
};

inline replay* the_replay = nullptr;

}  // namespace weir::verify::execution

#endif
