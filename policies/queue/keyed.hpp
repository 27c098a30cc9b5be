// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_POLICIES_QUEUE_KEYED_HPP
#define WEIR_POLICIES_QUEUE_KEYED_HPP

#include <weir/concepts/queue_policy.hpp>

#include <boost/intrusive/list.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

namespace weir::queue {

/// Tasks posted with the same weir::key run one after the other; those of different keys, and those without one, run concurrently.
///
/// Guarantee:  at most one task of a key runs at a time, and they start in the order of their posts; never full. Tasks start in the order
///             in which they become runnable, so a key with many tasks does not hold up the others.
/// Cost:       one lock per push, pop, ready() and end of a task with a key; an allocation per post, and one more for a key without tasks.
/// Not for:    tasks that wait for a later task of their own key (they deadlock), or tiny tasks from many submitters.
/// Visibility: what the submitter did before posting is visible to the task, and so is all that the key's earlier tasks did.
struct keyed {
  using axis = axes::queue;

  template <class P, class T>
  class on {
    struct row;

   public:
    static constexpr bool bounded = false;

    /// A worker's data: the row of the task that it runs.
    struct seat {
      row* held = nullptr;
    };

    push_result try_push(T& item) { return push(item, nullptr); }
    push_result try_push(T& item, key k) { return push(item, &k); }

    /// Takes the next runnable task. If it has a key, the key's other tasks are held back until done(mine).
    bool try_pop(T& out, seat& mine) noexcept {
      std::unique_ptr<entry> taken;  // destroyed without the lock
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.ready.empty()) return false;
      taken.reset(&c.ready.front());
      if (taken->in != nullptr) taken->in->busy = true;
      mine.held = taken->in;
      c.leave(*taken);
      out = std::move(taken->item);
      return true;
    }
    void done(seat& mine) noexcept {
      row* const ended = std::exchange(mine.held, nullptr);
      if (ended == nullptr) return;
      typename P::unique_lock lock(mutex_);
      ended->busy = false;
      contents_.write().next_of(*ended);
    }
    void join(seat&) noexcept {}

    /// Takes the oldest task, even if its key is busy; the caller must not run it.
    bool take_back(T& out) noexcept {
      std::unique_ptr<entry> taken;
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.all.empty()) return false;
      taken.reset(&c.all.front());
      row* const from = taken->in;
      c.leave(*taken);
      if (from != nullptr && !from->busy) c.next_of(*from);
      out = std::move(taken->item);
      return true;
    }

    bool ready() noexcept {
      typename P::unique_lock lock(mutex_);
      return !contents_.read().ready.empty();
    }
    bool empty() const noexcept { return size() == 0; }
    std::size_t size() const noexcept {
      typename P::unique_lock lock(mutex_);
      return contents_.read().all.size();
    }
    void close() noexcept { set_closed(true); }
    void reopen() noexcept { set_closed(false); }

   private:
    struct in_all;
    struct in_ready;
    struct in_row;
    template <class Which>
    using hook = boost::intrusive::list_base_hook<boost::intrusive::tag<Which>>;

    struct entry : hook<in_all>, hook<in_ready>, hook<in_row> {
      T item{};
      row* in = nullptr;  // null: without a key
    };
    template <class Which>
    using list = boost::intrusive::list<entry, boost::intrusive::base_hook<hook<Which>>>;

    /// A key with waiting or running tasks. Its first waiting task is in `ready` exactly while none of them runs.
    struct row {
      std::uint64_t key = 0;
      bool busy = false;
      list<in_row> waiting;
    };

    struct contents {
      list<in_all> all;      // in the order of the posts
      list<in_ready> ready;  // runnable
      std::unordered_map<std::uint64_t, row> rows;
      bool closed = false;

      contents() = default;
      contents(const contents&) = delete;
      contents& operator=(const contents&) = delete;
      ~contents() {
        while (!all.empty()) {
          const std::unique_ptr<entry> each(&all.front());
          leave(*each);
        }
      }

      void leave(entry& e) noexcept {
        all.erase(all.iterator_to(e));
        if (e.hook<in_ready>::is_linked()) ready.erase(ready.iterator_to(e));
        if (e.in != nullptr) e.in->waiting.pop_front();  // only the first of a row leaves
      }
      /// Called when no task of the row runs: makes its first task ready, or erases a row without tasks.
      void next_of(row& r) noexcept {
        if (r.waiting.empty())
          rows.erase(r.key);
        else
          ready.push_back(r.waiting.front());
      }
    };

    push_result push(T& item, const key* k) {
      auto fresh = std::make_unique<entry>();
      typename P::unique_lock lock(mutex_);
      contents& c = contents_.write();
      if (c.closed) return push_result::closed;
      if (k != nullptr) {
        fresh->in = &c.rows.try_emplace(k->value).first->second;  // the last step that may throw
        fresh->in->key = k->value;
        fresh->in->waiting.push_back(*fresh);
      }
      fresh->item = std::move(item);
      if (k == nullptr || (!fresh->in->busy && fresh->in->waiting.size() == 1)) c.ready.push_back(*fresh);
      c.all.push_back(*fresh.release());
      return push_result::pushed;
    }
    void set_closed(bool closed) noexcept {
      typename P::unique_lock lock(mutex_);
      contents_.write().closed = closed;
    }

    mutable typename P::mutex mutex_;
    typename P::template cell<contents> contents_;
  };
};

static_assert(queue_policy<keyed>);

}  // namespace weir::queue

#endif
