// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_AGENTS_THREADS_HPP
#define WEIR_AGENTS_THREADS_HPP

#include <weir/concepts/axes.hpp>

namespace weir::engine {
template <class C>
struct worker;
}

namespace weir::agents {

/// Each worker is a thread of the system: a task that waits holds it. What every pool uses unless it asks for agents::light.
struct threads {
  using axis = axes::agents;
  static constexpr bool suspends = false;

  /// What the workers of one pool share: nothing.
  template <class C>
  struct shared {
    template <class Engine>
    explicit shared(Engine&) noexcept {}
    template <class Options>
    void open(const Options&) const noexcept {}
    void close() const noexcept {}
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

    void park() { parker_.park(); }
    template <class TimePoint>
    void park_until(TimePoint deadline) {
      static_cast<void>(parker_.park_until(deadline));
    }
    void unpark() { parker_.unpark(); }

   private:
    typename C::platform::template cell<typename C::platform::thread> thread_;
    typename C::parking parker_;
  };
};

}  // namespace weir::agents

#endif
