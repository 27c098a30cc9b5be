// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_INTERACTIONS_CHECKED_SMALL_CALLS_HPP
#define TESTS_INTERACTIONS_CHECKED_SMALL_CALLS_HPP

#include "tests/interactions/checked/small_play.hpp"

namespace weir::interactions::checked {

/// Enters in the table what meets here.
template <class Pool>
void small_play<Pool>::note(unsigned i, caller who) {
  const operation o = p_.steps[i].what;
  const moment now = closed_     ? moment::closing
                     : paused_   ? moment::paused
                     : full_     ? moment::full
                     : resizing_ ? moment::resizing
                     : idle_     ? moment::idle
                                 : moment::open;
  std::array<bool, value::all> here{};
  for (const value v : {value(o), value(who), value(now)}) here[v.index()] = true;
  if (p_.wrong != fault::none) here[value(p_.wrong).index()] = true;
  for (std::size_t f = 0; f != features; ++f)
    if (has(p_.features(), feature(f))) here[value(feature(f)).index()] = true;
  for (std::size_t a = 0; a != value::all; ++a)
    for (std::size_t b = a + 1; here[a] && b != value::all; ++b)
      if (here[b] && value::at(a).of != value::at(b).of) now_playing::met.note(value::at(a), value::at(b));
  for (std::size_t other = 0; other != operations; ++other)
    if ((under_way_ >> other & 1) != 0) now_playing::met.note(o, operation(other));
  under_way_ |= std::uint64_t{1} << std::size_t(o);
}

template <class Pool>
void small_play<Pool>::perform(unsigned i, caller who) {
  note(i, who);
  std::exception_ptr thrown;
  try {
    call(i, who);
  } catch (...) {
    thrown = std::current_exception();
  }
  if (thrown != nullptr) check_exception(i, who, thrown);
}

template <class Pool>
basic_coroutine<void, P> small_play<Pool>::perform_awaiting(unsigned i) {
  using enum operation;
  const operation o = p_.steps[i].what;
  if (!is_awaited(o) && o != channel_send && o != channel_receive && o != operation::async_semaphore) {
    perform(i, caller::coroutine);
    co_return;
  }
  note(i, caller::coroutine);
  std::exception_ptr thrown;
  try {
    co_await await_call(i);
  } catch (...) {
    thrown = std::current_exception();
  }
  if (thrown != nullptr) check_exception(i, caller::coroutine, thrown);
}

template <class Pool>
basic_coroutine<void, P> small_play<Pool>::await_call(unsigned i) {
  switch (p_.steps[i].what) {
    case operation::async_post: {
      entry& e = cook(i);
      work mine{capture(*this, e)};
      const post_result r = co_await pool_->async_post(std::move(mine));
      answer(e, r);
      break;
    }
    case operation::schedule: {
      const post_result r = co_await pool_->schedule();
      check<P>(r != post_result::timed_out, "schedule has no time limit");
      break;
    }
    case operation::group_finish: {
      const group_result r = co_await group_->finish();
      static_cast<void>(r);
      break;
    }
    case operation::sleep: {
      co_await sleep_for<P>(std::chrono::milliseconds(1));
      break;
    }
    case operation::yield: co_await yield<P>(); break;
    case operation::future_await: {
      entry& e = cook(i);
      e.submitted = true;
      auto result = pool_->submit(work{capture(*this, e)});
      const int got = co_await result;
      check<P>(got == 7, "a future has its task's value");
      break;
    }
    case operation::channel_send: {
      const bool sent = co_await channel_.send(7);
      static_cast<void>(sent);
      break;
    }
    case operation::channel_receive: {
      const auto got = co_await channel_.receive();
      static_cast<void>(got);
      break;
    }
    default: {
      const bool got = co_await semaphore_.acquire();
      check<P>(got, "a permit without a token comes");
      co_await yield<P>();
      semaphore_.release();
    }
  }
}

template <class Pool>
void small_play<Pool>::call(unsigned i, caller) {
  using enum operation;
  const std::uint8_t n = p_.steps[i].n;
  switch (p_.steps[i].what) {
    case post:
    case try_post:
    case post_for:
    case post_bulk: return call_post(i);
    case submit:
    case run:
    case future_wait:
    case future_wait_for:
    case future_get: return call_future(i);
    case wait_idle: return pool_->wait_idle();
    case wait_idle_for: return check<P>(pool_->wait_idle_for(time()) || !endless(), "wait_idle_for does not end before its time");
    case pause: return static_cast<void>(pool_->pause());
    case resize: return pool_->resize(n / 4 % 2U, 1 + n % 2U);
    case purge: return take_back(pool_->purge());
    case stop:
      take_back(pool_->stop());
      closed_ = true;
      return;
    case shutdown: return end();
    case join: return pool_->join();
    case join_for: return check<P>(pool_->join_for(time()) || !endless(), "join_for does not end before its time");
    case restart: return static_cast<void>(pool_->restart());
    case state: return static_cast<void>(pool_->state());
    case stats: {
      const auto s = pool_->stats();
      return check<P>(s.idle <= s.workers && (s.queued | s.running | s.waiting | s.suspended) < 1000,
                      "no count is negative, and idle workers are workers");
    }
    case group_run: {
      entry& e = cook(i);
      e.submitted = true;
      e.does = small_body::ends_at_once;  // a waiter may run it
      return group_->run(work{capture(*this, e)});
    }
    case group_wait: return static_cast<void>(group_->wait());
    case group_cancel: return group_->cancel();
    case channel_send: return static_cast<void>(channel_.try_send(7));
    case channel_receive: return static_cast<void>(channel_.try_receive());
    case channel_close: return channel_.close();
    case operation::async_semaphore:
      if (semaphore_.try_acquire()) semaphore_.release();
      return;
    default: check<P>(false, "the program makes a call that the checker has not");
  }
}

template <class Pool>
void small_play<Pool>::call_post(unsigned i) {
  const operation what = p_.steps[i].what;
  if (what == operation::post_bulk) {
    std::vector<work> both;
    entry* mine[2];
    for (entry*& e : mine) both.push_back(work{capture(*this, *(e = &cook(i)))});
    const bulk_result done = pool_->post_bulk(std::move(both));
    for (std::size_t n = 0; n != 2 && n <= done.accepted; ++n) answer(*mine[n], n < done.accepted ? post_result::accepted : done.last);
    return;
  }
  entry& e = cook(i);
  const bool travels = e.does == small_body::coroutine_yields || e.does == small_body::coroutine_receives;
  const auto with = [&](auto post) { return travels ? post(moving_capture{capture(*this, e)}) : post(work{capture(*this, e)}); };
  if constexpr (Pool::config_type::can_wait || !Pool::config_type::can_be_full) {
    if (what == operation::post_for) {
      const post_result r = with([&](auto f) { return pool_->post_for(time(), std::move(f)); });
      check<P>(r != post_result::timed_out || !endless(), "post_for does not give up before its time");
      return answer(e, r);
    }
  }
  if (what == operation::try_post) return answer(e, with([&](auto f) { return pool_->try_post(std::move(f)); }));
  if (p_.wrong == fault::token_stops) return answer(e, pool_->post(work{capture(*this, e)}, stop_.get_token()));
  answer(e, with([&](auto f) { return pool_->post(std::move(f)); }));
}

template <class Pool>
void small_play<Pool>::call_future(unsigned i) {
  const operation what = p_.steps[i].what;
  entry& e = cook(i);
  e.submitted = true;
  if (what == operation::run) {
    e.does = small_body::ends_at_once;  // the caller may be the one to run it
    return check<P>(pool_->run(work{capture(*this, e)}) == 7, "run gives what its callable returns");
  }
  auto result = pool_->submit(work{capture(*this, e)});
  if (what == operation::future_wait) return result.wait();
  if (what == operation::future_wait_for) return check<P>(result.wait_for(time()) || !endless(), "wait_for does not end before its time");
  if (what == operation::future_get) check<P>(result.get() == 7, "a future has its task's value");
}

template <class Pool>
void small_play<Pool>::check_exception(unsigned i, caller who, const std::exception_ptr& thrown) {
  const operation what = p_.steps[i].what;
  try {
    std::rethrow_exception(thrown);
  } catch (const boom&) {
    check<P>(p_.wrong == fault::task_throws, "a call throws what no callable threw");
  } catch (const not_run& e) {
    check<P>(e.reason() != post_result::accepted, "a call throws not_run, and says that it was accepted");
  } catch (const std::system_error& e) {
    const bool would_wait =
        e.code() == std::errc::resource_deadlock_would_occur && who != caller::outside && (blocks(what) || what == operation::restart);
    check<P>(would_wait, "a call throws a system_error, and is none that would wait for its caller");
  } catch (...) {
    check<P>(false, "a call throws what it does not say");
  }
}

template <class Pool>
void small_play<Pool>::answer(entry& e, post_result r) {
  e.answer = int(r);
}

/// When all is over: may it have been accepted, and has not run?
template <class Pool>
std::size_t small_play<Pool>::settle(const entry& e) {
  check<P>(e.destroyed.read() == 1, "captures are destroyed when all is over");
  const bool accepted = e.answer == int(post_result::accepted);
  check<P>(e.begun.read() == 0 || accepted || e.answer < 0, "a refused callable does not run");
  return (accepted || e.submitted) && e.begun.read() == 0 ? 1 : 0;
}

}  // namespace weir::interactions::checked

#endif
