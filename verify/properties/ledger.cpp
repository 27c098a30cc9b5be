// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/ledger.hpp>

#include <weir/engine/task/coroutine_task.hpp>
#include <weir/sleep.hpp>
#include <weir/verify/support/heard_drops.hpp>

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <utility>

// Tasks: what they do, and the account that is kept of them.

namespace weir::properties {

namespace {

struct oops : std::runtime_error {
  oops() : std::runtime_error("a task that throws") {}
};

constexpr unsigned beyond_threads = 1'000'000;
constexpr auto longest_tick = std::chrono::microseconds(66);

}  // namespace

struct ledger::body final : job::body {
  body(ledger& book, entry& mine) : book(book), mine(mine) {}
  ~body() override { mine.gone = true; }
  int run() override { return book.perform(mine); }
  coroutine_of_int travel() override { return book.travel(mine); }
  ledger& book;
  entry& mine;
};

ledger::ledger(const combination& c, const program& p)
    : combination_(c), program_(p), most_allowed_(std::min<unsigned>(p.capacity, c.is.most_workers)) {}

entry& ledger::open(entry::way came, const work& what) {
  entries_.push_back({.came = came, .what = what});
  if (what.does == act::throws && !combination_.is.may_throw) entries_.back().what.does = act::nothing;
  return entries_.back();
}

job ledger::make_job(entry& e) { return {std::make_unique<body>(*this, e)}; }

task ledger::make_task(entry& e) {
  struct padded {
    job inner;
    char ballast[2 * task::inline_bytes] = {};
    int operator()() const { return inner(); }
  };
  struct padded_traveller {
    travelling_job inner;
    char ballast[2 * task::inline_bytes] = {};
    coroutine_of_int operator()() const { return inner(); }
  };
  if (combination_.is.carriers != 0) {
    travelling_job j{make_job(e).what};
    if (e.what.large) return task(engine::coroutine_task<simulated, padded_traveller>(padded_traveller{std::move(j)}));
    return task(engine::coroutine_task<simulated, travelling_job>(std::move(j)));
  }
  if (e.what.large) return task(padded{make_job(e)});
  return task(make_job(e));
}

void ledger::answered(entry& e, post_result answer) {
  e.answered = true;
  e.answer = answer;
}

/// From a task's beginning to its end. `who` works on it: a thread, or the number of a coroutine, which is no thread's.
class ledger::turn {
 public:
  turn(ledger& book, entry& e, unsigned who) : book_(book), e_(e), who_(who) {
    ++e.ran;
    simulated::check(e.ran == 1, "a task runs once (I2)");
    simulated::check(!e.answered || e.accepted(), "a task that was not accepted does not run (I7)");
    e.by_hand = book.by_hand_.contains(simulated::this_thread());
    if (e.by_hand || is_part()) return;
    ++book.depth_[who];
    ++book.begun_;
    // An aged worker whose successor cannot be started does the work as a caller would, and callers are beyond the capacity.
    const bool ages_into_a_guest = book.combination_.is.ends_busy && !book.program_.failing_starts.empty();
    if (book.own_threads.contains(who) || book.combination_.is.full == full_reaction::overflow || ages_into_a_guest) return;
    const auto busy =
        std::count_if(book.depth_.begin(), book.depth_.end(), [&](const auto& d) { return !book.own_threads.contains(d.first); });
    simulated::check(busy <= static_cast<std::ptrdiff_t>(book.most_allowed_), "no more workers than the capacity are at work (I1)");
  }
  turn(const turn&) = delete;
  turn& operator=(const turn&) = delete;
  ~turn() {
    if (!e_.by_hand && !is_part() && --book_.depth_[who_] == 0) book_.depth_.erase(who_);
    e_.ended = true;
  }

 private:
  /// What a coroutine runs right there has no worker but the coroutine's.
  [[nodiscard]] bool is_part() const { return book_.combination_.is.carriers != 0 && e_.came == entry::way::run_inside; }

