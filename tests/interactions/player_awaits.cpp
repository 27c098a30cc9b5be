// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/player.hpp"

#include <weir/sleep.hpp>

#include <utility>

namespace weir::interactions {

/// Makes the call of a step in a coroutine of a pool.
template <class P>
basic_coroutine<void, P> player<P>::perform_awaiting(unsigned s, caller who) {
  using enum operation;
  const operation o = at(s).what;
  const bool has_an_awaitable_form =
      is_awaited(o) || o == channel_send || o == channel_receive || o == operation::async_mutex || o == operation::async_semaphore;
  if (!has_an_awaitable_form) {
    const holding held(held_);
    perform(s, who);
    co_return;
  }
  begin(s, who);
  std::exception_ptr thrown;
  try {
    co_await await_call(s, who);
  } catch (...) {
    platform::pass_on_forced_unwind();
    thrown = std::current_exception();
  }
  if (thrown != nullptr) check_exception(at(s), who, thrown);
  over(s);
}

template <class P>
basic_coroutine<void, P> player<P>::await_call(unsigned s, caller who) {
  const step& me = at(s);
  scene& here = scene_of(s);
  switch (me.what) {
    case operation::async_post: {
      const recipe<P> r = cook(s);
      const bool was_closed = closed_;
      const post_result answer = co_await main_->async_post(r);
      r.what->answer = int(answer);
      check_answer(me, *r.what, answer, was_closed);
      co_return;
    }
    case operation::schedule: {
      if (who == caller::coroutine && me.n % 2 != 0) {
        const post_result answer = co_await away_->schedule();
        check(answer == post_result::accepted, "an open pool without a limit takes a visitor");
      } else {
        const post_result answer = co_await main_->schedule();
        check(answer != post_result::timed_out, "schedule has no time limit");
      }
      co_return co_await yield<P>();
    }
    case operation::group_finish: {
      const group_result answer = co_await (me.n % 2 == 0 ? group_ : far_group_)->finish();
      static_cast<void>(answer);
      co_return;
    }
    case operation::sleep: {
      const auto began = P::clock::now();
      if (endless(me.takes)) {
        const auto forever = [this](auto d) { return sleep_for<P>(d, last_.get_token()); };
        const bool passed = co_await with_duration(me.takes, stage<P>::tick, forever);
        check(!passed && released_, "a sleep does not end early, and this one has no end");
      } else {
        co_await sleep_for<P>(stage<P>::tick);
        const auto early = began + stage<P>::tick - P::clock::now();
        if (early.count() > 0) refute("a sleep does not end early (by " + std::to_string(early.count()) + " ns)");
      }
      co_return;
    }
    case operation::yield: co_return co_await yield<P>();
    case operation::future_await: {
      const recipe<P> r = cook(s);
      r.what->how = entry::way::submitted;
      auto result = main_->submit(r);
      const int got = co_await result;
      check(got == 7, "a future has its task's value");
      co_return;
    }
    case operation::channel_send: {
      int item = me.n;
      const bool sent = co_await here.channel.send(std::move(item), last_.get_token());
      static_cast<void>(sent);
      co_return;
    }
    case operation::channel_receive: {
      const auto got = co_await here.channel.receive(last_.get_token());
      static_cast<void>(got);
      co_return;
    }
    case operation::async_mutex: {
      const auto held = co_await mutex_.lock();
      co_await sleep_for<P>(stage<P>::tick / 4);
      check(static_cast<bool>(held), "a lock without a token is held");
      co_return;
    }
    default: {
      const bool got = co_await semaphore_.acquire();
      check(got, "a permit without a token comes");
      co_await yield<P>();
      semaphore_.release();
    }
  }
}

template class player<virtual_threads>;
template class player<real_threads>;

}  // namespace weir::interactions
