// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_LATE_HPP
#define WEIR_VERIFY_GRAPHS_LATE_HPP

#include <weir/verify/graphs/graph.hpp>

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

}  // namespace weir::verify::execution

#endif
