// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ATOMICS_HPP
#define WEIR_VERIFY_CHECK_ATOMICS_HPP

#include <weir/verify/check/execution.hpp>
#include <weir/verify/check/location.hpp>
#include <weir/verify/check/notes.hpp>
#include <weir/verify/check/races.hpp>
#include <weir/verify/check/value.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

// The memory model as an operational one, after Lidbury and Donaldson (POPL 2017) and Norris and Demsky (OOPSLA 2013), with C++20's release
// sequences and total order. Each atomic has its last stores, in the order of execution, which is its modification order. A load may read any that
// coherence and the total order leave. Load buffering and stores that are reordered against the execution (2+2W) do not occur.

namespace weir::verify::checked {

inline location& new_location(execution& e, word& w, std::uintptr_t a, std::size_t size) {
  void* const memory = e.room.take(sizeof(location));
  if (memory == nullptr) e.fail(failure::kind::refused, 0, "one execution has more atomics than there is memory for");
  word_more& m = more_of(e, w);
  auto* const l = static_cast<location*>(memory);
  l->at = a;
  l->size = static_cast<std::uint32_t>(size);
  l->count = 0;
  l->next = m.atomics;
  m.atomics = l;
  // What was there before the first atomic access is as old as everything: each thread that may touch it knows of it.
  stored& s = l->push(e, read_value(a, size));
  s.epoch = 0;
  return *l;
}

/// The atomic of this size at this address. One of another size in the same bytes is forgotten: memory has its newest value.
inline location& location_at(execution& e, std::uintptr_t a, std::size_t size) {
  word& w = word_at(e, a & ~std::uintptr_t{7});
  if (w.more == 0) return new_location(e, w, a, size);
  location** link = &more_of(e, w).atomics;
  const knowledge* inherited = nullptr;
  while (*link != nullptr) {
    location& l = **link;
    if (l.at == a && l.size == size) {
      if (!same(l.newest().held, read_value(a, size)))
        l.push(e, read_value(a, size)).epoch = e.epoch();  // code without instrumentation wrote it
      return l;
    }
    if (l.at < a + size && a < l.at + l.size) {
      if (l.newest().releases) inherited = &l.newest().published;
      *link = l.next;
    } else {
      link = &l.next;
    }
  }
  location& l = new_location(e, w, a, size);
  if (inherited != nullptr) {
    l.newest().releases = true;
    l.newest().published = *inherited;
  }
  return l;
}

inline bool acquires(int order) { return order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order >= __ATOMIC_ACQ_REL; }
inline bool releases(int order) { return order == __ATOMIC_RELEASE || order >= __ATOMIC_ACQ_REL; }
inline bool total(int order) { return order == __ATOMIC_SEQ_CST; }

/// Whether `c` knows of the store, or of a load that read it.
inline bool knows(const clock& c, const stored& s) {
  if (c.has(s.thread, s.epoch)) return true;
  for (unsigned t = 0; t != s.readers; ++t)
    if (s.read_at[t] != 0 && c.has(t, s.read_at[t])) return true;
  return false;
}

/// How many stores before the newest the running thread may read. [atomics.order]/4 with a total order that is the order of execution.
inline unsigned oldest_readable(execution& e, location& l, int order) {
  const knowledge& mine = e.self().known;
  for (unsigned n = 0;; ++n) {
    if (n + 1 == l.known()) return n;
    const stored& s = l.before(n);
    if (knows(mine.happened, s)) return n;
    if (e.fences_used && knows(mine.seen, s)) return n;  // a fence before me, after a fence behind it
    if (s.ordered != 0 && s.ordered <= mine.happened.fence) return n;  // a fence before me, after a step of the order on it
    if (total(order) && (s.ordered != 0 || knows(e.fences, s))) return n;  // I am in the order, after it or a fence behind it
  }
}

/// The running thread has read `s`.
inline void learn(execution& e, stored& s, int order) {
  strand& me = e.self();
  s.is_read(e.current, e.epoch());
  if (total(order) && s.ordered == 0) s.ordered = e.steps;
  if (!s.releases) return;
  if (acquires(order)) return me.known.join(s.published, e.fences_used);
  if (!me.has_pending) me.pending = {};
  me.has_pending = true;
  me.pending.join(s.published, true);
}

/// The running thread's time goes on, so that what it does from here on is not what it has published.
inline void go_on(execution& e) { e.self().known.happened.go_on(e.current); }

/// `seen` is kept only from the first fence on.
inline knowledge all_known(execution& e) {
  knowledge k = e.self().known;
  if (!e.fences_used) k.seen = {};
  return k;
}

/// A new value, that a store or (with what it read in `from`) a read-modify-write gives the atomic.
inline stored& publish(execution& e, location& l, const value& v, int order, const stored* from) {
  strand& me = e.self();
  const bool carries = from != nullptr && from->releases;
  knowledge carried;
  if (carries) carried = from->published;  // push may take its place
  write_value(l.at, l.size, v);
  stored& s = l.push(e, v);
  s.releases = releases(order) || me.has_fenced || carries;
  if (s.releases) {
    if (releases(order))
      s.published = all_known(e);
    else if (me.has_fenced)
      s.published = me.fenced;
    else
      s.published = {};
    if (carries) s.published.join(carried, true);
  }
  if (total(order)) s.ordered = e.steps;
  if (releases(order)) go_on(e);
  return s;
}

}  // namespace weir::verify::checked

#endif
