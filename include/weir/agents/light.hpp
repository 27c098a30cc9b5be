// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_AGENTS_LIGHT_HPP
#define WEIR_AGENTS_LIGHT_HPP

#include <weir/concepts/agents_policy.hpp>
#include <weir/concepts/blocking_policy.hpp>
#include <weir/concepts/queue_policy.hpp>
#include <weir/engine/coroutine/call_guard.hpp>
#include <weir/engine/coroutine/carrier_queue.hpp>
#include <weir/engine/coroutine/ready_queue.hpp>
#include <weir/engine/coroutine/resumable.hpp>
#include <weir/engine/coroutine/runnable.hpp>
#include <weir/engine/pool/config.hpp>
#include <weir/engine/pool/coroutine_calls.hpp>
#include <weir/engine/pool/pool_engine.hpp>
#include <weir/engine/pool/start_and_wake.hpp>
#include <weir/engine/pool/task_runner.hpp>
#include <weir/engine/pool/wait_calls.hpp>
#include <weir/engine/pool/worker_loop.hpp>
#include <weir/engine/pool/worker_records.hpp>
#include <weir/options.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/observer/none.hpp>
#include <weir/policies/panic/terminate.hpp>
#include <weir/policies/wake/chain.hpp>
#include <weir/policies/workers/lifo.hpp>

#include <any>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <system_error>
#include <type_traits>
#include <utility>

namespace weir::agents {

/// A worker is a place for one task and holds no thread: when its task is a coroutine that waits, the thread is free for other workers. A few
/// carriers, threads of an internal pool, run the turns of the workers that are ready.
///
/// Guarantee:  every policy means the same as with threads, with workers counted as tasks in flight: the capacity limits these.
/// Cost:       96 bytes for each worker, 168 in a pool that hands over, and the frame of its coroutine while there is one; a turn passes two queues.
/// Not for:    tasks that block: each holds one of the few carriers.
/// Visibility: what a coroutine did before it was suspended is seen after it was resumed, on any thread.
struct light {
  using axis = axes::agents;
  static constexpr bool suspends = true;
  template <class Task>
  static constexpr bool carries = false;
  static constexpr unsigned records_at_once = 64;

  template <class C>
  class shared;
  template <class C>
  class agent;
};

/// The carriers of one pool.
template <class C>
class light::shared final : public engine::carrier_host<typename C::platform> {
  using P = typename C::platform;
  using worker = engine::resumable<P>;
  using list = engine::ready_queue<P>;
  using owed = typename list::owed;
  using call = typename engine::call_guard<P>::call;
  using time_point = typename P::clock::time_point;

  static_assert(C::hands_over || !pushes_to_seat<typename C::queue, typename C::task>,
                "weir: queue::stealing keeps a deque for each worker, which thousands of light workers cannot use; take queue::unbounded "
                "or queue::bounded<N>; see docs/light_workers.md");
  static_assert(C::blocking::when_full != full_reaction::run_here,
                "weir: blocking::caller_runs would run a coroutine on the submitter's thread, where it cannot wait; take blocking::wait; "
                "see docs/light_workers.md");

 public:
  explicit shared(engine::core<C>& pool) noexcept : pool_(pool) {}
  ~shared() { close(); }

