// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_LIFECYCLE_HPP
#define WEIR_ENGINE_LIFECYCLE_HPP

#include <weir/engine/intake.hpp>
#include <weir/options.hpp>
#include <weir/platform/deadline.hpp>
#include <weir/platform/report.hpp>
#include <weir/stats.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

namespace weir::engine {

/// A pool's life: open, closing, stopped, open again; and the calls that watch it. States and steps: docs/design/lifecycle.md
template <class C>
class lifecycle : public intake<C> {
 public:
  using typename intake<C>::P;
  using typename intake<C>::guard;
  using typename intake<C>::task;
  using typename intake<C>::time_point;

  template <class... Parts>
  explicit lifecycle(const options& o, Parts&... of_the_queue) : intake<C>(o, of_the_queue...) {
    if (o.idle_after.count() < 0) throw std::invalid_argument("weir: options::idle_after must not be negative");
    if (o.max_age.count() <= 0) throw std::invalid_argument("weir: options::max_age must be positive");
    {
      guard g(*this);
      set_limits(g, o.min_workers, o.capacity == 0 ? std::min(P::hardware_concurrency(), C::most_workers) : o.capacity);
    }
    this->agents_.open(this->asked);
    start_early();
  }
  ~lifecycle() {
    if (this->inside()) {
      std::fputs("weir: a pool must not be destroyed by one of its own tasks\n", stderr);
      std::terminate();
    }
    shutdown();
    try {
      join(nullptr);
    } catch (...) {
      platform::report(std::current_exception(), "nobody waited for the pool, which is being destroyed");
    }
    this->agents_.close();
  }

  void resize(unsigned min_workers, unsigned capacity) {
    if (capacity == 0) throw std::invalid_argument("weir: resize needs room for at least one worker");
    guard g(*this);
    const unsigned before = C::growth::at_start(g->capacity), after = C::growth::at_start(capacity);
    set_limits(g, min_workers, capacity);
    g.announce();
    if constexpr (C::hands_over) this->call_front(g);
    this->rouse(g);
    if (g.owns_lock()) g.unlock();
    if (after > before && after == capacity) start_early(after - before);  // else by demand
  }

  void shutdown() {
    guard g(*this);
    const std::stop_source told = close(g);
    dismiss(g);
    told.request_stop();
  }

  template <class Out = task>
  std::vector<Out> stop() {
    const auto closed = [this] {
      guard g(*this);
      return close(g);
    };
    closed().request_stop();
    return purge<Out>();
  }

  /// Takes back what no worker has started, behind what is in `handed_back`: the tasks, or of each the argument that it carries.
  template <class Out = task>
  std::vector<Out> purge(std::vector<Out> handed_back = {}) {
    if constexpr (!C::hands_over) {
      try {
        for (typename C::seat mine{};; this->popped_task_ended(mine)) {
          if (handed_back.size() == handed_back.capacity()) handed_back.reserve(2 * handed_back.size() + 16);
          task t;
          if (!take_back(t, mine)) break;
          this->took();
          if constexpr (std::is_same_v<Out, task>)
            handed_back.push_back(std::move(t));
          else
            handed_back.push_back(std::move(t).argument());
        }
      } catch (const std::bad_alloc&) {
        // what cannot be handed back stays, and is run
      }
    }
    guard g(*this);
    if (g->closing)
      dismiss(g);
    else
      this->judge(g);
    return handed_back;
  }

  /// One call of pause(): the life of the pool that it belongs to, and the thread that made it.
  struct pause_mark {
    std::uint64_t life = 0;
    const void* thread = nullptr;
  };

  /// From the return on no task begins, and none runs, until each pause() has been given to resume() or the pool is closed. Throws
  /// std::bad_alloc.
  pause_mark pause() {
    forbid_inside("pause");
    guard g(*this);
    const pause_mark mine{g->life, this->this_thread()};
    g->pausers.push_back(mine.thread);
    ++g->pause_waiters;
    while (mine.life == g->life && !this->still(g) && !g->closing) g.wait(this->stilled, nullptr);
    --g->pause_waiters;
    return mine;
  }
  void resume(const pause_mark& taken_back) {
    guard g(*this);
    if (taken_back.life != g->life) return;
    g->pausers.erase(std::find(g->pausers.begin(), g->pausers.end(), taken_back.thread));
    if (!g->pausers.empty() || g->closing) return;
    this->call_front(g);
    go_on(g);
  }

  /// For a call that posts and waits for the end of what it has posted.
  void refuse_under_own_pause(const char* call) {
    guard g(*this);
    if (g->paused_by(this->this_thread())) refuse_wait(call, "the thread that holds a pause of the pool");
  }

  bool join(const time_point* deadline) {
    forbid_inside("join");
    guard g(*this);
    for (const std::uint64_t life = g->life; life == g->life && !this->ended(g);) {
      if (deadline != nullptr && P::clock::now() >= *deadline) return false;
      this->wait_at(g, this->ended_now, deadline);
    }
    reap(g);
    g.unlock();
    rethrow_kept();
    return true;
  }

