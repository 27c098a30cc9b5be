// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_OPERATIONS_HPP
#define WEIR_VERIFY_CHECK_OPERATIONS_HPP

#include <weir/verify/check/atomics.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

// The steps of atomics: each is preceded by a turn, in which another thread may go on.

namespace weir::verify::checked {

inline const char* name_of_order(int order) {
  static constexpr const char* names[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  return order >= 0 && order < 6 ? names[order] : "?";
}

inline std::string in(int order) { return std::string(" (") + name_of_order(order) + ")"; }

/// A thread that reads the same value again and again waits for another one.
inline void before_step(execution& e, std::uintptr_t a) {
  constexpr std::uint32_t patience = 8;
  e.turn(reinterpret_cast<const void*>(a), e.self().same_reads >= patience);
}

inline void note_read(execution& e, location& l, unsigned n, int order, std::uintptr_t pc) {
  const stored& s = l.before(n);
  std::string text = "reads " + text_of(s.held, l.size);
  if (n != 0) {
    text += " (old; newest is " + text_of(l.newest().held, l.size);
    text += (l.newest().step >= 0 ? ", step " + std::to_string(l.newest().step) : std::string()) + ")";
  }
  checker::step* const noted = note(e, deed::load, "a", l.at, pc, text + in(order));
  noted->reads_from = s.step;
  noted->old = n != 0;
  noted->misses = n != 0 ? l.newest().step : -1;
}

inline value load(execution& e, std::uintptr_t a, std::size_t size, int order, std::uintptr_t pc) {
  before_step(e, a);
  touch(e, a, size, atomic_read, pc);
  location& l = location_at(e, a, size);
  const unsigned n = e.choose(oldest_readable(e, l, order) + 1, choice::old_value);
  stored& s = l.before(n);
  learn(e, s, order);
  strand& me = e.self();
  const std::uint32_t which = l.count - n;
  me.same_reads = me.last_read == &l && me.last_store == which ? me.same_reads + 1 : 0;
  me.last_read = &l;
  me.last_store = which;
  e.did(a ^ static_cast<std::uint64_t>(s.held) * 31 ^ 1);
  if (e.recording) note_read(e, l, n, order, pc);
  return s.held;
}

inline void note_written(execution& e, location& l, stored& s, deed d, const std::string& what, int reads_from, std::uintptr_t pc) {
  checker::step* const noted = note(e, d, "a", l.at, pc, what);
  noted->result = text_of(s.held, l.size);
  noted->reads_from = reads_from;
  s.step = e.past.size() - 1;
}

inline void store(execution& e, std::uintptr_t a, std::size_t size, const value& v, int order, std::uintptr_t pc) {
  before_step(e, a);
  e.self().same_reads = 0;
  touch(e, a, size, atomic_write, pc);
  location& l = location_at(e, a, size);
  const value was = l.newest().held;
  stored& s = publish(e, l, v, order, nullptr);
  e.did(a ^ static_cast<std::uint64_t>(v) * 31 ^ 2);
  if (e.recording) note_written(e, l, s, deed::store, "writes " + text_of(v, size) + in(order) + ", was " + text_of(was, size), -1, pc);
}

/// Reads the newest value and writes what `change` makes of it, in one step. Returns what was read.
template <class Change>
value modify(execution& e, std::uintptr_t a, std::size_t size, const char* what, Change change, int order, std::uintptr_t pc) {
  before_step(e, a);
  e.self().same_reads = 0;
  touch(e, a, size, atomic_write, pc);
  location& l = location_at(e, a, size);
  const value was = l.newest().held;
  const int from = l.newest().step;
  learn(e, l.newest(), order);
  stored& s = publish(e, l, change(was), order, &l.newest());
  e.did(a ^ static_cast<std::uint64_t>(s.held) * 31 ^ 3);
  if (e.recording)
    note_written(e, l, s, deed::modify, std::string(what) + " " + text_of(was, size) + " -> " + text_of(s.held, size) + in(order), from,
                 pc);
  return was;
}

/// A compare-exchange; `expected` becomes what was read. It can fail on an old value, and a weak one for no reason.
inline bool exchange_if(execution& e, std::uintptr_t a, std::size_t size, value& expected, const value& desired, bool weak, int order,
                        int failing, std::uintptr_t pc) {
  before_step(e, a);
  location& l = location_at(e, a, size);
  unsigned readable = oldest_readable(e, l, failing);
  while (readable != 0 && same(l.before(readable).held, expected)) --readable;  // an exchange that is done reads the newest value
  unsigned n = e.choose(readable + 1, choice::old_value);
  if (n != 0 && same(l.before(n).held, expected)) n = 0;
  const bool odd = weak && n == 0 && same(l.newest().held, expected) && e.choose(2, choice::odd_failure) != 0;
  if (n == 0 && !odd && same(l.newest().held, expected)) {
    e.self().same_reads = 0;
    touch(e, a, size, atomic_write, pc);
    const int from = l.newest().step;
    learn(e, l.newest(), order);
    stored& s = publish(e, l, desired, order, &l.newest());
    e.did(a ^ static_cast<std::uint64_t>(desired) * 31 ^ 4);
    if (e.recording)
      note_written(e, l, s, deed::modify, "compare_exchange " + text_of(expected, size) + " -> " + text_of(desired, size) + in(order), from,
                   pc);
    return true;
  }
  touch(e, a, size, atomic_read, pc);
  stored& s = l.before(n);
  learn(e, s, failing);
  e.self().same_reads = e.self().last_read == &l ? e.self().same_reads + 1 : 0;
  e.self().last_read = &l;
  e.did(a ^ static_cast<std::uint64_t>(s.held) * 31 ^ 5);
  if (e.recording) {
    const std::string found = text_of(s.held, size);
    const std::string wanted = text_of(expected, size);
    std::string text = odd ? "compare_exchange " + wanted + " -> " + text_of(desired, size) + in(failing) + ", fails for no reason"
                           : "compare_exchange finds " + found + " and not " + wanted + in(failing);
    if (n != 0) text += ", an old value; newest is " + text_of(l.newest().held, size);
    checker::step* const noted = note(e, deed::load, "a", a, pc, text);
    noted->reads_from = s.step;
    noted->old = n != 0;
    noted->misses = n != 0 ? l.newest().step : -1;
  }
  expected = s.held;
  return false;
}

inline void fence(execution& e, int order, std::uintptr_t pc) {
  before_step(e, 0);
  strand& me = e.self();
  if (acquires(order) && me.has_pending) {
    me.known.join(me.pending, true);
    me.has_pending = false;
  }
  if (total(order)) {
    if (!e.fences_used) e.fences_used = true;
    me.known.seen.join(e.fences);
    e.fences.join(me.known.happened);
    e.fence_step = e.steps;
    me.known.happened.fence = e.steps;
  }
  if (releases(order)) {
    me.fenced = all_known(e);
    me.has_fenced = true;
    go_on(e);
  }
  e.did(6 + static_cast<std::uint64_t>(order));
  note(e, deed::other, "", 0, pc, std::string("fence") + in(order));
}

}  // namespace weir::verify::checked

#endif
