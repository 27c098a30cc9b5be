// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ENGINE_POOL_LIFECYCLE_HPP
#define WEIR_ENGINE_POOL_LIFECYCLE_HPP

#include <weir/concepts/policy.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/pool/core.hpp>
#include <weir/engine/pool/idle_workers.hpp>
#include <weir/engine/pool/reaction.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/uncalled_workers.hpp>
#include <weir/engine/pool/wait_calls.hpp>
#include <weir/engine/pool/waiting_submitters.hpp>
#include <weir/options.hpp>
#include <weir/platform/report.hpp>
#include <weir/platform/smaller_of.hpp>
#include <weir/platform/stop_request.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir::engine {

/// A pool's life: open, closing, stopped, open again. States and steps: docs/design/lifecycle.md
template <class C>
class lifecycle {
 public:
  using P = typename C::platform;
  using task = typename C::task;
  using time_point = typename P::clock::time_point;

  explicit lifecycle(core<C>& of) noexcept : core_(of) {}

  /// Applies the options and starts the first workers. Throws std::invalid_argument when the options contradict each other.
  [[gnu::cold]] void open() {
    const options& o = core_.asked;
    if (o.idle_after->count() < 0) throw std::invalid_argument("weir: options::idle_after must not be negative");
    if (o.max_age->count() <= 0) throw std::invalid_argument("weir: options::max_age must be positive");
    if (o.queue_limit && !made_from_options<typename C::queue>)
      throw std::invalid_argument(
          "weir: options::queue_limit is for queue::bounded<>; the bound of this pool's queue, if it has one, is in its type");
    reaction<C>::choose(core_, o);
    if (o.panic && !chosen_by_options<typename C::panic>)
      throw std::invalid_argument("weir: options::panic is for panic::any; the panic policy of this pool is in its type");
    if constexpr (chosen_by_options<typename C::panic>) core_.panic.choose(o);
    const unsigned capacity = o.capacity == 0 ? platform::smaller_of(P::hardware_concurrency(), C::most_workers) : o.capacity;
    {
      locked<C> l(core_);
      set_limits(l, o.min_workers, capacity);
      l->starts_slowly = !C::agents::suspends && (o.on_start || o.worker_state);  // carriers run the hooks of light workers
    }
    core_.agents.open(o);
    start_in_advance();
  }
  /// Drains the pool. Calls std::terminate, with a message, if a task of the pool calls it.
  void end() noexcept {
    if (core_.inside()) {
      std::fputs("weir: a pool must not be destroyed by one of its own tasks\n", stderr);
      std::terminate();
    }
    shutdown();
    try {
      wait_calls<C>(core_).join(nullptr);
    } catch (...) {
      platform::report(std::current_exception(), "no call waited for the pool, which is being destroyed", core_.asked.name);
    }
    core_.callers.wait_until_gone();
    core_.agents.close();
  }

  void resize(unsigned min_workers, unsigned capacity) {
    if (capacity == 0) throw std::invalid_argument("weir: resize needs room for at least one worker");
    unsigned before = 0;
    {
      locked<C> l(core_);
      before = C::growth::at_start(l->limit);
      set_limits(l, min_workers, capacity);
      workers::limits_changed(std::move(l));
    }
    const unsigned after = C::growth::at_start(capacity);
    const bool grown = after > before && after == capacity;  // otherwise workers start by demand
    if (grown || core_.asked.prestart_min_workers) start_in_advance(grown ? after - before : 0);
  }

  [[gnu::cold]] void shutdown() {
    if (!core_.home.is_here()) return;
    locked<C> l(core_);
    std::stop_source closed = close(l);
    end_if_nothing_left(std::move(l));
    platform::request_stop<P>(closed);
  }

  template <class Out = task>
  std::vector<Out> stop() {
    std::stop_source closed = [this] {
      locked<C> l(core_);
      return close(l);
    }();
    platform::request_stop<P>(closed);
    return purge<Out>();
  }

