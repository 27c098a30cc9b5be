// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/group_of.hpp"
#include "tests/interactions/player.hpp"

#include <algorithm>
#include <any>
#include <string>

namespace weir::interactions {

template <class P>
player<P>::player(const program& p) : program_(p), features_(features_of(p.kind, p.capacity)), main_thread_(stage<P>::self()) {
  for (unsigned r = 0; r != p.rounds.size(); ++r)
    for (const step& s : p.rounds[r].steps) steps_.push_back(&s), round_of_.push_back(r);
  do scenes_.push_back(std::make_unique<scene>());
  while (scenes_.size() < p.rounds.size());
  for (auto& each : the_board().steps) each = progress::not_begun;
  asks_for_the_end_ = calls(operation::shutdown) || calls(operation::stop) || calls(operation::restart);
  for (const round& r : p.rounds) asks_for_the_end_ = asks_for_the_end_ || r.when == moment::closing;
  for (const step* s : steps_)
    asks_for_the_end_ = asks_for_the_end_ || s->what == operation::join || (s->what == operation::join_for && endless(s->takes));
  for (const step* s : steps_)
    by_hand_ = by_hand_ && !travels(s->does) && s->who != caller::coroutine && s->what != operation::post_after &&
               s->what != operation::post_every;
  by_hand_ = by_hand_ && p.wrong != fault::task_ends_thread;
  listener::now = this;
}

template <class P>
player<P>::~player() {
  listener::now = nullptr;
  P::refusals = 0;
}

template <class P>
bool player<P>::calls(operation o) const {
  return std::any_of(steps_.begin(), steps_.end(), [o](const step* s) { return s->what == o; });
}

template <class P>
options player<P>::choose_options() {
  options o{.capacity = program_.capacity, .carriers = program_.carriers, .min_workers = program_.min_workers};
  const auto life = program_.lifetime == span::nothing  ? std::chrono::nanoseconds(1)
                    : program_.lifetime == span::a_tick ? stage<P>::tick / 2
                                                        : std::chrono::nanoseconds::max();
  o.idle_after = o.max_age = life;
  o.on_start = [this] { hook(); };
  o.on_stop = [this] { hook(); };
  o.worker_state = [this]() -> std::any {
    hook();
    return 1;
  };
  return o;
}

/// Has the call of a step come from where it says, as soon as the scene opens.
template <class P>
void player<P>::place(unsigned s) {
  const caller who = at(s).who;
  scene& here = scene_of(s);
  switch (who) {
    case caller::outside: here.go.wait(); return perform(s, who);
    case caller::pause_holder: {
      const auto held = main_->pause();
      here.go.wait();
      return perform(s, who);
    }
    case caller::hook: armed_[0] = static_cast<int>(s) + 1; break;
    case caller::panic_handler: armed_[1] = static_cast<int>(s) + 1; break;
    default: break;
  }
  const bool is_coroutine = who == caller::coroutine || who == caller::other_coroutine;
  entry& e = open(s, is_coroutine ? body::coroutine_ends : body::ends_at_once);
  e.carries = who == caller::task || is_coroutine || who == caller::other_task;
  e.throws = who == caller::panic_handler;
  e.acts_when_destroyed = who == caller::destructor;
  e.in_main = who != caller::other_task && who != caller::other_coroutine;
  const recipe<P> r = as_recipe(e);
  if (who == caller::other_task)
    e.answer = int(near_->post(plain_work<P>{capture<P>(*this, e)}));
  else if (who == caller::other_coroutine)
    e.answer = int(away_->post(plain_maker<P>{capture<P>(*this, e)}));
  else
    e.answer = int(main_->post(r));
}

/// Brings the pool to that moment. Never waits for it.
template <class P>
void player<P>::set_up(moment m, scene& here) {
  const auto help = [&](auto task) {
    ++here.helpers, ++threads_left_;
    threads_.push_back(typename stage<P>::thread([this, task] { task(), --threads_left_; }));
  };
  switch (m) {
    case moment::open: return;
    case moment::full: return fill(here);
    case moment::paused:
      help([this, &here] {
        const auto held = main_->pause();
        here.paused = main_->state() == run_state::open;
        here.curtain.wait();
        here.paused = false;
      });
      for (int n = 0; n != 8 && !here.paused; ++n) stage<P>::sleep(stage<P>::tick);
      return;
    case moment::closing: {
      fill(here);
      here.full = false;
      main_->shutdown();
      closed_ = !calls(operation::restart);
      return;
    }
    case moment::resizing:
      here.resizing = true;
      return help([this, &here] {
        for (unsigned n = 0; n != 8 && !here.curtain.is_open(); ++n) {
          const unsigned least = is(feature::light) ? 8u : 1u;
          main_->resize(n % 2u, least + (n + program_.when_wrong) % 3u);
          stage<P>::sleep(stage<P>::tick / 8);
        }
        if (program_.when_wrong % 2 == 0) main_->resize(program_.min_workers, program_.capacity);
        here.resizing = false;
      });
    case moment::idle:
      for (int n = 0; n != 8 && !here.idle; ++n) {
        stage<P>::sleep(stage<P>::tick);
        const auto s = main_->stats();
        here.idle = s.running + s.queued + s.suspended + s.waiting == 0;
      }
  }
}

template <class P>
void player<P>::fill(scene& here) {
  const unsigned most = never_full(features_) ? program_.capacity + 1u : 24u;
  for (unsigned n = 0; n != most && !here.full; ++n) {
    entry& e = open_own();
    e.does = body::holds;
    const post_result answer = main_->try_post(as_recipe(e));
    e.answer = int(answer);
    here.full = answer == post_result::full;
  }
}

template <class P>
void player<P>::begin_round(unsigned r, unsigned first_step) {
  scene& here = *scenes_[r];
  now_ = r;
  const round& now = program_.rounds[r];
  const unsigned last = first_step + static_cast<unsigned>(now.steps.size());
  std::atomic<int>& left = threads_left_;
  for (unsigned s = first_step; s != last; ++s) {
    ++left;
    threads_.push_back(typename stage<P>::thread([this, s, &left] { place(s), --left; }));
  }
  stage<P>::sleep(stage<P>::tick);
  set_up(now.when, here);
  if (program_.wrong == fault::refused_once) P::refusals = 1 + program_.when_wrong % 2;
  if (program_.wrong == fault::refused_always) P::refusals = -1;
  here.has_begun = true;
  here.go.open();
  for (int n = 0; n != 4; ++n) {
    const bool done =
        std::all_of(the_board().steps + first_step, the_board().steps + last, [](const auto& p) { return p == progress::over; });
    if (done) break;
    stage<P>::sleep(stage<P>::tick);
    if (n == 1) stop_.request_stop();
  }
  check_at_rest(here);
  here.curtain.open();
}

template <class P>
std::string player<P>::unfinished() const {
  std::string all;
  for (unsigned s = 0; s != steps_.size(); ++s)
    if (the_board().steps[s] != progress::over)
      all += std::string("\n  step ") + std::to_string(s) + ": " + name(at(s).what) + ", called by " + name(at(s).who) +
             (the_board().steps[s] == progress::begun ? ", has not returned" : ", was not made");
  const auto s = const_cast<player*>(this)->main_->stats();
  return all + "\n  workers " + std::to_string(s.workers) + ", idle " + std::to_string(s.idle) + ", running " + std::to_string(s.running) +
         ", suspended " + std::to_string(s.suspended) + ", queued " + std::to_string(s.queued) + ", waiting " + std::to_string(s.waiting) +
         ", capacity " + std::to_string(s.capacity);
}

/// Nothing holds anything up any more: whatever waits is answered.
template <class P>
void player<P>::release() {
  // Threads can be had again. A submitter keeps the time of a pool without one only so long, and a pool looks for one when it is called.
  if (P::refusals.exchange(0) != 0) {
    near_->resize(0, program_.away_capacity);
    away_->resize(0, program_.away_capacity);
    main_->resize(program_.min_workers, program_.capacity);
  }
  released_ = true;
  last_.request_stop();
  stop_.request_stop();
  for (auto& each : scenes_) each->channel.close();
  const bool all = eventually([this] {
    if (asks_for_the_end_) main_->shutdown();
    return threads_left_ == 0;
  });
  if (!all) refute("every call returns when nothing holds it up:" + unfinished());
  for (auto& t : threads_) t.join();
  const bool others = eventually([this] {
    if (asks_for_the_end_) main_->shutdown();
    const auto idle = [](other_pool& p) {
      const auto s = p.stats();
      return s.running + s.queued + s.suspended == 0;
    };
    return idle(*near_) && idle(*away_);
  });
  if (!others) refute("every call returns when nothing holds it up:" + unfinished());
  const bool groups =
      calls(operation::group_run) || calls(operation::group_wait) || calls(operation::group_finish) || calls(operation::group_cancel);
  if (groups) main_->wait_idle();  // no call may be under way when a group is destroyed
}

template <class P>
void player<P>::end_of_life() {
  armed_[0] = armed_[1] = 0;
  if (!eventually([this] { return held_ == 0; })) refute("every hook returns when nothing holds it up:" + unfinished());
  group_.reset();
  const auto ended = [this] {
    if (!is_wrong(fault::clock_at_its_end))
      main_->join();
    else if (!main_->join_for(span::hours_max))
      refute("join_for without an end says that the pool has not ended:" + unfinished());
    const auto s = main_->stats();
    check(s.workers + s.idle + s.running + s.queued + s.waiting + s.suspended == 0, "nothing is left in a pool that has ended");
    check(main_->state() == run_state::stopped, "a pool that was joined has stopped");
  };
  switch (program_.end) {
    case ending::destroyed: break;
    case ending::shut_down:
      main_->shutdown();
      ended();
      break;
    case ending::stopped:
      stopped_for_good_ = true;
      handed_back_ += main_->stop(false);
      main_->join();
      break;
    case ending::used_again: {
      main_->shutdown();
      main_->join();
      check(main_->restart(), "a pool that has stopped can be restarted");
      entry& e = open_own();
      e.answer = int(main_->post(as_recipe(e)));
      check(e.answer == int(post_result::accepted), "a pool that was restarted takes a task");
      main_->wait_idle();
      check(e.alive == 0 && e.begun == 1, "a pool that was restarted runs its task");
      main_->shutdown();
      ended();
    }
  }
  main_->destroy();
  near_.reset();
  far_group_.reset();
  away_.reset();
}

template <class P>
void player<P>::play() {
  const options others{.capacity = program_.away_capacity};
  near_ = std::make_unique<other_pool>(others);
  away_ = std::make_unique<other_pool>(others);
  main_ = make_pool<P>(program_.kind, choose_options());
  group_ = main_->group();
  far_group_ = std::make_unique<group_of<P, other_pool>>(*away_);
  unsigned first = 0;
  for (unsigned r = 0; r != program_.rounds.size(); first += static_cast<unsigned>(program_.rounds[r].steps.size()), ++r)
    begin_round(r, first);
  release();
  end_of_life();
  const bool unsure =
      is_wrong(fault::allocation_fails) || calls(operation::purge) || calls(operation::stop) || program_.end == ending::stopped;
  books_.settle(handed_back_, is(feature::discard_oldest), unsure);
}

template class player<virtual_threads>;
template class player<real_threads>;

}  // namespace weir::interactions
