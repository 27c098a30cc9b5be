// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_SUBMITTER_QUEUE_HPP
#define WEIR_ENGINE_POOL_SUBMITTER_QUEUE_HPP

#include <weir/engine/coroutine/resumable.hpp>

#include <boost/intrusive/list.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace weir::engine {

/// A number of queued tasks, in as many bits; the largest means that the number does not matter.
inline constexpr unsigned wake_at_bits = 24;
inline constexpr std::uint32_t at_any_room = (std::uint32_t{1} << wake_at_bits) - 1;

/// The submitters that wait for room, in FIFO order. Guarded by the pool's lock. Only the front one is served; when it leaves, the next one becomes
/// the front.
///
/// A thread's waiter lies on its stack. The thread is called and tries again itself: at the front it waits on a condition variable of the pool,
/// which can be notified without the lock, behind the front on its own. A coroutine's waiter lies in its frame: the thread that finds room posts
/// the coroutine's task and then resumes the coroutine, so a coroutine whose own pool has no free worker does not block the waiters behind it.
template <class P>
class submitter_queue {
 public:
  using hook = boost::intrusive::list_base_hook<>;
  struct waiter : hook {
    explicit waiter(bool of_a_coroutine = false) noexcept : suspends(of_a_coroutine) {}

    typename P::condition_variable turn;  // of a thread: it has become the front one
    bool called = false;  // of a thread: it was told to try again, and has not yet
    std::uint32_t wake_at = at_any_room;  // at the front it is called when at most so many tasks are queued
    const bool suspends;
    resumable<P>* asleep = nullptr;  // of a coroutine: what is resumed when it is answered
  };

  void join(waiter& w) noexcept { waiters_.push_back(w); }
  /// The caller must then serve a coroutine that has become the front.
  void leave(waiter& w) {
    const bool was_front = is_front(w);
    waiters_.erase(waiters_.iterator_to(w));
    if (!was_front || empty() || front().suspends) return;
    front().called = true;
    front().turn.notify_one();  // under the lock: otherwise the waiter might be destroyed
  }
  /// Removes a coroutine that was answered. It is resumed after the lock is released.
  void leave_answered(waiter& w) {
    leave(w);
    auto* const who = std::exchange(w.asleep, nullptr);
    if (who == nullptr) return;  // not suspended yet: it checks for the answer first
    who->spare() = answered_;
    answered_ = who;
  }
  [[nodiscard]] static bool waits(const waiter& w) noexcept { return w.is_linked(); }

  /// Calls a thread at the front. True: the caller notifies it.
  [[nodiscard]] bool call_front() {
    if (!wants_call() || front().suspends) return false;
    return front().called = true;
  }
  /// There is a front waiter, and it has not been called since its last attempt.
  [[nodiscard]] bool wants_call() const noexcept { return !empty() && !front().called; }
  /// The front waiter if it is a coroutine, else null.
  [[nodiscard]] waiter* suspended_front() noexcept { return !empty() && front().suspends ? &front() : nullptr; }
  [[nodiscard]] const waiter* suspended_front() const noexcept { return const_cast<submitter_queue*>(this)->suspended_front(); }
  [[nodiscard]] waiter* first_suspended() noexcept {
    for (hook& each : waiters_)
      if (waiter& w = of(each); w.suspends) return &w;
    return nullptr;
  }
  [[nodiscard]] std::uint32_t wake_at() const noexcept { return empty() ? at_any_room : front().wake_at; }
  [[nodiscard]] bool is_front(const waiter& w) const noexcept { return !empty() && &front() == &w; }
  [[nodiscard]] bool empty() const noexcept { return waiters_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return waiters_.size(); }

  /// The coroutines that were answered since the last call. The caller resumes them after it has released the pool's lock, because their own pool
  /// may be this one or may wait for the lock.
  [[nodiscard]] resumable<P>* take_answered() noexcept { return std::exchange(answered_, nullptr); }
  [[nodiscard]] bool has_answered() const noexcept { return answered_ != nullptr; }
  static void resume(resumable<P>* answered) {
    while (answered != nullptr) {
      auto& each = *std::exchange(answered, static_cast<resumable<P>*>(answered->spare()));
      each.host().resume(each);
    }
  }

 private:
  [[nodiscard]] static waiter& of(hook& each) noexcept { return static_cast<waiter&>(each); }
  [[nodiscard]] static const waiter& of(const hook& each) noexcept { return static_cast<const waiter&>(each); }
  [[nodiscard]] waiter& front() noexcept { return of(waiters_.front()); }
  [[nodiscard]] const waiter& front() const noexcept { return of(waiters_.front()); }

  boost::intrusive::list<hook> waiters_;  // of hooks, as the idle list of workers::lifo is: the compiler makes one list for both
  resumable<P>* answered_ = nullptr;
};

}  // namespace weir::engine

#endif
