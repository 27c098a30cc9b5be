// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_AGENTS_THREADS_HPP
#define WEIR_AGENTS_THREADS_HPP

#include <weir/concepts/axes.hpp>
#include <weir/concepts/queue_policy.hpp>

#include <cstdint>
#include <type_traits>

namespace weir::engine {
template <class C>
struct worker;
template <class C>
struct shift;
}  // namespace weir::engine

namespace weir::agents {

/// Each worker is a thread of the system: a task that waits holds it. What every pool uses unless it asks for agents::light.
struct threads {
  using axis = axes::agents;
  static constexpr bool suspends = false;
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
        return C::platform::clock::now() >= s.until;
    }

    typename C::platform::template cell<typename C::platform::thread> thread_;
    typename C::parking parker_;
    typename C::platform::template cell<engine::worker<C>*> next_{nullptr};
  };
};

}  // namespace weir::agents

#endif
