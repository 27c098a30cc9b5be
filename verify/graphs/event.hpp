// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_EVENT_HPP
#define WEIR_VERIFY_GRAPHS_EVENT_HPP

#include <weir/verify/graphs/label.hpp>
#include <weir/verify/graphs/view.hpp>

#include <cstdint>

namespace weir::verify::execution {

/// One step that a thread has made, and what follows from the events before it in program order and reads-from. A
/// compare_exchange that finds another value is an event that reads and does not write.
struct event {
  event_id id;
  label what;
  std::uint32_t stamp = 0;  ///< grows in the order in which events were added to the graph
  event_id from;  ///< the write that it reads from, if it reads; the event that a join follows
  value found = 0;  ///< what it has read
  value left = 0;  ///< what it has written
  bool writes = false;
  unsigned outcome = 0;  ///< of those that its label has; the first is 0
  bool waits = false;  ///< what it has read does not let the thread have a next step
  std::uint16_t same_before = 0;  ///< the number of its thread's last event before it that accesses its location, and 1; 0: there is none
  std::uint32_t place = 0;  ///< of a write, its place in its location's modification order; the initial value's is 0
  bool given = false;  ///< of a write: to a step that was there before, and has been taken out, as it would wait
  bool alike = false;  ///< its thread has done the same as an identical one until now

  view prefix;  ///< all before it in program order and reads-from, and in the order of identical threads, and itself
  view before;  ///< all that happens before it, and itself
  view fenced;  ///< what happened before the thread's last release fence
  view pending;  ///< what the thread has read of relaxed reads: an acquire fence makes it happen before
  view released;  ///< of a write: what happens before a read that acquires it

  [[nodiscard]] bool reads() const { return what.reads(); }
  /// It has written what it has read, to be sure that it reads the newest value.
  [[nodiscard]] bool keeps() const { return reads() && writes && left == found; }

  /// It has changed what other threads may see. A mutex is given up again.
  [[nodiscard]] bool changes() const {
    return what.about != thing::mutex && ((writes && !keeps()) || !(what.accesses() || what.does == action::fence));
  }

  /// An identical thread has made the same step, so that the threads cannot be told apart by it.
  [[nodiscard]] bool does_as(const event& twin) const {
    if (reads()) return from == twin.from && outcome == twin.outcome;
    return !writes && (what.does != action::choose || outcome == twin.outcome);
  }

  /// The order that applies: that of failure for a compare_exchange that found another value.
  [[nodiscard]] std::memory_order order() const { return what.does == action::update && !writes ? what.failure : what.order; }
};

/// Sets the views of `e`, which follows `previous` in its thread and reads from `source`, or joins it, and comes after `twin`, an identical thread's
/// step; each may be null. These are
/// the synchronizes-with edges of RC11 with the release sequences of C++20: a release write or a release fence before a
/// write, through any number of updates, to an acquire read or a read before an acquire fence.
inline void set_views(event& e, const event* previous, const event* source, const event* twin) {
  static const event none;
  const event& p = previous != nullptr ? *previous : none;
  e.prefix = p.prefix;
  e.before = p.before;
  e.fenced = p.fenced;
  e.pending = p.pending;
  e.released = {};
  e.prefix.add(e.id);
  e.before.add(e.id);

  if (twin != nullptr) e.prefix.add(twin->prefix);
  const std::memory_order order = e.order();
  if (source != nullptr) {
    e.prefix.add(source->prefix);
    e.pending.add(source->released);
    if (acquires(order)) e.before.add(source->released);
    if (e.what.does == action::join) e.before.add(source->before);
  }
  if (e.what.does == action::fence) {
    if (acquires(order)) e.before.add(e.pending);
    if (releases(order)) e.fenced = e.before;
  }
  if (e.writes) {
    e.released = releases(order) ? e.before : e.fenced;
    if (source != nullptr) e.released.add(source->released);
  }
}

}  // namespace weir::verify::execution

#endif
