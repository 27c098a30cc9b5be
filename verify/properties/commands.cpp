// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/ledger.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Threads: what they do with the pool, and what they may see of it.

namespace weir::properties {

namespace {

nanoseconds ms(unsigned n) { return std::chrono::milliseconds(n); }
constexpr std::uint64_t wrapped = std::uint64_t{1} << 40;  // more than is ever counted, and less than what a negative count looks like

}  // namespace

void ledger::carry_out(const command& c) {
  switch (c.what) {
    case verb::post:
    case verb::try_post:
    case verb::post_for: return post(c);
    case verb::submit:
    case verb::run: return submit(c);
    case verb::sleep: return rest(c.ms);
    case verb::wait_idle: return wait_idle(nullptr);
    case verb::wait_idle_for: {
      const nanoseconds limit = ms(c.ms);
      return wait_idle(&limit);
    }
    case verb::look: return look();
    case verb::resize: return resize(c.min_workers, 1u + c.min_workers + c.more);
    case verb::pause: return pause(c.ms);
    case verb::purge: return take_back(&any_pool::purge, c.ms % 2 == 0);
    case verb::bulk: return post_bulk(c);
    case verb::shutdown: ++closings_; return pool->shutdown();
    case verb::stop: return take_back(&any_pool::stop, c.ms % 2 == 0);
    case verb::join_for: {
      const time_point deadline = simulated::clock::now() + ms(c.ms);
      if (!pool->join_for(ms(c.ms)))
        simulated::check(simulated::clock::now() >= deadline, "join_for gives up at its deadline and not before");
      return;
    }
    case verb::join:
      if (pool->state() != run_state::open) pool->join();
      return;
    case verb::restart:
      ++restarting_, ++closings_;
      static_cast<void>(pool->restart());
      --restarting_, ++closings_;
      return;
  }
}

void ledger::post(const command& c) {
  entry& e = open(entry::way::posted, c.task);
  task t = make_task(e);
  const time_point deadline = simulated::clock::now() + ms(c.ms);
  const std::size_t tag = entries_.size();  // each in turn, if the queue takes any
  const post_result r = c.what == verb::post       ? pool->post(t, tag)
                        : c.what == verb::try_post ? pool->try_post(t, tag)
                                                   : pool->post_for(ms(c.ms), t, tag);
  answered(e, r);
  if (r == post_result::discarded)
    simulated::check(e.gone && e.ran == 0, "a dropped task is gone");
  else if (r != post_result::accepted)
    simulated::check(static_cast<bool>(t) && e.ran == 0, "a refused task is left as it was");
  check_answer(c, r, false, deadline);
}

void ledger::post_bulk(const command& c) {
  std::vector<entry*> mine;
  std::vector<task> many;
  for (unsigned n = 0; n <= c.ms % 3u; ++n) {
    mine.push_back(&open(entry::way::posted, c.task));
    many.push_back(make_task(*mine.back()));
  }
  const bulk_result r = pool->post_bulk(many);
  simulated::check((r.accepted == many.size()) == (r.last == post_result::accepted),
                   "a bulk post says what became of the first that was not accepted");
  for (std::size_t n = 0; n != many.size(); ++n) {
    if (n <= r.accepted) answered(*mine[n], n < r.accepted ? post_result::accepted : r.last);
    mine[n]->untried = n > r.accepted;
    if (n > r.accepted) simulated::check(static_cast<bool>(many[n]), "what was not tried is left as it was");
  }
  if (r.last != post_result::accepted) check_answer({}, r.last, false, {});
}

/// Nothing runs, and nothing begins, from the return of pause() until its guard is gone or the pool is closed (I32).
void ledger::pause(unsigned for_ms) {
  ++pausing_;
  ever_paused_ = true;
  {
    const unsigned closings = closings_;
    const std::shared_ptr<void> held = pool->pause();
    const auto holds = [&] { return pool->state() == run_state::open && closings == closings_ && restarting_ == 0; };
    const unsigned begun = begun_;
    if (holds()) simulated::check(depth_.empty(), "nothing runs when pause returns (I32)");
    rest(for_ms);
    if (holds()) simulated::check(depth_.empty() && begun == begun_, "nothing begins in a paused pool (I32)");
  }
  --pausing_;
}

void ledger::check_answer(const command& c, post_result r, bool inside, time_point deadline) {
  const traits& is = combination_.is;
  const std::string answer = std::string("\"") + to_string(r) + "\" is no answer here: ";
  simulated::check(r != post_result::cancelled, answer + "nobody has cancelled");
  simulated::check(!closed_for_good || r == post_result::closed, answer + "the pool is closed (I7)");
  if (r == post_result::full) {
    simulated::check(is.can_be_full(), answer + "there is always room");
    const bool reacts = c.what == verb::post && is.full != full_reaction::wait && is.full != full_reaction::refuse;
    const bool starts_fail = is.full == full_reaction::overflow && !program_.failing_starts.empty();
    const bool pause_refuses = ever_paused_ && (is.full == full_reaction::run_here || is.full == full_reaction::overflow);
    const bool may_refuse = inside || c.what == verb::try_post || is.full == full_reaction::refuse ||
                            is.most_waiting != traits::unlimited || (c.what == verb::post_for && !is.can_wait());
    simulated::check(reacts ? starts_fail || pause_refuses : may_refuse, answer + "the policy is to wait, or to do something about it");
  }
  if (r == post_result::discarded)
    simulated::check(is.full == full_reaction::drop_new && c.what == verb::post, answer + "the policy is not to drop it");
  if (r != post_result::timed_out) return;
  simulated::check(c.what == verb::post_for && is.can_wait(), answer + "nothing was timed");
  const time_point now = simulated::clock::now();
  const bool may_help = !program_.failing_starts.empty();  // a submitter runs queued tasks itself, and its deadline may pass meanwhile
  simulated::check(now == deadline || ((!exact_time() || may_help) && now > deadline), answer + "it is not the deadline");
}

void ledger::submit(const command& c) {
  entry& e = open(entry::way::submitted, c.task);
  post_result answer = post_result::accepted;
  try {
    const int result = c.what == verb::run ? pool->run(make_job(e)) : pool->submit(make_job(e)).get();
    simulated::check(result == c.task.ms && !e.threw, "the result is the task's");
    simulated::check(e.ended, "the result comes after the task");
  } catch (const not_run& why) {
    answer = why.reason() == post_result::cancelled ? post_result::accepted : why.reason();
    e.unsure = why.reason() == post_result::cancelled && combination_.is.full == full_reaction::drop_new;
    simulated::check(e.ran == 0, "a task that is said not to have run has not");
    check_answer({}, answer, false, {});
  } catch (const std::exception&) {
    simulated::check(e.threw, "what get() throws comes from the task");
  }
  answered(e, answer);
}

void ledger::rest(unsigned for_ms) {
  simulated::sleep_for(ms(for_ms));
  if (exact_time() && simulated::alone()) check_at_rest();
}

/// All other threads are blocked at this moment, so whatever could be done has been done.
void ledger::check_at_rest() {
  const traits& is = combination_.is;
  const unsigned idle_waits = idle_waits_;
  const stats s = pool->stats();
  const bool starts_fail = !program_.failing_starts.empty();
  const std::string seen = ": workers " + std::to_string(s.workers) + ", idle " + std::to_string(s.idle) + ", capacity " +
                           std::to_string(s.capacity) + ", queued " + std::to_string(s.queued) + ", waiting " + std::to_string(s.waiting);
  if (is.can_be_full()) simulated::check(s.queued <= is.room + s.failed_starts, "no more are queued than there is room for (I5)" + seen);
  if (s.queued != 0 && pausing_ == 0 && (s.running == 0 || !is.holds_back)) {
    simulated::check(s.idle == 0, "no task is queued while a worker is idle (I28)" + seen);
    simulated::check(s.workers >= s.capacity || starts_fail || (s.workers != 0 && s.workers >= s.min_workers && !is.wants(s.queued)),
                     "no task is queued while a worker could be started (I28)" + seen);
  }
  // A submitter that runs the queued tasks itself, since no thread could be started, does not wait.
  const auto helpers = std::count_if(depth_.begin(), depth_.end(), [&](const auto& d) { return own_threads.contains(d.first); });
  if (s.waiting > static_cast<std::uint64_t>(helpers) && pausing_ == 0) {
    if (is.hands_over)
      simulated::check(s.idle == 0 && (s.workers >= s.capacity || starts_fail),
                       "nobody waits while a worker could take the task (I3)" + seen);
    else
      simulated::check(s.queued >= is.room, "nobody waits while there is room (I3)" + seen);
    simulated::check(pool->state() == run_state::open, "nobody waits for room in a closed pool (I8)");
  }
  if (s.running == 0 && s.queued == 0) simulated::check(idle_waits == 0, "nobody waits for a pool that is idle (I3, I20)" + seen);
  simulated::check(s.workers <= s.capacity || s.idle == 0, "a surplus worker that is idle leaves (I17)" + seen);
  if (!is.keeps) simulated::check(s.idle == 0, "workers::none keeps no idle worker" + seen);
}

void ledger::look() {
  const traits& is = combination_.is;
  const run_state state = pool->state();
  const bool undisturbed = simulated::alone();  // a queue's size() is exact only without concurrent pushes and pops
  const stats s = pool->stats();
  simulated::check(s.idle <= s.workers, "idle workers are workers (I5)");
  simulated::check(s.workers <= most_allowed_ || is.full == full_reaction::overflow, "no more workers than the capacity (I1)");
  simulated::check(s.waiting <= own_threads.size() && s.waiting <= is.most_waiting, "no more wait than may (I5)");
  simulated::check(s.min_workers <= s.capacity && s.capacity <= most_allowed_, "the limits are as they were set");
  if (is.can_be_full() && undisturbed)
    simulated::check(s.queued <= is.room + s.failed_starts, "no more are queued than there is room for (I5)");
  simulated::check(s.queued < wrapped, "no count is negative (I5)");
  if (state == run_state::stopped && closed_for_good) simulated::check(s.workers == 0 && s.queued == 0, "a stopped pool has nothing left");
}

void ledger::wait_idle(const nanoseconds* limit) {
  std::vector<const entry*> mine;  // accepted, as far as this thread can know, and not over
  for (const entry& e : entries_)
    if (e.accepted() && !e.gone) mine.push_back(&e);
  const unsigned stops = stops_;
  const bool undisturbed = stopping_ == 0;
  const time_point began = simulated::clock::now();
  bool idle = true;
  if (limit == nullptr) {
    ++idle_waits_;
    pool->wait_idle();
    --idle_waits_;
  } else {
    idle = pool->wait_idle_for(*limit);
    if (!idle) simulated::check(simulated::clock::now() >= began + *limit, "wait_idle_for gives up at its deadline and not before");
  }
  if (!idle || !undisturbed || stops != stops_) return;  // what stop() holds is neither queued nor known to be over
  for (const entry* e : mine) simulated::check(e->gone, "wait_idle returns when every earlier task is over (I20)");
}

void ledger::resize(unsigned min_workers, unsigned capacity) {
  if (!combination_.is.keeps) min_workers = 0;
  capacity = std::min(capacity, combination_.is.most_workers);
  min_workers = std::min(min_workers, capacity);
  if (capacity > most_allowed_) most_allowed_ = capacity;
  pool->resize(min_workers, capacity);
}

}  // namespace weir::properties