  /// Takes back the tasks that no worker has started, or of each the argument that it carries, and appends them to `handed_back`.
  template <class Out = task>
  std::vector<Out> purge(std::vector<Out> handed_back = {}) {
    if constexpr (!C::hands_over) {
      try {
        for (typename C::seat mine{};; core_.popped_task_ended(mine)) {
          if (handed_back.size() == handed_back.capacity()) handed_back.reserve(2 * handed_back.size() + 16);
          task t;
          if (!workers::take_given(core_, t) && !core_.take_back(t, mine)) break;
          workers(core_).after_take();
          if constexpr (std::is_base_of_v<Out, task>)
            handed_back.push_back(std::move(t));
          else
            handed_back.push_back(std::move(t).argument());
        }
      } catch (const std::bad_alloc&) {
        // what cannot be handed back stays in the queue and is run
      }
    }
    locked<C> l(core_);
    if (l->closing)
      end_if_nothing_left(std::move(l));
    else
      core_.notify_waiters(l);
    return handed_back;
  }

  bool restart() {
    wait_calls<C> waits(core_);
    waits.refuse_inside("restart");
    {
      locked<C> l(core_);
      if (!core_.ended(l)) return false;
      waits.join_threads(l, nullptr);
      if (!core_.ended(l)) return false;  // another call has restarted the pool meanwhile
      l->closing = false;
      l->pausers.clear();
      l->closed.reset();
      ++l->life;
      if constexpr (!C::hands_over) core_.queue.reopen();
    }
    start_in_advance();
    return true;
  }

 private:
  using workers = start_and_wake<C>;

  /// The caller requests a stop on the result after it has released the lock.
  std::stop_source close(locked<C>& l) {
    if constexpr (!C::hands_over) {
      if (!l->closing) core_.queue.close();
    }
    l->closing = true;
    waiting_submitters<C>::close(l);
    return l->closed.value_or(std::stop_source(std::nostopstate));
  }
  /// Wakes the workers of a closed pool: they retire when nothing is left.
  void end_if_nothing_left(locked<C>&& l) {
    idle_workers<C>(l).wake_all();
    core_.notify_waiters(l);
    wait_calls<C>(core_).look_for_work(std::move(l));
  }
  void set_limits(locked<C>& l, unsigned min_workers, unsigned capacity) {
    if (min_workers > capacity) throw std::invalid_argument("weir: min_workers must not exceed capacity");
    if (capacity > C::most_workers)
      throw std::invalid_argument("weir: the queue or the idle store of this pool serves at most " + std::to_string(C::most_workers) +
                                  " workers");
    if (min_workers > 0 && !C::workers::keeps) throw std::invalid_argument("weir: workers::none keeps no worker, so min_workers must be 0");
    const bool fewer_stay = min_workers < l->min_workers;
    l->min_workers = min_workers;
    l->limit = capacity;
    l->lend_places(core_.asked.extra_workers);
    const bool idle_ones_must_look = l->crowded() || fewer_stay;
    if (!idle_ones_must_look) return;
    l.announce();  // before they look: a surplus worker retires without a task
    recheck_expiry(l);
  }
  /// A worker that has been given a task and not been woken may be idle again, and would sleep as long as it had to before.
  static void recheck_expiry(locked<C>& l) {
    idle_workers<C>(l).recheck_expiry();
    if constexpr (C::expiry::expires) uncalled_workers<C>(l).wake_all();
  }

  void start_in_advance() {
    const unsigned most = C::growth::at_start(locked<C>(core_)->limit);
    start_in_advance(most);
  }
  void start_in_advance(unsigned most) {
    for (;; most -= most != 0) {
      locked<C> l(core_);
      const bool wanted = most != 0 || (core_.asked.prestart_min_workers && l->live < l->min_workers);
      if (!wanted || !l->has_place() || l->closing) break;
      if (!workers::start(l, false, nullptr)) return workers::run_without_threads(std::move(l));
    }
    if constexpr (C::expiry::expires) {
      locked<C> l(core_);
      recheck_expiry(l);  // workers that went idle while live <= min_workers set no deadline
    }
  }

  core<C>& core_;
};

}  // namespace weir::engine

#endif
