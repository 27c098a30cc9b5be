// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_OBJECT_HPP
#define WEIR_VERIFY_CHECK_OBJECT_HPP

#include <weir/verify/check/execution.hpp>
#include <weir/verify/check/notes.hpp>
#include <weir/verify/check/races.hpp>

#include <cstddef>
#include <cstdint>

namespace weir::verify::checked {

/// What a robust mutex is after an owner has ended with it: orphaned, then inherited by the next one, then sound again if that says so, or else lost.
enum class after_owner : std::uint8_t { sound, orphaned, inherited, lost };

/// What the system would know of a lock, a condition variable, a semaphore, a barrier or a futex: it is kept beside the program's own object.
struct object {
  static constexpr int none = -1;
  std::uintptr_t at;
  object* next;  ///< another of the same bucket
  const char* kind;  ///< begins its short name in a history
  int owner;  ///< the thread that has it alone
  std::uint32_t depth;  ///< how often the owner has locked it
  int beginner;  ///< of what is done once: the thread that does it
  after_owner left;  ///< of a robust mutex
  bool robust;  ///< a mutex whose owner may end
  thread_set readers;  ///< that share it
  std::uint8_t shares[max_threads];  ///< how often each of them has locked it
  thread_set waiting;  ///< that sleep on it
  thread_set woken;  ///< of them those that a notification has let go on
  std::int64_t count;  ///< of a semaphore, or the threads that a barrier still waits for
  std::int64_t whole;  ///< of a barrier: how many threads meet
  knowledge known;  ///< what the threads have left here that have given it up
  knowledge shared;  ///< those that have given up a share of it
};

/// The objects of one execution, by address.
class objects {
 public:
  static constexpr std::size_t buckets = 512;

  /// One that was written over is gone: another may be at its address. Not a futex, whose value is the program's to write.
  object* find(execution& e, std::uintptr_t at) {
    if (execution_ != e.number) return nullptr;
    object* o = first_[bucket(at)];
    while (o != nullptr && o->at != at) o = o->next;
    if (o == nullptr || *o->kind == 'f' || (more_of(e, word_at(e, at & ~std::uintptr_t{7})).objects & mark(at)) != 0) return o;
    if (o->owner != object::none || o->readers.any())
      e.fail(failure::kind::misuse, at & ~std::uintptr_t{7}, "a lock was written over while a thread held it");
    erase(e, at);
    return nullptr;
  }
  /// The one of this kind at this address; a new one, if there is none yet.
  object& at(execution& e, const volatile void* p, const char* kind) {
    const std::uintptr_t a = address(p);
    if (object* known = find(e, a)) {
      if (*known->kind == *kind) return *known;
      erase(e, a);
    }
    if (execution_ != e.number) {
      for (object*& f : first_) f = nullptr;
      execution_ = e.number;
    }
    void* const memory = e.room.take(sizeof(object));
    if (memory == nullptr) e.fail(failure::kind::refused, 0, "one execution has more locks than there is memory for");
    auto* const o = new (memory) object{};
    o->at = a;
    o->kind = kind;
    o->owner = object::none;
    o->next = first_[bucket(a)];
    first_[bucket(a)] = o;
    more_of(e, word_at(e, a & ~std::uintptr_t{7})).objects |= mark(a);
    return *o;
  }
  /// Forgets the object: it was destroyed, or its memory was freed.
  void erase(execution& e, std::uintptr_t at) {
    if (execution_ != e.number) return;
    for (object** link = &first_[bucket(at)]; *link != nullptr; link = &(*link)->next) {
      if ((*link)->at != at) continue;
      *link = (*link)->next;
      return;
    }
  }
  template <class F>
  void each(execution& e, F f) {
    if (execution_ != e.number) return;
    for (object* o : first_)
      for (; o != nullptr; o = o->next) f(*o);
  }
  /// Whether there is any, so that freed memory has to be looked through.
  [[nodiscard]] bool any(const execution& e) const { return execution_ == e.number; }

 private:
  /// The bit of a word at its first byte.
  static std::uint8_t mark(std::uintptr_t at) { return static_cast<std::uint8_t>(1U << (at & 7)); }
  static std::size_t bucket(std::uintptr_t at) { return (at >> 3) * 0x9E3779B1U % buckets; }
  object* first_[buckets] = {};
  std::uint32_t execution_ = 0;
};

/// They live beside the execution, whose table of threads is of no concern to them.
inline constinit objects* the_objects = nullptr;

/// That the running thread uses it: an object in freed memory is noticed.
inline object& use(execution& e, const volatile void* p, const char* kind, std::uintptr_t pc) {
  touch(e, address(p), 1, atomic_read, pc);
  return the_objects->at(e, p, kind);
}

/// A call makes an object at this address: what was there before is gone. Memory of the C library may be used again without being seen.
inline void make_object(execution& e, const volatile void* p, std::uintptr_t pc) {
  if (e.memory.is_in_same_place(address(p))) touch(e, address(p), 1, plain_write, pc);
  the_objects->erase(e, address(p));
}

/// What the running thread knows is left at the object.
inline void leave_knowledge(execution& e, knowledge& there) {
  there.join(e.self().known, true);
  e.self().known.happened.go_on(e.current);
}
inline void take_knowledge(execution& e, const knowledge& there) { e.self().known.join(there, true); }

}  // namespace weir::verify::checked

#endif
