// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_TASK_SHARE_MONITOR_HPP
#define WEIR_ENGINE_TASK_SHARE_MONITOR_HPP

namespace weir::engine {

/// The lock of a share and of all shares of it, and where threads sleep that wait for one of them.
template <class P>
class share_monitor {
 public:
  using lock_type = typename P::unique_lock;
  using time_point = typename P::clock::time_point;

  share_monitor() = default;
  share_monitor(const share_monitor&) = delete;
  share_monitor& operator=(const share_monitor&) = delete;

  /// Sleeps until it is woken, or until `deadline` unless that is null.
  void sleep(lock_type& lock, const time_point* deadline, bool wants_place) {
    ++waits_.write().asleep;
    waits_.write().want_places += wants_place ? 1U : 0U;
    if (deadline == nullptr)
      news_.wait(lock);
    else
      news_.wait_until(lock, *deadline);
    --waits_.write().asleep;
    waits_.write().want_places -= wants_place ? 1U : 0U;
  }
  /// Called with the lock when a guest has left. `is_last`: its share has none now.
  void wake(bool is_last) {
    const waits& w = waits_.read();
    if (w.asleep != 0 && (is_last || w.want_places != 0)) news_.notify_all();
  }

  typename P::mutex mutex;

 private:
  struct waits {
    unsigned asleep = 0;
    unsigned want_places = 0;  ///< of those, threads that would run a task if fewer ran
  };

  typename P::condition_variable news_;
  typename P::template cell<waits> waits_;
};

}  // namespace weir::engine

#endif