  /// Open after the pool is complete, close before it is destroyed: carriers call the user's hooks, which may call the pool. Throws
  /// std::system_error if the system gives no thread at all.
  void open(const options& o) {
    engine::worker_records<C>::prepare(pool_);
    options mine = heard_of(o);
    mine.capacity = o.carriers == 0 ? P::hardware_concurrency() : o.carriers;
    mine.min_workers = 0;
    mine.queue_limit.reset();  // these are the pool's own
    mine.blocking.reset();
    mine.most_waiting.reset();
    mine.panic.reset();
    carriers_ = reinterpret_cast<carriers*>(room_);  // set before the object is made, because hooks run meanwhile
    try {
      std::construct_at(carriers_, mine, *this, mine.capacity, o.capacity);
    } catch (...) {
      carriers_ = nullptr;
      throw;
    }
    if (stats_of_carriers().workers == 0)
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again),
                              "weir: there is no thread to carry light workers");
  }
  void close() {
    if (carriers_ != nullptr) std::destroy_at(carriers_);
    carriers_ = nullptr;
  }

  /// Of the tasks in flight, those that neither run on a carrier nor are ready for a turn.
  [[nodiscard]] std::uint64_t suspended(std::uint64_t in_flight) {
    const std::uint64_t under_way = stats_of_carriers().running + carriers_->core().queue.size();
    return in_flight < under_way ? 0 : in_flight - under_way;
  }

  [[nodiscard]] list& home(unsigned number) noexcept { return carriers_->core().queue.home(number); }
  void begins(worker& w) { settle(w.home().resume(w)); }
  void resume(worker& w) override {
    if (pool_.inside()) return begins(w);
    const call from_outside(pool_.callers);
    begins(w);
  }
  void resume_at(worker& w, time_point due) override { settle(w.home().resume_at(w, due)); }
  void cancel_wait(worker& w) override {
    if (pool_.inside()) return settle(w.home().cancel_wait(w));
    const call from_outside(pool_.callers);
    settle(w.home().cancel_wait(w));
  }
  void carry(worker& w) override {
    engine::worker_loop<C>(pool_).resume(static_cast<engine::worker_record<C>&>(static_cast<agent<C>&>(w)));
  }

  void resume_here(worker& w) override {
    const call from_outside(pool_.callers);
    engine::worker_loop<C>(pool_).resume_here(static_cast<engine::worker_record<C>&>(static_cast<agent<C>&>(w)));
  }
  bool trim() noexcept override {
    if constexpr (trimmed_queue<typename C::queue>)
      return pool_.queue.trim();
    else
      return false;
  }

  void unpark(worker& w) { settle(w.home().unpark(w)); }
  /// False: it was unparked before, and still belongs to the caller.
  bool park(worker& w, time_point until) {
    const owed o = w.home().park(w, until);
    if (o == owed::look) return false;
    settle(o);
    return true;
  }

  /// Gives the turn's frame the carrier's frame cache and its worker_state object.
  void lend(engine::task_frame<P>& turn) const noexcept {
    const auto* carrier = engine::task_frame<P>::of(carriers_->core().id());
    if (carrier == nullptr) return;  // resume_here() on a foreign thread
    if (auto* const seat = static_cast<typename engine::carrier_queue<P, engine::resumption<P>>::seat*>(carrier->seat()))
      turn.frames = &seat->frames;
    turn.state = carrier->state;
  }

 private:
  /// Thrown to the carriers' engine when a hook has thrown. The pool's panic policy has had the exception already.
  struct hook_threw {};
  struct of_carriers {
    template <class>
    struct on {
      void operator()(std::exception_ptr what) noexcept {
        try {
          std::rethrow_exception(what);
        } catch (const hook_threw&) {
        } catch (...) {
          panic::terminate::on<P>{}(std::move(what));
        }
      }
    };
  };
  using carriers = engine::pool_engine<
      engine::config<engine::carrier_queue_policy, workers::lifo, blocking::reject, expiry::never, of_carriers, growth::prestart,
                     typename C::parking_policy, wake::chain, observer::none, P, threads, engine::resumption<P>>>;

  /// The options, with hooks that run inside the pool and whose exceptions go to its panic policy. They also throw to the carriers' engine, so that
  /// an on_start that threw has no on_stop.
  [[nodiscard]] options heard_of(options o) {
    const auto within = [this](const auto& hook) {
      if (!engine::task_runner<C>::contained(pool_, hook)) throw hook_threw();
    };
    o.on_start = [this, within, hook = std::move(o.on_start)] {
      engine::task_frame<P>::innermost()->carries_for = pool_.id();
      if (hook) within(hook);
    };
    if (o.on_stop) o.on_stop = [within, hook = std::move(o.on_stop)] { within(hook); };
    if (o.worker_state) {
      o.worker_state = [within, hook = std::move(o.worker_state)] {
        std::any made;
        within([&] { made = hook(); });
        return made;
      };
    }
    return o;
  }

  [[nodiscard]] weir::stats stats_of_carriers() { return engine::wait_calls(carriers_->core()).stats(); }
  void settle(owed o) {
    if (o == owed::look) engine::start_and_wake(carriers_->core()).after_push();
    if (o == owed::sooner) engine::coroutine_calls(carriers_->core()).due_sooner();
  }

  engine::core<C>& pool_;
  carriers* carriers_ = nullptr;
  alignas(carriers) std::byte room_[sizeof(carriers)];
};

/// What a light worker has instead of a thread and its parker.
template <class C>
class light::agent : public engine::runnable<typename C::platform> {
  using P = typename C::platform;
  using turn = engine::task_frame<P>;

 public:
  template <class Traits>
  void begin(engine::core<C>& pool, const Traits&) {
    this->home_.write() = &pool.agents.home(static_cast<const engine::worker_record<C>&>(*this).number);
    memory_ = engine::worker_memory<C>{};
    pool.agents.begins(*this);
  }
  void end() const noexcept {}
  void unpark() { carriers().unpark(*this); }

  /// As in agents::threads. Uses the timer's spare pointer: outside its life the worker is in no ready queue.
  void link(engine::worker_record<C>* next) noexcept { this->spare() = next; }
  [[nodiscard]] engine::worker_record<C>* linked() noexcept { return static_cast<engine::worker_record<C>*>(this->spare()); }

  // --- called by worker_loop::resume()

  void mount(turn& here) noexcept {
    here.light = this;
    carriers().lend(here);
  }
  [[nodiscard]] engine::worker_memory<C>& memory() noexcept { return memory_; }
  /// Parks the worker. False: it was chosen meanwhile and continues. True: the caller no longer owns it.
  bool sleeps([[maybe_unused]] const engine::worker_memory<C>& m) {
    if constexpr (std::is_empty_v<engine::worker_memory<C>>)
      return carriers().park(*this, P::clock::time_point::max());
    else
      return carriers().park(*this, m.sleeps_until);
  }

 private:
  [[nodiscard]] shared<C>& carriers() const noexcept { return static_cast<shared<C>&>(this->host()); }

  [[no_unique_address]] engine::worker_memory<C> memory_;
};

static_assert(agents_policy<light>);

}  // namespace weir::agents

#endif
