// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_STOP_STATE_HPP
#define WEIR_VERIFY_GRAPHS_STOP_STATE_HPP

#include <weir/verify/graphs/replay.hpp>

#include <cstring>
#include <optional>
#include <stop_token>

namespace weir::verify::execution {

/// What a std::stop_source and its tokens share, as a location of the search: 1 once a stop was requested. What the standard library does with its
/// list of callbacks directly follows an update of it, so the list changes in the order of the graph. Each library locks that list, which is why
/// updates acquire and release.
class stop_state {
 public:
  explicit stop_state(const std::stop_token& token) {
    static_assert(sizeof token == sizeof(void*), "a token is a pointer to what it shares");
    const void* shared = nullptr;
    std::memcpy(&shared, static_cast<const void*>(&token), sizeof shared);
    if (shared == nullptr) return;
    the_replay->aside([this, shared] { at_ = the_replay->locations.of(max_threads, the_arena.place_of(shared)); });
  }
  [[nodiscard]] bool stopped(platform::where at) const {
    return at_ && made({.does = action::read, .order = std::memory_order_acquire}, at);
  }
  /// False if it was stopped before.
  bool stop(platform::where at) const { return at_ && !made(update(change::compare_exchange, 1), at); }
  /// The next thing that the thread does is a change of the list of callbacks. True if it is stopped.
  bool lock(platform::where at) const { return at_ && made(update(change::add, 0), at); }

 private:
  static label update(change how, value operand) {
    return {
        .does = action::update, .order = std::memory_order_acq_rel, .operand = operand, .how = how, .failure = std::memory_order_acquire};
  }
  bool made(label step, platform::where at) const {
    step.at = *at_;
    step.about = thing::atomic;
    return the_replay->perform(step, at).found != 0;
  }

  std::optional<location> at_;  // no value: no stop is possible
};

inline bool stop_requested(const std::stop_token& token, platform::where at) { return stop_state(token).stopped(at); }
inline bool request_stop(std::stop_source& source, platform::where at) {
  if (!stop_state(source.get_token()).stop(at)) return false;
  source.request_stop();
  return true;
}
inline void callbacks_change(const std::stop_token& token, platform::where at) {
  if (stop_state(token).lock(at) != token.stop_requested())
    the_replay->fail(fault::kind::limits, "a stop was requested other than by weir::platform::request_stop", at);
}

}  // namespace weir::verify::execution

#endif
