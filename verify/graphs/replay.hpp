// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_REPLAY_HPP
#define WEIR_VERIFY_GRAPHS_REPLAY_HPP

#include <weir/platform/where.hpp>
#include <weir/verify/graphs/arena.hpp>
#include <weir/verify/graphs/program.hpp>
#include <weir/verify/simulated/fiber.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
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
  using body = void (*)(void* argument);

  /// Thread 0 runs `main(argument)`, for each execution anew.
  replay(body main, void* argument) : main_(main), argument_(argument) {}
  replay(const replay&) = delete;
  replay& operator=(const replay&) = delete;

  std::optional<step> next(const graph& g) {
    graph_ = &g;
    if (begins_) begin();
    bool moves = true;
    while (moves && fault_.empty()) {
      moves = false;
      for (unsigned t = 0; t < count_ && fault_.empty(); ++t)
        if (threads_[t]->done != g.of(t).size() && followed_are_done(t)) {
          go_on(t);
          moves = true;
        }
    }
    if (fault_.empty() && g.added().size() == most_steps)
      fault_ = "a thread may repeat its steps without end: an execution has 500 of them";
    if (!fault_.empty()) return std::nullopt;
    for (unsigned t = 0; t != count_; ++t)
      if (!threads_[t]->ended && !waits(t) && (!threads_[t]->joins || threads_[*threads_[t]->joins]->ended)) return step{t, wanted(t)};
    return std::nullopt;
  }
  void rewound() { begins_ = true; }

  /// What was wrong with the execution; empty if nothing.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  /// Every thread has ended.
  [[nodiscard]] bool complete() const {
    for (unsigned t = 0; t != count_; ++t)
      if (!threads_[t]->ended) return false;
    return true;
  }
  /// Threads wait, each having seen the newest value: no execution that goes on from here helps them.
  [[nodiscard]] bool stuck() const {
    for (unsigned t = 0; t != count_; ++t)
      if (waits(t) && graph_->place_of(last(t)->id) + 1 != graph_->writes_of(last(t)->what.at).size()) return false;
    return !complete();
  }

  // For the objects of the platform, in a fiber:

  /// Makes a step; answers what it has read, and written.
  const event& perform(const label& what) {
    thread& me = *threads_[current_];
    me.wanted = what;
    leave(me);
    return graph_->of(current_)[me.done - 1];
  }
  /// Starts a thread; only thread 0 may.
  unsigned start(body run, void* argument) {
    label begins{.does = action::join, .order = std::memory_order_relaxed};
    begins.after = perform(begins).id;
    const outside_the_arena checker;
    const unsigned t = make(run, argument);
    threads_[t]->begins = begins;
    return t;
  }
  void join(unsigned other) {
    threads_[current_]->joins = other;
    perform({.does = action::join, .order = std::memory_order_relaxed});
    threads_[current_]->joins.reset();
  }
  /// A location that no object has had in this execution.
  location new_location() {
    const outside_the_arena checker;
    const std::pair<unsigned, unsigned> name{current_, threads_[current_]->locations++};
    return locations_.emplace(name, static_cast<location>(locations_.size())).first->second;
  }

  /// A moment of a thread, between two of its events.
  struct moment {
    unsigned thread = 0;
    std::size_t events = 0;
  };
  [[nodiscard]] moment now() const { return {current_, threads_[current_]->done}; }
  /// Whether it happens before what the current thread does now.
  [[nodiscard]] bool is_past(moment m) const {
    if (m.thread == current_) return true;
    const event* e = last(current_);
    return e != nullptr && e->before.count(m.thread) > m.events;
  }

  /// Ends the execution as a failure. Nothing is unwound.
  [[noreturn]] void fail(const std::string& reason, platform::where at) {
    the_allocating.in_thread = false;
    fault_ = reason + " (thread " + std::to_string(current_) + ", " + at.file + ":" + std::to_string(at.line) + ")";
    leave(*threads_[current_]);
    __builtin_unreachable();
  }

 private:
  static constexpr std::size_t most_steps = 500;

  struct thread {
    sim::fiber stack;
    body run = nullptr;
    void* argument = nullptr;
    replay* owner = nullptr;
    label begins;
    label wanted;
    std::optional<unsigned> joins;
    std::size_t done = 0;  ///< events of the graph that it has been given
    unsigned locations = 0;
    bool started = false;
    bool ended = false;
  };

  /// Back to the search, until the thread goes on.
  void leave(thread& me) {
    the_allocating.in_thread = false;
    sim::context::change(me.stack, host_);
  }

  void begin() {
    begins_ = false;
    the_arena.clear();
    for (unsigned t = 0; t != count_; ++t)
      if (threads_[t]->started && !threads_[t]->ended) threads_[t]->stack.abandon();
    count_ = 0;
    fault_.clear();
    threads_[make(main_, argument_)]->begins = {.does = action::join, .order = std::memory_order_relaxed};
  }

  unsigned make(body run, void* argument) {
    if (count_ == threads_.size()) threads_.push_back(std::make_unique<thread>());
    thread& t = *threads_[count_];
    t.run = run;
    t.argument = argument;
    t.owner = this;
    t.done = 0;
    t.locations = 0;
    t.joins.reset();
    t.started = t.ended = false;
    return count_++;
  }

  static void run(void* self) {
    thread& me = *static_cast<thread*>(self);
    replay& owner = *me.owner;
    try {
      me.run(me.argument);
    } catch (...) {
      owner.fail("an exception left a thread's function", platform::where::current());
    }
    owner.perform(
        {.does = action::join, .order = std::memory_order_relaxed});  // what the thread has done is before this, and so before a join
    me.ended = true;
    owner.leave(me);
  }

  [[nodiscard]] const event* last(unsigned t) const { return threads_[t]->done == 0 ? nullptr : &graph_->of(t)[threads_[t]->done - 1]; }
  [[nodiscard]] bool waits(unsigned t) const {
    const event* e = last(t);
    return e != nullptr && e->what.waits && !e->writes;
  }

  [[nodiscard]] label wanted(unsigned t) const {
    const thread& me = *threads_[t];
    label what = me.done == 0 ? me.begins : me.wanted;
    if (me.joins) what.after = graph_->of(*me.joins).back().id;
    return what;
  }

  [[nodiscard]] bool followed_are_done(unsigned t) const {
    const event& e = graph_->of(t)[threads_[t]->done];
    return e.from.is_initial() || (e.from.thread < count_ && e.from.index < threads_[e.from.thread]->done);
  }

  /// Gives the thread its next event, and runs it to its next step.
  void go_on(unsigned t) {
    thread& me = *threads_[t];
    const event& e = graph_->of(t)[me.done];
    if (e.what != wanted(t)) {
      fault_ = "the program did something else when it ran again";
      return;
    }
    ++me.done;
    if (waits(t)) return;
    if (!me.started) {
      me.started = true;
      me.stack.prepare(&replay::run, &me);
    }
    current_ = t;
    the_allocating = {true, t};
    sim::context::change(host_, me.stack);
  }

  body main_;
  void* argument_;
  const graph* graph_ = nullptr;
  sim::host host_;
  std::vector<std::unique_ptr<thread>> threads_;
  unsigned count_ = 0;
  unsigned current_ = 0;
  bool begins_ = true;
  std::map<std::pair<unsigned, unsigned>, location> locations_;
  std::string fault_;
};

inline replay* the_replay = nullptr;

}  // namespace weir::verify::execution

#endif
