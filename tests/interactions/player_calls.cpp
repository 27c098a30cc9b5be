// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/player.hpp"

#include "tests/support/allocations.hpp"

#include <weir/go.hpp>
#include <weir/platform/forced_unwind.hpp>

#include <vector>

namespace weir::interactions {

/// Enters in the table what meets here. Allocates nothing: the allocations of the call that destroys a capture may fail.
template <class P>
void player<P>::begin(unsigned s, caller who) {
  const step& me = at(s);
  scene& here = scene_of(s);
  the_board().steps[s] = progress::begun;
  const moment now = main_->state() != run_state::open ? moment::closing
                     : here.paused                     ? moment::paused
                     : here.full                       ? moment::full
                     : here.resizing                   ? moment::resizing
                     : here.idle                       ? moment::idle
                                                       : moment::open;
  std::array<bool, value::all> here_now{};
  const auto is_here = [&](value v) { here_now[v.index()] = true; };
  is_here(me.what), is_here(who), is_here(now);
  if (program_.wrong != fault::none) is_here(program_.wrong);
  for (std::size_t f = 0; f != features; ++f)
    if (is(feature(f))) is_here(feature(f));
  meetings& met = the_board().met;
  for (std::size_t i = 0; i != value::all; ++i)
    for (std::size_t j = i + 1; here_now[i] && j != value::all; ++j)
      if (here_now[j] && value::at(i).of != value::at(j).of) met.note(value::at(i), value::at(j));
  const std::uint64_t others = here.under_way.fetch_or(std::uint64_t{1} << std::size_t(me.what));
  for (std::size_t o = 0; o != operations; ++o)
    if ((others >> o & 1) != 0) met.note(me.what, operation(o));
}

template <class P>
void player<P>::over(unsigned s) {
  the_board().steps[s] = progress::over;
}

/// Makes the call of a step, here and now.
template <class P>
void player<P>::perform(unsigned s, caller who) {
  begin(s, who);
  try {
    call(s, who);
  } catch (...) {
    if (std::current_exception() == nullptr) over(s);  // the end of the thread
    platform::pass_on_forced_unwind();
    check_exception(at(s), who, std::current_exception());
  }
  over(s);
}

template <class P>
void player<P>::call(unsigned s, caller who) {
  using enum operation;
  switch (at(s).what) {
    case post:
    case try_post:
    case post_for:
    case post_until:
    case post_bulk:
    case post_after:
    case registry: return call_post(s);
    case submit:
    case submit_until:
    case run:
    case future_wait:
    case future_wait_for:
    case future_get: return call_future(s, who);
    case channel_send:
    case channel_receive:
    case channel_close:
    case operation::async_mutex:
    case operation::async_semaphore:
    case group_run:
    case group_wait:
    case group_cancel: return call_coroutine_object(s);
    case go:
      if constexpr (!stage<P>::is_simulated) check(weir::go([] {}) == post_result::accepted, "weir::go accepts while the program runs");
      return;
    default: return call_wait(s, who);
  }
}

template <class P>
void player<P>::call_post(unsigned s) {
  const step& me = at(s);
  std::vector<recipe<P>> bulk;
  if (me.what == operation::post_bulk)
    for (int n = 0; n != 3; ++n) bulk.push_back(cook(s));
  for (const auto& r : bulk)
    if (travels(r.what->does)) r.what->does = body::takes_time;
  const recipe<P> r = bulk.empty() ? cook(s) : bulk.front();
  const bool was_closed = closed_;
  std::optional<tests::failing_allocation> failing;
  if (is_wrong(fault::allocation_fails)) failing.emplace(me.n % 6);
  const auto ask = [&]() -> post_result {
    switch (me.what) {
      case operation::post: return main_->post(r);
      case operation::try_post: return main_->try_post(r);
      case operation::post_for: return main_->post_for(me.takes, r);
      case operation::post_until: return main_->post_until(me.takes, r);
      case operation::registry: return main_->through_a_registry(r);
      case operation::post_after:
        r.what->not_before = endless(me.takes);
        r.what->called_off = true;
        r.what->ends_thread = false;  // it is a coroutine, which must not
        return main_->post_after(me.takes, r, last_.get_token());
      default: break;
    }
    const bulk_result done = main_->post_bulk(bulk);
    for (std::size_t n = 1; n < bulk.size() && n <= done.accepted; ++n)
      bulk[n].what->answer = int(n < done.accepted ? post_result::accepted : done.last);
    return done.accepted == 0 ? done.last : post_result::accepted;
  };
  try {
    const post_result answer = ask();
    failing.reset();
    r.what->answer = int(answer);
    check_answer(me, *r.what, answer, was_closed);
  } catch (...) {
    if (r.what->begun == 0 && me.what != operation::post_bulk) r.what->answer = int(post_result::cancelled);
    throw;
  }
}

template <class P>
void player<P>::call_future(unsigned s, caller who) {
  const step& me = at(s);
  const recipe<P> r = cook(s);
  r.what->how = entry::way::submitted;
  const bool runs_here = me.what == operation::run && who != caller::outside && who != caller::other_task;
  if (me.what == operation::run && travels(r.what->does)) r.what->does = body::takes_time;
  if (runs_here || me.what == operation::run) r.what->ends_thread = false;
  if (runs_here && r.what->does == body::holds) r.what->does = body::ends_at_once;
  std::optional<tests::failing_allocation> failing;
  if (is_wrong(fault::allocation_fails)) failing.emplace(me.n % 6);
  if (me.what == operation::run) return check(main_->run(r) == 7, "run gives what its callable returns");
  auto result = me.what == operation::submit_until ? main_->submit_until(me.takes, r) : main_->submit(r);
  switch (me.what) {
    case operation::future_wait: result.wait(); return check(result.ready(), "a future that was waited for is ready");
    case operation::future_wait_for: {
      const bool in_time = with_duration(me.takes, stage<P>::tick, [&](auto d) { return result.wait_for(d); });
      return check(in_time || !endless(me.takes), "wait_for does not end before its time, and this one has no end");
    }
    case operation::future_get: return check(result.get() == 7, "a future has its task's value");
    case operation::submit_until:
      try {
        if (result.ready()) check(result.get() == 7, "a future has its task's value");
      } catch (const not_run& e) {
        check(e.reason() != post_result::timed_out || !endless(me.takes), "a submit without an end does not end by its time");
      }
      return;
    default: static_cast<void>(result.ready());
  }
}

/// Groups, and the objects of coroutines as those use them that are none.
template <class P>
void player<P>::call_coroutine_object(unsigned s) {
  scene& here = scene_of(s);
  switch (at(s).what) {
    case operation::channel_send: static_cast<void>(here.channel.try_send(int{at(s).n})); return;
    case operation::channel_receive: static_cast<void>(here.channel.try_receive()); return;
    case operation::channel_close: return here.channel.close();
    case operation::async_mutex: {
      const auto held = mutex_.try_lock();
      return;
    }
    case operation::async_semaphore:
      if (semaphore_.try_acquire()) semaphore_.release();
      return;
    case operation::group_run: {
      const recipe<P> r = cook(s);
      r.what->how = entry::way::grouped;
      r.what->ends_thread = false;  // a waiter may run it
      if (travels(r.what->does) || r.what->does == body::holds) r.what->does = body::takes_time;
      std::optional<tests::failing_allocation> failing;
      if (is_wrong(fault::allocation_fails)) failing.emplace(at(s).n % 6);
      return (at(s).n % 2 == 0 ? group_ : far_group_)->run(r);
    }
    case operation::group_wait: static_cast<void>((at(s).n % 2 == 0 ? group_ : far_group_)->wait()); return;
    default: (at(s).n % 2 == 0 ? group_ : far_group_)->cancel();
  }
}

/// What waits for the pool, or changes it.
template <class P>
void player<P>::call_wait(unsigned s, caller who) {
  const step& me = at(s);
  const bool takes_back = calls(operation::purge) || calls(operation::stop) || program_.end == ending::stopped;
  const bool may_hold =
      who == caller::outside || who == caller::task || who == caller::other_task;  // its thread, as tasks that are run by hand do
  std::optional<tests::failing_allocation> failing;
  const std::vector<const entry*> mine = books_.accepted_and_not_over();
  if (is_wrong(fault::allocation_fails)) failing.emplace(me.n % 6);
  switch (me.what) {
    case operation::wait_idle:
      main_->wait_idle();
      return check(takes_back || books::all_gone(mine), "wait_idle returns when all that was accepted before is over");
    case operation::wait_idle_for: {
      const bool idle = main_->wait_idle_for(me.takes);
      check(idle || !endless(me.takes), "wait_idle_for does not end before its time, and this one has no end");
      return check(!idle || takes_back || books::all_gone(mine), "wait_idle_for says true when all that was accepted before is over");
    }
    case operation::pause: {
      const auto held = main_->pause();
      return stage<P>::sleep(stage<P>::tick / 2);
    }
    case operation::resize: {
      const unsigned least = is(feature::light) ? 8u : 1u;
      return main_->resize(me.n / 4 % 2u, least + me.n % 4u);
    }
    case operation::purge: handed_back_ += main_->purge(me.n % 2 != 0 && by_hand_ && may_hold); return;
    case operation::stop:
      handed_back_ += main_->stop(me.n % 2 != 0 && by_hand_ && may_hold);
      closed_ = !calls(operation::restart);
      return;
    case operation::shutdown:
      main_->shutdown();
      closed_ = !calls(operation::restart);
      return;
    case operation::join: return main_->join();
    case operation::join_for: {
      const bool ended = main_->join_for(me.takes);
      return check(ended || !endless(me.takes), "join_for does not end before its time, and this one has no end");
    }
    case operation::restart:
      if (!stopped_for_good_) static_cast<void>(main_->restart());
      return;
    case operation::state: static_cast<void>(main_->state()); return;
    case operation::stats: {
      const auto seen = main_->stats();
      check(seen.idle <= seen.workers, "idle workers are workers");
      return check((seen.workers | seen.queued | seen.running | seen.waiting | seen.suspended) < (std::uint64_t{1} << 40),
                   "no count is negative");
    }
    case operation::post_every: {
      const recipe<P> r = cook(s);
      r.what->how = entry::way::repeated;
      r.what->not_before = endless(me.takes);
      r.what->ends_thread = false;
      if (r.what->does == body::holds) r.what->does = body::ends_at_once;
      const auto goes_on = main_->post_every(me.takes, r);
      return stage<P>::sleep(stage<P>::tick * 2);
    }
    default: refute(std::string("nothing calls ") + name(me.what) + " for " + name(who));
  }
}

template class player<virtual_threads>;
template class player<real_threads>;

}  // namespace weir::interactions
