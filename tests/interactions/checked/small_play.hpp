// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_CHECKED_SMALL_PLAY_HPP
#define TESTS_INTERACTIONS_CHECKED_SMALL_PLAY_HPP

#include <weir/async_semaphore.hpp>
#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/future.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/pool.hpp>
#include <weir/sleep.hpp>
#include <weir/task_group.hpp>
#include <weir/verify/relacy.hpp>
#include <weir/verify/relacy/session.hpp>
#include <weir/verify/scenarios/stage.hpp>

#include "tests/interactions/checked/now_playing.hpp"
#include "tests/interactions/checked/small_program.hpp"

#include <any>
#include <array>
#include <chrono>
#include <exception>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <system_error>
#include <utility>
#include <vector>

namespace weir::interactions::checked {

using verify::check;
using P = verify::relacy;

/// What tasks and hooks throw on purpose.
struct boom : std::exception {};
/// The panic policy of the pools tells the program under way.
struct hears {
  static inline void (*tell)(const std::exception_ptr&) = nullptr;
  void operator()(const std::exception_ptr& what) const { tell(what); }
};
template <class... Policies>
using told = weir::pool<Policies..., panic::call<hears>, P>;

/// A program on a pool of that type: a scenario like any other. The books are its claim, and that all its calls return.
template <class Pool>
class small_play {
 public:
  static constexpr const char* claim = "accepted = ran + handed back; captures die once; every call returns and says what is so";
  static constexpr int threads = 3;
  static constexpr int spawned = 6;

  void before() {
    p_ = now_playing::of(verify::checker::the_session->scenario->name);
    hears::tell = [](const std::exception_ptr& what) { the_one->panicked(what); };
    the_one = this;
    options o{.capacity = p_.capacity, .carriers = p_.carriers};
    o.idle_after = o.max_age = std::chrono::nanoseconds(1);
    o.on_start = [this] { hook(); };
    o.on_stop = [this] { hook(); };
    const unsigned refused = std::exchange(verify::checker::the_world.left.spawn_faults, 0U);  // a light pool is made with its threads
    pool_.emplace(o);
    verify::checker::the_world.left.spawn_faults = refused;
    group_.emplace(*pool_);
    idle_ = p_.when == moment::idle;
    for (const small_step& s : p_.steps) {
      asks_for_help_ |= s.what == operation::group_run;
      needs_end_ |= s.what == operation::join || s.what == operation::join_for;
    }
  }
  void thread(unsigned i) {
    if (i == small_program::calls) return bring_the_moment();
    place(i);
  }
  void finish() {
    channel_.close();
    {
      typename P::unique_lock lock(arming_);
      armed_.write() = {};
    }
    if (pool_->state() == run_state::open) pool_->wait_idle();
    pool_->shutdown();
    pool_->join();
    while (called_back_ != 0) P::yield();  // of a carrier's hook, or what it throws: a carrier lives as long as the pool
    group_.reset();                        // not before: a task or a hook may call it
    const stats s = pool_->stats();
    check<P>(s.workers + s.idle + s.running + s.queued + s.waiting + s.suspended == 0, "nothing is left in a pool that has ended");
    pool_.reset();
    std::size_t lost = 0, perhaps = 0;  // what has not run was handed back, or if nothing is known of its answer, may have been
    for (std::size_t n = 0; n != used_; ++n) (entries_[n].submitted ? perhaps : lost) += settle(entries_[n]);
    const bool drops = has(p_.features(), feature::discard_oldest);
    check<P>((lost <= back_ || drops) && (back_ <= lost + perhaps || asks_for_help_), "accepted = ran + handed back");
  }

 private:
  struct entry {
    typename P::template cell<int> begun{0}, destroyed{0};
    int answer = -1;          ///< of its post, once it is known; written by the thread that posts
    bool submitted = false;   ///< or may be called off: it need not run, nor be handed back
    int step = -1;            ///< whose call it makes
    bool as_destructor = false;
    small_body does = small_body::ends_at_once;
    bool throws = false;
  };

  struct arms {
    int hook = -1, handler = -1, hooks = 0;
  };

  /// The capture that keeps the books.
  class capture {
   public:
    capture(small_play& by, entry& e) : by_(&by), entry_(&e) {}
    capture(capture&& other) noexcept : by_(other.by_), entry_(std::exchange(other.entry_, nullptr)) {}
    ~capture() {
      if (entry_ == nullptr) return;
      check<P>(++entry_->destroyed.write() == 1, "captures are destroyed once");
      if (entry_->as_destructor) by_->perform(static_cast<unsigned>(entry_->step), caller::destructor);
    }
    [[nodiscard]] small_play& by() const { return *by_; }
    [[nodiscard]] entry& what() const { return *entry_; }

   private:
    small_play* by_;
    entry* entry_;
  };
  struct work {
    capture books;
    int operator()() { return books.by().run(books.what()), 7; }
  };
  struct moving_capture {
    capture books;
    basic_coroutine<int, P> operator()() { return books.by().travel(books.what()); }
  };

  // What callables do.

