// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_AGENTS_THREADS_HPP
#define WEIR_AGENTS_THREADS_HPP

#include <weir/concepts/axes.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/callers.hpp>
#include <weir/engine/frame.hpp>
#include <weir/engine/frame_cache.hpp>
#include <weir/engine/frame_depot.hpp>
#include <weir/engine/light_worker.hpp>
#include <weir/engine/ready_list.hpp>
#include <weir/task.hpp>

#include <cstdint>
#include <type_traits>

namespace weir::engine {
template <class C>
class crew;
template <class C>
class duty;
template <class C>
class passenger;
template <class C>
struct worker;
template <class C>
struct shift;
}  // namespace weir::engine

namespace weir::agents {

/// Each worker is a thread of the system. A task that blocks holds it; one that is a coroutine leaves it while it waits, and goes on on
/// whichever worker has time. What every pool uses unless it asks for agents::light.
struct threads {
  using axis = axes::agents;
  static constexpr bool suspends = false;
  /// Can a task be a coroutine? In queues that hold something smaller there are none.
  template <class Task>
  static constexpr bool carries = std::is_same_v<Task, task>;
  static constexpr unsigned records_at_once = 1;

  /// What the workers of one pool share: nothing.
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
  /// Or what the coroutines among their tasks need.
  template <class C>
    requires(C::carries)
  class shared<C> final : public engine::light_host<typename C::platform>, public engine::light_dock<typename C::platform> {
    using P = typename C::platform;
    using worker = engine::light_worker<P>;
    using frame = engine::frame<P>;
    using owed = typename engine::ready_list<P>::owed;
    using call = typename engine::callers<P>::call;

   public:
    explicit shared(engine::crew<C>& pool) noexcept : pool_(static_cast<engine::duty<C>&>(pool)) { pool_.turns.host = this; }

    template <class Options>
    void open(const Options&) const noexcept {}
    void close() const noexcept { callers_.wait_until_gone(); }
    std::uint64_t suspended(std::uint64_t) { return pool_.suspended(); }
    /// What coroutines that begin on this frame's thread need.
    void lend(frame& here) noexcept { here.dock = this; }
    void lend(frame& here, engine::frame_cache<P>& frames) noexcept {
      frames.share(depot_);
      here.frames = &frames;
      lend(here);
    }

    worker& get_on(frame& here) override { return pool_.get_on(here); }
    void go_on(worker& w) override {
      if (pool_.inside()) return settle(pool_.turns.go_on(w));
      const call from_outside(callers_);
      settle(pool_.turns.go_on(w));
    }
    void go_on_at(worker& w, typename P::clock::time_point due) override { settle(pool_.turns.go_on_at(w, due)); }
    void call_off(worker& w) override { settle(pool_.turns.call_off(w)); }
    void visit(worker& w) override {
      const call from_outside(callers_);
      pool_.visit(static_cast<engine::passenger<C>&>(w));
    }

   private:
    void settle(owed o) {
      if (o == owed::look) pool_.pushed();
      if (o == owed::sooner) pool_.due_sooner();
    }

    engine::duty<C>& pool_;
    engine::callers<P> callers_;
    engine::frame_depot<P> depot_;
  };

  /// A worker's thread and its sleep.
  template <class C>
  class agent {
   public:
    /// Begins the worker's life on a new thread. Throws what the system's refusal throws.
    template <class Duty, class Traits>
    void begin(Duty& pool, shared<C>&, const Traits& traits) {
      auto& self = static_cast<engine::worker<C>&>(*this);
      thread_.write() = typename C::platform::thread([&pool, &self] { pool.work(self); }, traits());
    }
    /// Waits for the thread's end.
    void end() { thread_.write().join(); }

    void ends_its_thread() const noexcept {}

    /// Until somebody calls, or it is time. Before, it gives memory back that the queue can do without, a little at a time.
    void sleep(typename C::queue& queue, const engine::shift<C>& s) {
      if constexpr (trimmed_queue<typename C::queue>)
        while (queue.trim())
          if (is_time(s) || parker_.park_until(time_point::min())) return;
      if constexpr (std::is_empty_v<engine::shift<C>>)
        parker_.park();
      else
        s.until == time_point::max() ? parker_.park() : static_cast<void>(parker_.park_until(s.until));
    }
    void unpark() { parker_.unpark(); }

    /// Room for the next one in a list of workers that have ended or not begun yet.
    void link(engine::worker<C>* next) { next_.write() = next; }
    [[nodiscard]] engine::worker<C>* linked() const { return next_.read(); }

   private:
    using time_point = typename C::platform::clock::time_point;

    static bool is_time([[maybe_unused]] const engine::shift<C>& s) {
      if constexpr (std::is_empty_v<engine::shift<C>>)
        return false;
      else
        return s.until != time_point::max() && C::platform::clock::now() >= s.until;
    }

    typename C::platform::template cell<typename C::platform::thread> thread_;
    typename C::parking parker_;
    typename C::platform::template cell<engine::worker<C>*> next_{nullptr};
  };
};

}  // namespace weir::agents

#endif
