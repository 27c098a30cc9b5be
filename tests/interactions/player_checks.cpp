// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/player.hpp"

#include <chrono>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace weir::interactions {

namespace {

std::string shown(const stats& s) {
  return " (workers " + std::to_string(s.workers) + ", idle " + std::to_string(s.idle) + ", running " + std::to_string(s.running) +
         ", suspended " + std::to_string(s.suspended) + ", queued " + std::to_string(s.queued) + ", waiting " + std::to_string(s.waiting) +
         ", capacity " + std::to_string(s.capacity) + ")";
}

[[nodiscard]] bool refuses_threads(fault f) { return f == fault::refused_once || f == fault::refused_always; }

}  // namespace

/// The calls of the round can get no further, or have ended.
template <class P>
void player<P>::check_at_rest(scene& here) {
  using namespace std::chrono_literals;
  if (!refuses_threads(program_.wrong)) {
    const bool answered = eventually([&] { return main_->state() == run_state::open || main_->stats().waiting == 0; });
    if (!answered) refute("who waits for room is answered when the pool closes" + shown(main_->stats()));
  }
  // Who has received something is ready, and may have to wait for a thread. And stats().suspended may be too small where no thread can be had, or
  // where tasks hold all carriers (docs/policies/observer.md).
  const bool counted = calls(operation::channel_send) || calls(operation::channel_close) || refuses_threads(program_.wrong) ||
                       (is(feature::light) && held_ >= static_cast<int>(program_.carriers)) ||
                       eventually([&] { return main_->stats().suspended >= static_cast<std::uint64_t>(std::max(0, asleep_.load())); });
  if (!counted) refute(std::to_string(asleep_) + " coroutines wait, and stats().suspended counts fewer" + shown(main_->stats()));

  check_away();
  if (refuses_threads(program_.wrong) || is(feature::multi) || is(feature::on_backlog) || here.paused || main_->state() != run_state::open)
    return;
  for (unsigned r = 0; r <= now_; ++r)
    if (program_.rounds[r].when == moment::paused) return;  // a pause may still wait for what runs
  for (const step* each : steps_)
    if (const step& s = *each; s.who == caller::pause_holder || s.what == operation::pause) return;
  entry& e = open_own();
  e.answer = int(main_->try_post(as_recipe(e)));
  if (e.answer != int(post_result::accepted)) return;
  const auto may_wait = [&] {
    if (in_hooks_ != 0) return true;  // of a worker that was started for it, perhaps
    const auto s = main_->stats();
    const int places = static_cast<int>(is(feature::light) ? std::min<std::uint64_t>(s.capacity, program_.carriers) : s.capacity);
    return held_ + (is(feature::light) ? static_cast<int>(s.suspended) : 0) >= places;
  };
  if (!eventually([&] { return e.alive == 0 || may_wait(); }))
    refute("no task waits while a worker rests or could be started" + shown(main_->stats()));
}

/// The pool of coroutines, which never block. But one of them may destroy a capture whose destructor does, or run a task of a pool without a
/// thread or with blocking::caller_runs.
template <class P>
void player<P>::check_away() {
  if (refuses_threads(program_.wrong) || is(feature::caller_runs)) return;
  const auto destructor_may_block = [&] {  // also one that has just begun: the coroutine may have been late
    for (std::size_t s = 0; s != steps_.size(); ++s)
      if (steps_[s]->who == caller::destructor && blocks(steps_[s]->what) && the_board().steps[s] == progress::begun) return true;
    return false;
  };
  if (destructor_may_block()) return;
  const auto ran = std::make_shared<std::atomic<bool>>(false);
  if (away_->try_post([ran] { *ran = true; }) != post_result::accepted) return;
  if (!eventually([&] { return ran->load() || destructor_may_block(); }))
    refute("a coroutine waits without holding its thread: a task behind it runs" + shown(away_->stats()));
}

template <class P>
void player<P>::check_answer(const step& s, const entry& e, post_result r, bool was_closed) {
  const std::string answer = std::string("\"") + to_string(r) + "\" is no answer to " + name(s.what) + ": ";
  if (r == post_result::cancelled) refute(answer + "the pool was not asked yet");
  if (was_closed && r != post_result::closed) refute(answer + "the pool was closed before");
  if (r == post_result::closed && !asks_for_the_end_ && !released_) refute(answer + "the pool is open");
  if (r == post_result::full && never_full(features_)) refute(answer + "its queue is never full");
  if (r == post_result::discarded && !is(feature::discard_newest)) refute(answer + "the policy is not to drop it");
  const bool timed = s.what == operation::post_for || s.what == operation::post_until;
  if (r == post_result::timed_out && (!timed || endless(s.takes)))
    refute(answer + "its time has not come, " + span_names[std::size_t(s.takes)]);
  if (r != post_result::accepted && e.begun != 0) refute(answer + "it has begun");
}

/// What a call may throw.
template <class P>
void player<P>::check_exception(const step& s, caller who, const std::exception_ptr& thrown) {
  const std::string call = std::string(name(s.what)) + ", called by " + name(who) + ", throws ";
  const bool at_home = who == caller::task || who == caller::coroutine || who == caller::hook || who == caller::panic_handler ||
                       who == caller::destructor || who == caller::pause_holder ||
                       refuses_threads(program_.wrong);  // any thread may run a task then
  try {
    std::rethrow_exception(thrown);
  } catch (const boom&) {
    const bool wrong = is_wrong(fault::task_throws) || is_wrong(fault::move_throws);
    if (!wrong) refute(call + "what no callable threw");
  } catch (const not_run& e) {
    if (e.reason() == post_result::accepted) refute(call + "not_run, and says that it was accepted");
  } catch (const std::system_error& e) {
    if (e.code() == std::errc::resource_deadlock_would_occur && at_home && (blocks(s.what) || s.what == operation::restart)) return;
    refute(call + "a system_error: " + e.what());
  } catch (const std::bad_alloc&) {
    if (!is_wrong(fault::allocation_fails)) refute(call + "bad_alloc, and no allocation fails");
  } catch (const std::exception& e) {
    refute(call + e.what());
  }
}

template class player<virtual_threads>;
template class player<real_threads>;

}  // namespace weir::interactions
