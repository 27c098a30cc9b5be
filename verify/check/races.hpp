// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_RACES_HPP
#define WEIR_VERIFY_CHECK_RACES_HPP

#include <weir/verify/check/execution.hpp>
#include <weir/verify/check/location.hpp>
#include <weir/verify/check/notes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Data races by happens-before, as in FastTrack (Flanagan and Freund, PLDI 2009), but with every record that can still matter, by bytes: two
// accesses of the same byte, one of them a write and one of them plain, that no order of the memory model puts one after the other.

namespace weir::verify::checked {

/// Bits of record::kind.
enum access_kind : std::uint8_t { plain_read = 0, plain_write = 1, atomic_read = 2, atomic_write = 3, freed = 4 };

inline constexpr std::uint8_t as_if_atomic = 2;  ///< added to a kind that is plain

inline bool conflict(std::uint8_t a, std::uint8_t b) { return ((a | b) & 1) != 0 && (a & b & 2) == 0; }
/// Whether whatever conflicts with `a` conflicts with `b` too.
inline bool covers(std::uint8_t b, std::uint8_t a) { return (b & 1) >= (a & 1) && (b & 2) <= (a & 2); }

inline word_more& more_of(execution& e, word& w) {
  if (w.more == 0) {
    void* const memory = e.room.take(sizeof(word_more));
    if (memory == nullptr) e.fail(failure::kind::refused, 0, "one execution needs more memory for its history than there is");
    w.more = e.room.number_of(new (memory) word_more{});
  }
  return *static_cast<word_more*>(e.room.object_of(w.more));
}

/// The execution touches a word for the first time.
[[gnu::noinline]] inline void begin_word(execution& e, word& w, std::uintptr_t a) {
  w = word{};
  w.execution = e.number;
  e.memory.is_touched(a, e.number);
  if (const record* const ended = e.ended_parts.find(a)) w.first[0] = *ended;
}
/// The word at an address, without what other executions left there.
inline word& word_at(execution& e, std::uintptr_t a) {
  word& w = e.memory.of(a);
  if (w.execution != e.number) begin_word(e, w, a);
  return w;
}

[[noreturn]] inline void report_access(execution& e, std::uintptr_t word_address, const record& before, std::uint8_t bytes,
                                       std::uint8_t kind) {
  e.ended.before = {static_cast<std::uint8_t>(before.bytes & bytes), before.thread, (before.kind & (plain_write | freed)) != 0,
                    (before.kind & atomic_read) == 0};
  if ((before.kind & freed) != 0)
    e.fail(failure::kind::lifetime, word_address, "thread %u %s memory that thread %u has freed", e.current,
           kind & 1 ? "writes to" : "reads", before.thread);
  const auto name = [](std::uint8_t k) {
    return k == plain_read ? "read" : k == plain_write ? "write" : k == atomic_read ? "atomic read" : "atomic write";
  };
  e.fail(failure::kind::race, word_address, "%s by thread %u, and %s by thread %u, with no order between them", name(kind), e.current,
         name(before.kind), before.thread);
}

/// Adds what the running thread does to a word, and reports what it races with.
inline void touch_slowly(execution& e, std::uintptr_t at, word& w, std::uint8_t bytes, std::uint8_t kind) {
  const unsigned me = e.current;
  const clock& mine = e.self().known.happened;
  const record now{mine.of(me), static_cast<std::uint8_t>(me), bytes, kind, 0};
  record* free_place = nullptr;
  const auto look = [&](record& r) {
    if (r.bytes != 0 && (r.bytes & bytes) != 0) {
      if ((r.kind & freed) != 0) report_access(e, at, r, bytes, kind);
      const bool before = r.thread == me || mine.has(r.thread, r.epoch);
      if (!before && conflict(r.kind, kind)) report_access(e, at, r, bytes, kind);
      if (before && (r.bytes & ~bytes) == 0 && covers(kind, r.kind)) r.bytes = 0;
    }
    if (r.bytes == 0 && free_place == nullptr) free_place = &r;
  };
  for (record& r : w.first) look(r);
  if (w.more != 0) {
    word_more& m = more_of(e, w);
    for (std::uint32_t i = 0; i != m.count; ++i) look(m.records[i]);
  }
  if (free_place == nullptr) {
    word_more& m = more_of(e, w);
    if (m.count == m.room) {
      const std::uint32_t room = m.room == 0 ? 4 : 2 * m.room;
      auto* const larger = static_cast<record*>(e.room.take(room * sizeof(record)));
      if (larger == nullptr) e.fail(failure::kind::refused, 0, "one execution needs more memory for its history than there is");
      std::copy_n(m.records, m.count, larger);
      m.records = larger;
      m.room = room;
    }
    free_place = &m.records[m.count++];
  }
  *free_place = now;
}

/// A plain write ends the history of the atomics and locks in its word: what is there then is made anew.
inline void forget_atomics(execution& e, word& w, std::uintptr_t at, std::uint8_t bytes) {
  word_more& m = more_of(e, w);
  m.objects &= static_cast<std::uint8_t>(~bytes);
  location** link = &m.atomics;
  while (*link != nullptr) {
    const location& l = **link;
    const std::uint32_t own = ((1U << (l.size < 8 ? l.size : 8U)) - 1) << (l.at - at);
    if ((own & bytes) != 0)
      *link = l.next;
    else
      link = &(*link)->next;
  }
}

/// What is done to one word. `counts_as` is added to the kind for the race detection alone.
inline void touch_word(execution& e, std::uintptr_t at, std::uint8_t bytes, std::uint8_t kind, std::uintptr_t pc, std::uint8_t counts_as) {
  word& w = word_at(e, at);
  e.place = pc;
  const std::uint32_t epoch = e.epoch();
  if (w.more == 0)
    for (const record& r : w.first)
      if (r.epoch == epoch && r.thread == e.current && r.kind == (kind | counts_as) && (bytes & ~r.bytes) == 0 && !e.recording) return;
  if (e.recording && at == e.watched && (bytes & e.watched_bytes) != 0 && (kind & 2) == 0) note_access(e, at, (kind & 1) != 0, pc);
  touch_slowly(e, at, w, bytes, kind | counts_as);
  if (kind == plain_write && w.more != 0) forget_atomics(e, w, at, bytes);
}

/// What is done to `size` bytes from `a` on.
inline void touch(execution& e, std::uintptr_t a, std::size_t size, std::uint8_t kind, std::uintptr_t pc, std::uint8_t counts_as = 0) {
  while (size != 0) {
    const std::size_t offset = a & 7;
    const std::size_t here = std::min(size, 8 - offset);
    touch_word(e, a - offset, static_cast<std::uint8_t>(((1U << here) - 1) << offset), kind, pc, counts_as);
    a += here;
    size -= here;
  }
}

}  // namespace weir::verify::checked

#endif
