// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_STRAND_HPP
#define WEIR_VERIFY_GRAPHS_STRAND_HPP

#include <weir/platform/where.hpp>
#include <weir/verify/graphs/event.hpp>
#include <weir/verify/graphs/label.hpp>
#include <weir/verify/graphs/objects.hpp>
#include <weir/verify/graphs/repetition.hpp>
#include <weir/verify/graphs/vain_rounds.hpp>
#include <weir/verify/simulated/fiber.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace weir::verify::execution {

/// A thread of a replayed execution.
struct strand {
  using body = void (*)(void* argument);
  /// What a thread hears of its step.
  struct answer {
    value found = 0;
    std::uint32_t outcome = 0;
    bool writes = false;
    bool initial = false;  ///< it has read the value from before all writes
  };

  sim::fiber fiber;
  body run = nullptr;
  void* argument = nullptr;
  void* owner = nullptr;
  void* slot = nullptr;  ///< the platform's
  label begins;          ///< its first step
  label wanted;          ///< its next step
  platform::where at{"", "", 0};
  std::optional<object> with;           ///< what its next step is made with, if that is an object
  bool arrives = false;                    ///< it has just come to its next step
  answer heard;                            ///< of its last step
  body errand = nullptr;                   ///< what is to be done for it on the checker's stack
  void* errand_argument = nullptr;
  const char* edge = nullptr;              ///< of its stack, where it has stopped
  unsigned like = event_id::initial;       ///< a thread that does the same and is first, if there is one
  bool has_twin = false;                   ///< this is one of two that do the same
  std::optional<unsigned> joins;           ///< the thread whose end it waits for
  std::optional<std::size_t> waits_since;  ///< it has no next step; what it has read since so many events decides that
  std::size_t done = 0;                    ///< events of the graph that it has been given
  unsigned locations = 0;
  unsigned starts = 0;
  std::size_t idle = 0;  ///< events since it has changed anything
  /// Of a long execution: how often it came to each place in the code with each location.
  std::map<std::tuple<const char*, unsigned, location>, unsigned> visits;
  bool goes_round = false;  ///< it waits in a loop that yields, and that may end by itself
  bool present = false;  ///< it is part of this execution
  bool ended = false;
  repetition loops;
  vain_rounds vain;

  void begin(body f, void* with, void (*main)(void*), void* whose) {
    run = f;
    argument = with;
    owner = whose;
    slot = nullptr;
    like = event_id::initial;
    has_twin = false;
    joins.reset();
    this->with.reset();
    waits_since.reset();
    goes_round = false;
    done = idle = locations = starts = 0;
    visits.clear();
    errand = nullptr;
    arrives = false;
    present = true;
    ended = false;
    loops.begin();
    vain.begin();
    fiber.prepare(main, this);
  }
  /// A new execution begins. The stack is blank then: what a dead variable holds must not differ from run to run, see repetition.
  void forget() {
    if (!present) return;
    present = ended = false;
    done = 0;
    fiber.abandon();
    fiber.wipe(std::exchange(deepest_, nullptr), below);
  }
  /// Runs its function. What left it as an exception, or nothing; the exception is gone by then.
  [[nodiscard]] std::string runs() const {
    try {
      run(argument);
    } catch (const std::exception& e) {
      return std::string("an exception left a thread's function: ") + e.what();
    } catch (...) {
      return "an exception left a thread's function";
    }
    return {};
  }
  /// It comes to its next step, made with this object if there is one.
  void wants(const label& what, platform::where place, std::optional<object> object) {
    wanted = what;
    at = place;
    with = object;
    arrives = true;
  }
  /// It stops, in a function with this frame address that has called __builtin_unwind_init.
  void stops(const char* frame) {
    edge = frame - below_frame_address;
    if (fiber.has(edge)) deepest_ = deepest_ == nullptr ? edge : std::min(deepest_, edge);  // not on a signal's stack
  }
  /// Its next step has been the next so often that it may go round for ever: why that is assumed, or nothing.
  [[nodiscard]] std::string seems_endless() {
    constexpr std::size_t most_idle = 200, some = 100;
    constexpr unsigned most_visits = 100;
    if (idle >= most_idle) return "the thread has made 200 steps and changed nothing, and is never in the same state twice";
    if (done > some && at.line != 0 && ++visits[{at.file, at.line, wanted.at}] > most_visits)
      return "after 100 steps of the thread it has made this one 100 times, and has changed something in each round";
    return {};
  }
  /// It has changed something; or, not surely, it has access to a cell and may change it.
  void changed(bool surely) {
    loops.changed();
    idle = 0;
    if (surely) vain.changed();
  }
  /// These are its events, and those that it is yet to be given change something: it will not come back to the state that it is in.
  [[nodiscard]] bool will_change(const std::vector<event>& events) const {
    return std::any_of(events.rbegin(), events.rend() - static_cast<std::ptrdiff_t>(done), [](const event& e) { return e.changes(); });
  }
  /// It yields; these are its events.
  void yields(platform::where place, const std::vector<event>& events) {
    std::size_t reads = 0;  // a hash of what it has read since it yielded last, but for locks, which it reads from itself
    for (std::size_t i = vain.last(); i < done; ++i)
      if (const event& e = events[i]; e.reads() && e.what.about != thing::mutex) {
        event_id from = e.from;
        while (from.thread == e.id.thread && events[from.index].keeps()) from = events[from.index].from;
        reads = reads * 1'000'003 + (std::size_t{from.thread} << 16) + from.index + 1;
      }
    if (const auto since = vain.yields(place, done, reads)) waits_since = since, goes_round = true;
  }

 private:
  static constexpr std::size_t below = 4096;  // what functions use that make no steps

  const char* deepest_ = nullptr;
};

}  // namespace weir::verify::execution

#endif
