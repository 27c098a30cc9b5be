// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SHARE_WAIT_HPP
#define WEIR_ENGINE_TASK_SHARE_WAIT_HPP

#include <weir/engine/coroutine/noted_wait.hpp>
#include <weir/engine/task/share_book.hpp>

#include <type_traits>

namespace weir::engine {

/// A wait for a share, which lets tasks in and runs what is left alone. A task of a share of a share may wait in either, so the wait does that for
/// both; what it runs counts in both.
template <class Share>
class share_wait {
 public:
  using P = typename Share::P;
  using lock_type = typename P::unique_lock;
  using time_point = typename P::clock::time_point;

  explicit share_wait(Share& s) noexcept : share_(s) {}

  /// Until no task is left, or until `deadline` unless that is null; false if the deadline came first.
  bool until(const time_point* deadline) {
    auto& monitor = share_.monitor();
    lock_type lock(monitor.mutex);
    for (;;) {
      let_tasks_in(lock);
      if (book().is_idle()) return true;
      if (run_left_alone(lock)) continue;
      if (deadline != nullptr && P::clock::now() >= *deadline) return false;
      const noted_wait<P> noted(share_.place().begin);
      monitor.sleep(lock, deadline, has_left_alone());
    }
  }

 private:
  template <class>
  friend class share_wait;

  [[nodiscard]] share_book& book() noexcept { return share_.book_.write(); }
  /// Calls `f` with the same of the share around this one; returns `otherwise` if there is none.
  template <class F>
  bool around(F f, bool otherwise) {
    if constexpr (Share::is_inner)
      return f(share_wait<std::remove_reference_t<decltype(share_.pool_.core())>>(share_.pool_.core()));
    else
      return otherwise;
  }

  void let_tasks_in(lock_type& lock) {
    around([&](auto outer) { return outer.let_tasks_in(lock), true; }, true);
    share_.fill_places(lock);
  }
  /// Runs one task; false: there is none that may run. The lock is held before and after.
  bool run_left_alone(lock_type& lock) {
    if (around([&](auto outer) { return outer.run_left_alone(lock); }, false)) return true;
    if (!book().is_left_alone() || !has_places_around()) return false;
    ++book().in;
    ++book().running;
    typename Share::guest mine(share_, book().pop(), true);
    {
      const places_around held(*this);
      lock.unlock();
      mine();
    }
    lock.lock();
    return true;
  }
  [[nodiscard]] bool has_left_alone() {
    return book().is_left_alone() || around([](auto outer) { return outer.has_left_alone(); }, false);
  }

  /// The task that the waiting thread runs is a guest of each share around its own.
  class places_around {
   public:
    explicit places_around(share_wait& of) noexcept : of_(of) { of.take_places_around(); }
    places_around(const places_around&) = delete;
    places_around& operator=(const places_around&) = delete;
    ~places_around() {
      lock_type lock(of_.share_.monitor().mutex);
      of_.leave_places_around(lock);
    }

   private:
    share_wait& of_;
  };
  [[nodiscard]] bool has_places_around() {
    return around([](auto outer) { return outer.has_place() && outer.has_places_around(); }, true);
  }
  [[nodiscard]] bool has_place() { return book().running < share_.places_; }
  void take_places_around() {
    around(
        [](auto outer) {
          ++outer.book().in;
          ++outer.book().running;
          return outer.take_places_around(), true;
        },
        true);
  }
  void leave_places_around(lock_type& lock) {
    around(
        [&](auto outer) {
          --outer.book().running;
          outer.share_.let_next_in(lock);
          return outer.leave_places_around(lock), true;
        },
        true);
  }

  Share& share_;
};

}  // namespace weir::engine

#endif
