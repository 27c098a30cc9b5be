// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_COROUTINE_CALLS_HPP
#define WEIR_ENGINE_POOL_COROUTINE_CALLS_HPP

#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/timekeeper.hpp>

#include <concepts>
#include <cstddef>
#include <utility>

namespace weir::engine {

/// Calls that coroutines make in their pool of threads.
template <class C>
class coroutine_calls {
 public:
  using P = typename C::platform;

  explicit coroutine_calls(core<C>& of) noexcept : core_(of) {}

  /// Returns a slot for the coroutine that begins as the task of `here`'s thread. Throws std::bad_alloc.
  coroutine_slot<C>& attach(task_frame<P>& here) {
    resumable<P>* const spare = here.slots == nullptr ? nullptr : here.slots->take();
    auto& s = spare == nullptr ? slot_of_the_pool(here) : static_cast<coroutine_slot<C>&>(*spare);
    if constexpr (hears_of_the_end<typename C::queue> && std::movable<typename C::seat>) {
      if (auto* popped = static_cast<typename C::seat*>(here.popped_into)) s.seat = std::exchange(*popped, {});
    }
    return s;
  }
  /// A timer was armed that is due before the time that the timekeeper knows.
  void due_sooner() {
    locked<C> l(core_);
    l->timer_armed = true;
    timekeeper<C>::appoint(l);
    const auto* here = task_frame<P>::of(core_.id());
    if (l->timekeeper != nullptr)
      l->timekeeper->unpark();
    else if (here == nullptr || here->seat() == nullptr)  // a worker sees the signal at its next take, or before it parks
      start_and_wake<C>::wake_one(std::move(l));
  }
  /// The number of coroutines that have begun and are suspended.
  [[nodiscard]] std::size_t suspended() {
    locked<C> l(core_);
    std::size_t others = core_.coroutines.running_or_ready();
    l->for_each_record([&](const worker_record<C>& w) { others += w.slots.not_suspended(); });
    return l->coroutines.count() < others ? 0 : l->coroutines.count() - others;
  }

 private:
  coroutine_slot<C>& slot_of_the_pool(task_frame<P>& here) {
    locked<C> l(core_);
    auto& s = l->coroutines.attach(core_.coroutines.of(0));
    if (here.slots != nullptr) l->coroutines.lend(*here.slots);
    timekeeper<C>::appoint(l);
    if (timekeeper<C>::is_wanted(l)) start_and_wake<C>::wake_one(std::move(l));
    return s;
  }

  core<C>& core_;
};

}  // namespace weir::engine

#endif
