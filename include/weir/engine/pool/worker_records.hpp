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

  /// The record of a worker whose thread has ended, which it joins, or else new ones. Null: there is no memory.
  static worker_record<C>* further(locked<C>& l) {
    if (worker_record<C>* const ended = l->exited.pop()) {
      try {
        join(l, *ended);
        return l->blank.pop();
      } catch (const std::system_error&) {  // it is the calling thread's, which is ending: the destructor of a thread_local may post
      }
    }
    try {
      record_batch<C>* const made = make(l.core(), l->records);  // under the lock, so a submitter that finds no room need not wait for it
      l->records += C::agents::records_at_once;
      add(l, *made);
      return &made->records[0];
    } catch (const std::exception&) {
      return nullptr;
    }
  }

  /// Joins the thread of a worker that has ended; its record is blank then. Releases the lock in between. Throws std::system_error if that is the
  /// calling thread: another one may join it.
  static void join(locked<C>& l, worker_record<C>& w) {
    joined_thread its{l, w};
    l.unlocked([&w] { w.end(); });
    its.has_ended = true;
  }

 private:
  struct joined_thread {
    locked<C>& l;
    worker_record<C>& w;
    bool has_ended = false;

    joined_thread(locked<C>& held, worker_record<C>& its) : l(held), w(its) { ++l->joining; }
    joined_thread(const joined_thread&) = delete;
    joined_thread& operator=(const joined_thread&) = delete;
    ~joined_thread() {
      --l->joining;
      (has_ended ? l->blank : l->exited).push(w);
      if (!has_ended) l.core().has_ended.notify_all();
    }
  };

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