  void run(entry& e) {
    check<P>(++e.begun.write() == 1, "a callable runs once");
    if (e.step >= 0 && !e.as_destructor) perform(static_cast<unsigned>(e.step), caller::task);
    if (e.does == small_body::holds && &P::slot() != opener_) curtain_.pass();
    if (e.throws) throw boom();
  }
  basic_coroutine<int, P> travel(entry& e) {
    check<P>(++e.begun.write() == 1, "a coroutine begins once");
    if (e.step >= 0) co_await perform_awaiting(static_cast<unsigned>(e.step));
    if (e.does == small_body::coroutine_yields) co_await yield<P>();
    if (e.does == small_body::coroutine_receives) static_cast<void>(co_await channel_.receive());
    if (e.throws) throw boom();
    co_return 7;
  }
  void hook() {
    {
      typename P::unique_lock lock(arming_);
      const int number = armed_.write().hooks++;
      if (p_.wrong == fault::hook_throws && number % 3 == p_.when_wrong % 3) throw boom();
    }
    perform_armed(&arms::hook, caller::hook);
  }
  void panicked(const std::exception_ptr& what) {
    try {
      std::rethrow_exception(what);
    } catch (const boom&) {
    } catch (...) {
      check<P>(false, "the panic policy is told of what no task threw");
    }
    perform_armed(&arms::handler, caller::panic_handler);
  }
  void perform_armed(int arms::*which, caller who) {
    int step = -1;
    {
      typename P::unique_lock lock(arming_);
      step = std::exchange(armed_.write().*which, -1);
      called_back_ += step >= 0;
    }
    if (step < 0) return;
    perform(static_cast<unsigned>(step), who);
    --called_back_;
  }

  // The threads.

  entry& open() {
    typename P::unique_lock lock(arming_);
    check<P>(used_ != entries_.size(), "the program has room for its callables");
    return entries_[used_++];
  }
  entry& cook(unsigned i) {
    entry& e = open();
    e.does = p_.steps[i].does;
    e.throws = p_.wrong == fault::task_throws;
    e.submitted = p_.wrong == fault::token_stops;
    return e;
  }
  void place(unsigned i) {
    const caller who = p_.steps[i].who;
    if (who == caller::outside) return perform(i, who);
    if (who == caller::pause_holder) {
      const auto held = pool_->pause();
      return perform(i, who);
    }
    entry& e = open();
    {
      typename P::unique_lock lock(arming_);
      if (who == caller::hook) armed_.write().hook = static_cast<int>(i);
      if (who == caller::panic_handler) armed_.write().handler = static_cast<int>(i);
    }
    e.throws = who == caller::panic_handler;
    e.as_destructor = who == caller::destructor;
    if (who == caller::task || who == caller::coroutine || who == caller::destructor) e.step = static_cast<int>(i);
    if (who == caller::coroutine)
      answer(e, pool_->post(moving_capture{capture(*this, e)}));
    else
      answer(e, pool_->post(work{capture(*this, e)}));
  }
  /// The third thread: whatever it does, it lets go of it.
  void bring_the_moment() {
    opener_ = &P::slot();
    switch (p_.when) {
      case moment::full:
      case moment::closing:
        for (int n = 0; n != 3 && !full_; ++n) {
          entry& e = open();
          e.does = small_body::holds;
          const post_result r = pool_->try_post(work{capture(*this, e)});
          answer(e, r);
          full_ = r == post_result::full;
        }
        if (p_.when == moment::closing) end();
        break;
      case moment::paused: {
        const auto held = pool_->pause();
        paused_ = pool_->state() == run_state::open;
        P::yield();
        paused_ = false;
        break;
      }
      case moment::resizing:
        resizing_ = true;
        pool_->resize(p_.when_wrong % 2U, 2);
        pool_->resize(0, 1);
        resizing_ = false;
        break;
      default: P::yield();
    }
    full_ = false;
    if (p_.wrong == fault::token_stops) stop_.request_stop();
    channel_.close();
    curtain_.open();
    if (needs_end_) end();
  }
  void end() {
    pool_->shutdown();
    closed_ = true;
  }

  // small_calls.hpp: the calls.
  void perform(unsigned i, caller who);
  basic_coroutine<void, P> perform_awaiting(unsigned i);
  basic_coroutine<void, P> await_call(unsigned i);
  void call(unsigned i, caller who);
  void call_post(unsigned i);
  void call_future(unsigned i);
  void note(unsigned i, caller who);
  void check_exception(unsigned i, caller who, const std::exception_ptr& thrown);
  void answer(entry& e, post_result r);
  std::size_t settle(const entry& e);
  template <class Tasks>
  void take_back(Tasks tasks) {
    typename P::unique_lock lock(arming_);
    back_ += tasks.size();
    lock.unlock();
  }
  [[nodiscard]] bool endless() const { return p_.wrong == fault::clock_at_its_end; }
  [[nodiscard]] std::chrono::hours time() const { return endless() ? std::chrono::hours::max() : std::chrono::hours(1); }
  static inline small_play* the_one = nullptr;

  small_program p_;
  std::optional<Pool> pool_;
  std::optional<task_group<Pool>> group_;
  basic_channel<int, 1, P> channel_;
  basic_async_semaphore<P> semaphore_{1};
  verify::scenarios::gate<P> curtain_;
  std::stop_source stop_;
  typename P::mutex arming_;
  typename P::template cell<arms> armed_;
  std::array<entry, 16> entries_;
  std::size_t used_ = 0, back_ = 0;  // under arming_, and at the end
  // Plain data, since a look at it is to be no step of the program: threads of the checker take turns.
  std::uint64_t under_way_ = 0, called_back_ = 0;  // operations; calls of hooks and of the panic handler
  const void* opener_ = nullptr;  // the thread that opens the curtain: a pool without a thread may have it run tasks
  bool idle_ = false, full_ = false, paused_ = false, resizing_ = false, closed_ = false, needs_end_ = false, asks_for_help_ = false;
};

}  // namespace weir::interactions::checked

#include "tests/interactions/checked/small_calls.hpp"  // the other half of the members

#endif