  bool restart() {
    forbid_inside("restart");
    guard g(*this);
    if (!this->ended(g)) return false;
    reap(g);
    if (!this->ended(g)) return false;  // somebody else was faster
    g->closing = false;
    g->pausers.clear();
    g->closed = std::stop_source(std::nostopstate);
    ++g->life;
    if constexpr (!C::hands_over) this->queue.reopen();
    g.unlock();
    start_early();
    return true;
  }

  bool wait_idle(const time_point* deadline) {
    forbid_inside("wait_idle");
    guard g(*this);
    bool came = this->quiet(g);
    if (!came) {
      if (deadline == nullptr && g->paused_by(this->this_thread())) refuse_wait("wait_idle", "the thread that holds a pause of the pool");
      const std::uint64_t seen = g->idle_moments;
      ++g->idle_waiters;
      while (seen == g->idle_moments && (deadline == nullptr || P::clock::now() < *deadline)) this->wait_at(g, this->quieted, deadline);
      --g->idle_waiters;
      came = seen != g->idle_moments;
    }
    g.unlock();
    if (came) rethrow_kept();
    return came;
  }

  [[nodiscard]] run_state state() {
    guard g(*this);
    return !g->closing ? run_state::open : this->ended(g) ? run_state::stopped : run_state::closing;
  }
  [[nodiscard]] weir::stats stats() {
    weir::stats s = counts();
    s.suspended = this->agents_.suspended(s.running);
    return s;
  }

  [[nodiscard]] static time_point after(std::chrono::nanoseconds d) noexcept {
    return platform::no_later_than(P::clock::now(), d);
  }

 private:
  weir::stats counts() {
    guard g(*this);
    weir::stats s = g->counts();
    s.queued = this->queue_size();
    this->report_counts(g, s);
    return s;
  }
  bool take_back(task& t, [[maybe_unused]] typename C::seat& mine) noexcept {
    if constexpr (gives_back<typename C::queue, task>)
      return this->queue.take_back(t);
    else
      return this->pop(t, mine);
  }

  /// What panic::rethrow_at_wait and its like have kept, for whoever waits first.
  void rethrow_kept() {
    if constexpr (keeps_panic<typename C::panic>) {
      if (std::exception_ptr kept = this->panic.take()) std::rethrow_exception(std::move(kept));
    }
  }

  void forbid_inside(const char* call) const { if (this->inside()) refuse_wait(call, "a task of the pool it waits for"); }
  [[noreturn]] static void refuse_wait(const char* call, const char* caller) {
    throw std::system_error(std::make_error_code(std::errc::resource_deadlock_would_occur), std::string("weir: ") + call + " was called by " + caller);
  }

  std::stop_source close(guard& g) {
    if constexpr (!C::hands_over) {
      if (!g->closing) this->queue.close();
    }
    g->closing = true;
    while (auto* const p = g->line.first_suspended()) this->answer(g, static_cast<offer<C>&>(*p), push_result::closed);
    this->call_front(g);
    return g->closed;
  }
  /// The workers of a closed pool may leave when there is nothing left to do. Gives the lock back.
  void dismiss(guard& g) {
    this->disturb(g);
    this->judge(g);
    go_on(g);
  }
  /// After a pause: what came meanwhile has roused nobody. Gives the lock back.
  void go_on(guard& g) {
    g.announce();
    if (g->keeper != nullptr) g->keeper->unpark();
    this->rouse(g);
  }

  void set_limits(guard& g, unsigned min_workers, unsigned capacity) {
    if (min_workers > capacity) throw std::invalid_argument("weir: min_workers must not exceed capacity");
    if (capacity > C::most_workers)
      throw std::invalid_argument("weir: the queue or the idle store of this pool serves at most " + std::to_string(C::most_workers) + " workers");
    if (min_workers > 0 && !C::workers::keeps) throw std::invalid_argument("weir: workers::none keeps no worker, so min_workers must be 0");
    const bool idle_ones_must_look = g->live > capacity || min_workers < g->min_workers;
    g->min_workers = min_workers;
    g->capacity = capacity;
    if (idle_ones_must_look) this->remind(g);
  }

  void start_early() {
    const unsigned most = C::growth::at_start(guard(*this)->capacity);
    start_early(most);
  }
  void start_early(unsigned most) {
    for (; most != 0; --most) {
      guard g(*this);
      if (!g->has_place() || g->closing) break;
      if (!this->start(g, false, nullptr)) return this->unaided(g);
    }
    if constexpr (C::expiry::expires) {
      guard g(*this);
      this->remind(g);  // those who rested while there were few did not ask how long
    }
  }

  /// Joins every thread that has ended, so that none outlives the pool's end.
  void reap(guard& g) {
    while (worker<C>* w = g->exited.pop()) {
      ++g->reaping;
      g.unlock();
      w->end();
      g.lock();
      --g->reaping;
      g->blank.push(*w);
    }
    while (g->reaping != 0) g.wait(this->ended_now, nullptr);
    this->ended_now.notify_all();
  }
};

}  // namespace weir::engine

#endif
