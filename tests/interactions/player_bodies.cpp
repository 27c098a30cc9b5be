// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/player.hpp"

#include <weir/sleep.hpp>

#include <pthread.h>

#include <new>
#include <string>

namespace weir::interactions {

void hear(const std::exception_ptr& what) {
  if (listener* l = listener::now) l->panicked(what);
}

template <class P>
entry& player<P>::open(unsigned s, body does) {
  const step& made = at(s);
  entry& e = books_.open();
  const bool plain = is(feature::function) && travels(does);
  e.step = static_cast<std::uint8_t>(s);
  e.round = static_cast<std::uint8_t>(round_of_[s]);
  e.does = plain ? body::takes_time : does;
  e.captures = made.captures;
  return e;
}

/// For the program's own use.
template <class P>
entry& player<P>::open_own() {
  entry& e = books_.open();
  e.round = static_cast<std::uint8_t>(now_);
  return e;
}

template <class P>
recipe<P> player<P>::as_recipe(entry& e) {
  return {this, &e, std::nullopt, 0};
}

/// The callable that a step posts, with what goes wrong with it.
template <class P>
recipe<P> player<P>::cook(unsigned s) {
  const step& made = at(s);
  const bool dies = is_wrong(fault::task_ends_thread);
  entry& e = open(s, dies && travels(made.does) ? body::ends_at_once : made.does);
  e.throws = is_wrong(fault::task_throws);
  e.ends_thread = dies;
  if (is_wrong(fault::move_throws)) e.moves_left = program_.when_wrong % 4;
  recipe<P> r = as_recipe(e);
  r.tag = made.n % 3u;
  if (is_wrong(fault::token_stops)) {
    e.called_off = true;
    r.token = program_.when_wrong % 2 == 0 ? last_.get_token() : stop_.get_token();
  }
  return r;
}

template <class P>
void player<P>::run(entry& e) {
  std::optional<holding> held;
  if (e.in_main) held.emplace(held_);
  check(++e.begun == 1 || e.how == entry::way::repeated, "a callable runs once");
  check(!e.not_before || released_, "a delayed task does not begin before its time");
  scene& here = *scenes_[e.round];
  if (e.carries) {
    if (!on_main_thread()) here.go.wait();
    perform(e.step, e.in_main ? caller::task : caller::other_task);
  } else if (e.does == body::holds) {
    if (!on_main_thread()) here.curtain.wait();
  } else if (e.does == body::takes_time) {
    stage<P>::sleep(stage<P>::tick);
  }
  if (e.throws) {
    ++e.threw;
    throw boom("a task throws");
  }
  if constexpr (!stage<P>::is_simulated)
    if (e.ends_thread && !on_main_thread()) ::pthread_exit(nullptr);
  ++e.ended;
}

template <class P>
basic_coroutine<int, P> player<P>::travel(entry& e) {
  check(++e.begun == 1, "a coroutine begins once");
  check(!e.not_before || released_, "a delayed task does not begin before its time");
  scene& here = *scenes_[e.round];
  if (e.carries) {
    while (!here.has_begun) co_await sleep_for<P>(stage<P>::tick / 4);
    co_await perform_awaiting(e.step, e.in_main ? caller::coroutine : caller::other_coroutine);
  } else if (e.does == body::coroutine_sleeps) {
    const auto due = P::clock::now() + stage<P>::tick;
    co_await sleep_for<P>(stage<P>::tick);
    const auto early = due - P::clock::now();
    if (early.count() > 0) refute("a sleep does not end early (by " + std::to_string(early.count()) + " ns)");
  } else if (e.does == body::coroutine_yields) {
    co_await yield<P>();
  } else if (e.does == body::coroutine_receives) {
    if (e.in_main && e.how == entry::way::posted) ++asleep_;
    const auto got = co_await here.channel.receive(last_.get_token());
    if (e.in_main && e.how == entry::way::posted) --asleep_;
    static_cast<void>(got);
  }
  if (e.throws) {
    ++e.threw;
    throw boom("a coroutine throws");
  }
  ++e.ended;
  co_return 7;
}

template <class P>
void player<P>::destroyed(entry& e) noexcept {
  if (!e.acts_when_destroyed) return;
  std::optional<holding> held;
  if (e.begun != 0) held.emplace(held_);
  if (!on_main_thread()) scene_of(e.step).go.wait();
  perform(e.step, caller::destructor);
}

template <class P>
void player<P>::panicked(const std::exception_ptr& what) {
  std::optional<holding> in_a_hook;
  try {
    std::rethrow_exception(what);
  } catch (const hook_boom&) {
    in_a_hook.emplace(in_hooks_);
  } catch (const boom&) {
  } catch (const std::bad_alloc&) {
    check(is_wrong(fault::allocation_fails), "the panic policy is told of bad_alloc only when an allocation fails");
  } catch (const std::exception& e) {
    refute(std::string("the panic policy is told of what no task threw: ") + e.what());
  }
  const holding held(held_);
  if (const int s = armed_[1].exchange(0)) {
    if (!on_main_thread()) scene_of(static_cast<unsigned>(s - 1)).go.wait();
    perform(static_cast<unsigned>(s - 1), caller::panic_handler);
  }
}

/// Called by each worker at its begin, for its state, and at its end.
template <class P>
void player<P>::hook() {
  const int number = hooks_++;
  if (is_wrong(fault::hook_throws) && number % 3 == program_.when_wrong % 3) throw hook_boom("a hook throws");
  if constexpr (!stage<P>::is_simulated)
    if (is_wrong(fault::hook_ends_thread) && number == program_.when_wrong % 6 && !on_main_thread()) ::pthread_exit(nullptr);
  const holding held(held_), in_a_hook(in_hooks_);
  if (const int s = armed_[0].exchange(0)) {
    if (!on_main_thread()) scene_of(static_cast<unsigned>(s - 1)).go.wait();
    perform(static_cast<unsigned>(s - 1), caller::hook);
  }
}

template class player<virtual_threads>;
template class player<real_threads>;

}  // namespace weir::interactions
