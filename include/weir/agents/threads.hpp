// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_AGENTS_THREADS_HPP
#define WEIR_AGENTS_THREADS_HPP

#include <weir/concepts/agents_policy.hpp>
#include <weir/concepts/axes.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/coroutine/frame_cache.hpp>
#include <weir/engine/coroutine/frame_depot.hpp>
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/spare_slots.hpp>
#include <weir/engine/coroutine/task_frame.hpp>
#include <weir/task.hpp>

#include <cstdint>
#include <type_traits>

namespace weir::engine {
template <class C>
class core;
template <class C>
class coroutine_calls;
template <class C>
class coroutine_slot;
template <class C>
class start_and_wake;
template <class C>
class task_runner;
template <class C>
class worker_loop;
template <class C>
struct worker_record;
template <class C>
struct worker_memory;
}  // namespace weir::engine

namespace weir::agents {

/// Each worker is a thread. A task that blocks holds it; a coroutine that waits does not, and is resumed on any worker that is free. The default of
/// every pool.
struct threads {
  using axis = axes::agents;
  static constexpr bool suspends = false;
  /// Whether a task can be a coroutine: if the queue holds weir::task, or arguments of a function that makes coroutines.
  template <class Task>
  static constexpr bool carries = std::is_same_v<Task, task> || requires { requires Task::makes_coroutines; };
  static constexpr unsigned records_at_once = 1;

  /// What the workers of one pool share: nothing, if tasks cannot be coroutines.
  template <class C>
  struct shared {
    template <class Engine>
    explicit shared(Engine&) noexcept {}
    template <class Options>
    void open(const Options&) const noexcept {}
    void close() const noexcept {}
    static std::uint64_t suspended(std::uint64_t) noexcept { return 0; }
    template <class... Lent>
    void lend(Lent&...) const noexcept {}
  };
  /// If they can: what coroutines need.
  template <class C>
    requires(C::carries)
  class shared<C> final : public engine::resumer<typename C::platform>, public engine::slot_provider<typename C::platform> {
    using P = typename C::platform;
    using worker = engine::resumable<P>;
    using frame = engine::task_frame<P>;
    using owed = typename engine::ready_queue<P>::owed;
    using call = typename engine::call_guard<P>::call;

   public:
    explicit shared(engine::core<C>& pool) noexcept : pool_(pool) { pool.coroutines.serve(*this); }

    template <class Options>
    void open(const Options&) const noexcept {}
    void close() const noexcept {}
    std::uint64_t suspended(std::uint64_t) { return engine::coroutine_calls<C>(pool_).suspended(); }
    /// Gives a thread's frame what the coroutines that begin on it need.
    void lend(frame& here) noexcept { here.slot_source = this; }
    void lend(frame& here, engine::frame_cache<P>& frames, engine::spare_slots<P>& slots, unsigned number) noexcept {
      frames.share(depot_);
      here.frames = &frames;
      here.slots = &slots;
      here.queue = &pool_.coroutines.of(number);
      lend(here);
    }

    worker& attach(frame& here) override { return engine::coroutine_calls<C>(pool_).attach(here); }
    void resume(worker& w) override {
      if (pool_.inside()) return settle(w.home().resume(w));
      const call from_outside(pool_.callers);
      settle(w.home().resume(w));
    }
    void resume_at(worker& w, typename P::clock::time_point due) override { settle(w.home().resume_at(w, due)); }
    void cancel_wait(worker& w) override {
      if (pool_.inside()) return settle(w.home().cancel_wait(w));
      const call from_outside(pool_.callers);
      settle(w.home().cancel_wait(w));
    }
    void resume_here(worker& w) override {
      const call from_outside(pool_.callers);
      engine::task_runner<C>::resume_here(pool_, static_cast<engine::coroutine_slot<C>&>(w));
    }

   private:
    void settle(owed o) {
      if (o == owed::look) engine::start_and_wake<C>(pool_).after_push();
      if (o == owed::sooner) engine::coroutine_calls<C>(pool_).due_sooner();
    }

    engine::core<C>& pool_;
    engine::frame_depot<P> depot_;
  };

  /// A worker's thread and its parker.
  template <class C>
  class agent {
   public:
    /// Runs the worker on a new thread. Throws what the platform throws when the system refuses the thread.
    template <class Traits>
    void begin(engine::core<C>& pool, const Traits& traits) {
      auto& self = static_cast<engine::worker_record<C>&>(*this);
      thread_.write() = typename C::platform::thread([&pool, &self] { engine::worker_loop<C>(pool).run(self); }, traits());
    }
    void end() { thread_.write().join(); }

    void refuse_thread_end() const noexcept {}

    /// Parks until unpark(), or until `m.sleeps_until`. First gives back memory that the queue does not need, a little at a time.
    void sleep(typename C::queue& queue, const engine::worker_memory<C>& m) {
      if constexpr (trimmed_queue<typename C::queue>)
        while (queue.trim())
          if (is_time(m) || parker_.park_until(time_point::min())) return;
      if constexpr (std::is_empty_v<engine::worker_memory<C>>)
        parker_.park();
      else
        m.sleeps_until == time_point::max() ? parker_.park() : static_cast<void>(parker_.park_until(m.sleeps_until));
    }
    void unpark() { parker_.unpark(); }

    /// The pool for which a task of this worker waits; null: for none. For weir::dump.
    typename C::platform::template atomic<const void*> waits_for{nullptr};

    /// Link in a list of workers that have ended or not begun.
    void link(engine::worker_record<C>* next) { next_.write() = next; }
    [[nodiscard]] engine::worker_record<C>* linked() const { return next_.read(); }

   private:
    using time_point = typename C::platform::clock::time_point;

    static bool is_time([[maybe_unused]] const engine::worker_memory<C>& m) {
      if constexpr (std::is_empty_v<engine::worker_memory<C>>)
        return false;
      else
        return m.sleeps_until != time_point::max() && C::platform::clock::now() >= m.sleeps_until;
    }

    typename C::platform::template cell<typename C::platform::thread> thread_;
    typename C::parking parker_;
    typename C::platform::template cell<engine::worker_record<C>*> next_{nullptr};
  };
};

static_assert(agents_policy<threads>);

}  // namespace weir::agents

#endif
