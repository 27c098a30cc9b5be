// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_LATE_HPP
#define WEIR_VERIFY_GRAPHS_LATE_HPP

#include <weir/verify/graphs/graph.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace weir::verify::execution {

/// Of each thread that waits, since how many events: what it has read since decides that it waits.
using waits = std::vector<std::optional<std::size_t>>;

/// Whether a sleeper was notified since it fell asleep, which is its last write there.
inline bool was_notified(const graph& g, const event& sleeps) {
  const std::vector<event_id>& writes = g.writes_of(sleeps.what.at);
  for (std::size_t p = writes.size() - 1; p != 0 && writes[p].thread != sleeps.id.thread; --p)
    if (g.would_go_on(sleeps.what, writes[p])) return true;
  return false;
}

/// The same, of the threads of a replayed execution.
template <class Threads>
waits waits_of(const Threads& threads) {
  waits since;
  for (const auto& t : threads) since.push_back(t->present ? t->waits_since : std::nullopt);
  return since;
}

/// Whether there is a newer value than what the event has read. What waiting threads wrote in their loops does not count: each is a lock
/// that was taken and given up again.
inline bool has_missed_a_write(const graph& g, const waits& since, const event& e) {
  if (!e.reads()) return false;
  if (e.what.goes_on == condition::cleared) return was_notified(g, e);
  const std::vector<event_id>& writes = g.writes_of(e.what.at);
  for (std::size_t p = g.place_of(e.id) + 1; p < writes.size(); ++p) {
    const std::optional<std::size_t>& loop = since[writes[p].thread];
    if (e.waits || !loop || writes[p].index < *loop) return true;
  }
  return false;
}

/// Whether each waiting thread has seen the newest values, and has not had bad luck: then no thread can ever go on. Otherwise another execution
/// is the one in which it goes on, or waits for good.
inline bool none_is_late(const graph& g, const waits& since) {
  for (unsigned t = 0; t != since.size(); ++t) {
    if (!since[t]) continue;
    for (std::size_t i = *since[t]; i != g.of(t).size(); ++i)
      if (g.of(t)[i].outcome != 0 || has_missed_a_write(g, since, g.of(t)[i])) return false;
  }
  return true;
}

/// Whether a thread waits with a deadline and one more wait may expire: another execution is the one in which it does.
inline bool one_may_expire(const graph& g, const waits& since, unsigned timeouts) {
  unsigned expired = 0;
  bool waits_with_a_deadline = false;
  for (unsigned t = 0; t != since.size(); ++t) {
    for (const event& e : g.of(t)) expired += e.what.does == action::choose && e.what.counts_as == luck::timeout && e.outcome != 0 ? 1 : 0;
    waits_with_a_deadline =
        waits_with_a_deadline || (since[t] && g.of(t).back().what.does == action::read && g.of(t).back().what.counts_as == luck::timeout);
  }
  return waits_with_a_deadline && expired < timeouts;
}

/// Whether no thread can ever go on.
inline bool all_wait_for_ever(const graph& g, const waits& since, unsigned timeouts) {
  return none_is_late(g, since) && !one_may_expire(g, since, timeouts);
}

/// A thread that goes round until another one moves, if there is one: there is a moment from which it goes round for as long as all others stand still.
///
/// What a thread has heard of, which is all before its last event in program order and reads-from, is an execution by itself: the others stand where it
/// has heard of them last, or have not begun. If each read of its last round has read the newest value of that execution, and no exchange has failed for no
/// reason, then the next round can read nothing else, nor can any after it. And no such moment is missed: the others may go on from there while what the
/// thread has read stays, which ends in an execution of the search in which the thread has heard of no more. (A thread has heard, besides, of what an
/// identical one did that was ahead of it when both did the same; but the mirror image is searched in which the identical one is behind.)
///
/// A wait for a lock or a notification is no loop. How a loop ends that yields and counts its rounds is not known. What the thread itself has
/// written in the round is what was there before, or a lock that it has given up again.
template <class Threads>
std::optional<unsigned> goes_round_alone(const graph& g, const Threads& threads) {
  for (unsigned t = 0; t != threads.size(); ++t) {
    const std::optional<std::size_t>& since = threads[t]->waits_since;
    if (!threads[t]->present || !since || threads[t]->goes_round || g.of(t).back().waits) continue;
    const view& heard = g.of(t).back().prefix;
    const auto is_newest = [&](const event& e) {
      if (e.outcome != 0 || !e.reads()) return e.outcome == 0;
      const std::vector<event_id>& writes = g.writes_of(e.what.at);
      return std::none_of(writes.begin() + static_cast<std::ptrdiff_t>(g.place_of(e.id)) + 1, writes.end(),
                          [&](event_id w) { return w.thread != t && heard.has(w); });
    };
    if (std::all_of(g.of(t).begin() + static_cast<std::ptrdiff_t>(*since), g.of(t).end(), is_newest)) return t;
  }
  return std::nullopt;
}

}  // namespace weir::verify::execution

#endif