  ledger& book_;
  entry& e_;
  unsigned who_;
};

int ledger::perform(entry& e) {
  const turn mine(*this, e, simulated::this_thread());
  if (e.by_hand) return e.what.ms;
  simulated::yield();
  if (combination_.is.carriers == 0) simulated::sleep_for(std::chrono::milliseconds(e.what.ms));  // else it would hold a carrier
  return conclude(e);
}

coroutine_of_int ledger::travel(entry& e) {
  const turn mine(*this, e, beyond_threads + ++travellers_);
  if (e.by_hand) co_return e.what.ms;
  co_await yield<simulated>();
  const nanoseconds asked = std::chrono::milliseconds(e.what.ms);
  const time_point due = simulated::clock::now() + asked;
  co_await sleep_for<simulated>(asked);
  const time_point now = simulated::clock::now();
  simulated::check(now >= due, "no sleep is too short");
  simulated::check(!exact_time() || now <= due + longest_tick, "a sleep is over when a carrier has time, a tick late at most");
  co_return conclude(e);
}

int ledger::conclude(entry& e) {
  act_out(e);
  if (e.what.does == act::throws) {
    e.threw = true;
    throw oops();
  }
  return static_cast<int>(e.what.ms);
}

void ledger::act_out(entry& e) {
  switch (e.what.does) {
    case act::nothing:
    case act::throws:
    case act::last: break;
    case act::posts: return post_child(e, false);
    case act::try_posts: post_child(e, true); return post_child(e, true);
    case act::runs: {
      entry& child = open(entry::way::run_inside, {.ms = 1});
      const int result = pool->run(make_job(child));
      return simulated::check(child.ended && result == 1, "run() inside a task runs the callable right there (I21)");
    }
    case act::submits: {
      entry& child = open(entry::way::submitted, {.ms = 1});
      future<int, simulated> dropped = pool->submit(make_job(child));
      if (!dropped.ready()) return answered(child, post_result::accepted);
      try {
        dropped.get();
        answered(child, post_result::accepted);
      } catch (const not_run& why) {
        // Either never accepted, or accepted and handed back by a stop() that came at once.
        answered(child, why.reason() == post_result::cancelled ? post_result::accepted : why.reason());
        child.unsure = why.reason() == post_result::cancelled && combination_.is.full == full_reaction::drop_new;
      }
      return;
    }
    case act::waits:
      expect_deadlock_error([this] { pool->wait_idle(); }, "wait_idle");
      expect_deadlock_error([this] { pool->join(); }, "join");
      expect_deadlock_error([this] { pool->pause(); }, "pause");
      return expect_deadlock_error([this] { static_cast<void>(pool->restart()); }, "restart");
    case act::looks: return look();
    case act::resizes: return resize(e.what.ms % 2, 1 + e.what.ms % 3);
    case act::purges: return take_back(&any_pool::purge, e.what.ms % 2 == 0);
    case act::shuts_down: ++closings_; return pool->shutdown();
  }
  if (e.what.does == act::stops) take_back(&any_pool::stop, e.what.ms % 2 == 0);
}

void ledger::post_child(entry& parent, bool try_only) {
  entry& child = open(entry::way::posted, {.ms = static_cast<std::uint8_t>(parent.what.ms / 2)});
  task t = make_task(child);
  const command c{.what = try_only ? verb::try_post : verb::post, .task = child.what};
  const std::size_t tag = entries_.size();
  const post_result r = try_only ? pool->try_post(t, tag) : pool->post(t, tag);
  answered(child, r);
  check_answer(c, r, true, {});
}

void ledger::expect_deadlock_error(const std::function<void()>& call, const char* name) {
  try {
    call();
  } catch (const std::system_error& e) {
    return simulated::check(e.code() == std::errc::resource_deadlock_would_occur, std::string(name) + " inside a task says why it refuses");
  }
  simulated::check(false, std::string(name) + " inside a task refuses (I21)");
}

void ledger::take_back(std::vector<task> (any_pool::*call)(), bool run_them) {
  ++stopping_;
  ++stops_;
  if (call == &any_pool::stop) ++closings_;
  {
    std::vector<task> left = (pool->*call)();
    handed_back += static_cast<unsigned>(left.size());
    if (run_them) {
      by_hand_.insert(simulated::this_thread());
      for (task& t : left) t();
      by_hand_.erase(simulated::this_thread());
    }
  }
  --stopping_;
}

void ledger::check_settled() {
  const traits& is = combination_.is;
  unsigned accepted = 0, refused = 0, discarded = 0, unsure = 0, executed = 0, panicked = 0, not_executed = 0;
  for (const entry& e : entries_) {
    simulated::check(e.gone, "nothing of a task is kept once it is over (I22)");
    if (e.untried) simulated::check(e.ran == 0, "a bulk post stops at the first that is not accepted");
    if (e.came == entry::way::run_inside || e.untried) continue;
    simulated::check(e.answered, "every post has its answer");
    unsure += e.unsure ? 1 : 0;
    if (e.unsure) continue;
    accepted += e.accepted() ? 1 : 0;
    discarded += e.answer == post_result::discarded ? 1 : 0;
    refused += e.accepted() || e.answer == post_result::discarded ? 0 : 1;
    if (!e.accepted()) continue;
    if (e.ran != 0 && !e.by_hand) {
      simulated::check(e.ended, "what has begun has ended");
      ++executed;
      panicked += e.threw && e.came == entry::way::posted ? 1 : 0;
    } else {
      ++not_executed;
    }
  }
  // Of those whose future says cancelled, some were accepted and taken back; the rest was dropped.
  const unsigned taken_back_unsure = handed_back - std::min(handed_back, not_executed);
  const bool drops_old = is.full == full_reaction::drop_old;
  const unsigned dropped_old = drops_old ? not_executed - std::min(handed_back, not_executed) : 0;
  simulated::check(
      not_executed + taken_back_unsure == handed_back + dropped_old && taken_back_unsure <= unsure && accepted == executed + not_executed,
      "accepted = executed + handed back + dropped: " + std::to_string(accepted) + ", " + std::to_string(executed) + ", " +
          std::to_string(handed_back) + ", " + std::to_string(dropped_old) + " (I2, I5, I7)");
  const unsigned dropped = discarded + (unsure - taken_back_unsure) + dropped_old;
  simulated::check(dropped <= verify::heard_drops<simulated>::read(),
                   "what neither ran nor was handed back was given to the blocking policy to drop (I2)");
  if (is.tells) simulated::check(heard_panics == panicked, "the handler hears of each task that throws (I18)");
  if (is.rethrows)
    simulated::check((rethrown_panics != 0) == (panicked != 0) && rethrown_panics <= panicked,
                     "who waits hears of a task that throws (I18)");
  const stats s = pool->stats();
  const bool changes_by_itself = is.ends_busy;  // aged workers are replaced, and new ones are not idle yet
  simulated::check(s.queued == 0 && s.waiting == 0 && (s.running == 0 || changes_by_itself),
                   "nothing is queued, waits or runs in an idle pool (I5)");
  simulated::check(s.workers == s.idle || changes_by_itself, "every worker of an idle pool is idle (I5)");
  if (!is.counts) return;
  accepted += taken_back_unsure;
  discarded += unsure - taken_back_unsure + dropped_old;
  simulated::check(s.accepted == accepted && s.refused == refused && s.discarded == discarded, "the counters know every answer (I5)");
  simulated::check(s.completed == executed - panicked && s.panicked == panicked, "the counters know every task (I5)");
}

}  // namespace weir::properties
