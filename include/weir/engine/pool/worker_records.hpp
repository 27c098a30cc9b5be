// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_WORKER_RECORDS_HPP
#define WEIR_ENGINE_POOL_WORKER_RECORDS_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/pool/core.hpp>

#include <exception>
#include <memory>
#include <system_error>
#include <utility>

namespace weir::engine {

/// Makes the records of workers, and reuses those of workers that have ended.
template <class C>
class worker_records {
 public:
  /// Makes the first records, so that starting a pool's first worker needs no memory for them.
  static void prepare(core<C>& pool) {
    record_batch<C>* const made = make(pool, 0);
    locked<C> l(pool);
    l->records = C::agents::records_at_once;
    add(l, *made);
    l->blank.push(made->records[0]);
  }

  /// The record of a worker whose thread has ended, which it joins, or new ones. Releases the lock in between. Null: there is no memory.
  static worker_record<C>* further(locked<C>& l) {
    worker_record<C>* const ended = l->exited.pop();
    const unsigned number = l->records;
    if (ended == nullptr) l->records += C::agents::records_at_once;
    record_batch<C>* made = nullptr;
    const bool reused = l.unlocked([&] {
      if (ended != nullptr && joined(*ended)) return true;
      try {
        made = make(l.core(), number);
      } catch (const std::exception&) {
      }
      return false;
    });
    if (ended != nullptr && !reused) l->exited.push(*ended);
    if (made != nullptr) add(l, *made);
    return reused ? ended : made == nullptr ? nullptr : &made->records[0];
  }

 private:
  /// Joins the worker's thread. False if that is the calling thread, which is ending: the destructor of a thread_local may post.
  static bool joined(worker_record<C>& w) {
    try {
      w.end();
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }
  /// New records with the numbers from this one on.
  static record_batch<C>* make(core<C>& pool, unsigned number) {
    auto made = std::make_unique<record_batch<C>>();
    for (worker_record<C>& w : made->records) {
      w.number = number++;
      if constexpr (prepares_seats<typename C::queue>) pool.queue.prepare(w.seat, w.number);
    }
    return made.release();
  }
  /// The first of the new records is used at once, the others are blank.
  static void add(locked<C>& l, record_batch<C>& made) noexcept {
    made.next = std::exchange(l->batches, &made);
    for (worker_record<C>& w : made.records) {
      if constexpr (seated_queue<typename C::queue>) l.core().queue.join(w.seat);
      if (&w != &made.records[0]) l->blank.push(w);
    }
  }
};

}  // namespace weir::engine

#endif
