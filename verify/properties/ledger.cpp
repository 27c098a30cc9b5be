// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/ledger.hpp>

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

}  // namespace

struct ledger::body final : job::body {
  body(ledger& book, entry& mine) : book(book), mine(mine) {}
  ~body() override { mine.gone = true; }
  int run() override { return book.perform(mine); }
  ledger& book;
  entry& mine;
};

ledger::ledger(const combination& c, const program& p) : combination_(c), program_(p), most_allowed_(std::min<unsigned>(p.capacity, c.is.most_workers)) {}

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
  if (e.what.large) return task(padded{make_job(e)});
  return task(make_job(e));
}

void ledger::answered(entry& e, post_result answer) {
  e.answered = true;
  e.answer = answer;
}

int ledger::perform(entry& e) {
  const unsigned me = simulated::this_thread();
  ++e.ran;
  simulated::check(e.ran == 1, "a task runs once (I2)");
  simulated::check(!e.answered || e.accepted(), "a task that was not accepted does not run (I7)");
  struct ending {
    entry& e;
    ~ending() { e.ended = true; }
  } const end{e};
  if (by_hand_.contains(me)) {
    e.by_hand = true;
    return static_cast<int>(e.what.ms);
  }
  const bool worker = !own_threads.contains(me);
  struct presence {
    std::map<unsigned, unsigned>& depth;
    unsigned who;
    presence(std::map<unsigned, unsigned>& d, unsigned w) : depth(d), who(w) { ++depth[who]; }
    ~presence() {
      if (--depth[who] == 0) depth.erase(who);
    }
  } const here(depth_, me);
  ++begun_;
  // An aged worker whose successor cannot be started does the work as a caller would, and callers are beyond the capacity.
  const bool ages_into_a_guest = combination_.is.ends_busy && !program_.failing_starts.empty();
  if (worker && combination_.is.full != full_reaction::overflow && !ages_into_a_guest) {
    const auto busy = std::count_if(depth_.begin(), depth_.end(), [&](const auto& d) { return !own_threads.contains(d.first); });
    simulated::check(busy <= static_cast<std::ptrdiff_t>(most_allowed_), "no more workers than the capacity are at work (I1)");
  }
  simulated::yield();
  simulated::sleep_for(std::chrono::milliseconds(e.what.ms));
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
  const post_result r = try_only ? pool->try_post(t) : pool->post(t);
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
  simulated::check(not_executed + taken_back_unsure == handed_back + dropped_old && taken_back_unsure <= unsure && accepted == executed + not_executed,
                   "accepted = executed + handed back + dropped: " + std::to_string(accepted) + ", " + std::to_string(executed) + ", " +
                       std::to_string(handed_back) + ", " + std::to_string(dropped_old) + " (I2, I5, I7)");
  if (is.tells) simulated::check(heard_panics == panicked, "the handler hears of each task that throws (I18)");
  if (is.rethrows) simulated::check((rethrown_panics != 0) == (panicked != 0) && rethrown_panics <= panicked, "who waits hears of a task that throws (I18)");
  const stats s = pool->stats();
  const bool changes_by_itself = is.ends_busy;  // aged workers are replaced, and new ones are not idle yet
  simulated::check(s.queued == 0 && s.waiting == 0 && (s.running == 0 || changes_by_itself), "nothing is queued, waits or runs in an idle pool (I5)");
  simulated::check(s.workers == s.idle || changes_by_itself, "every worker of an idle pool is idle (I5)");
  if (!is.counts) return;
  accepted += taken_back_unsure;
  discarded += unsure - taken_back_unsure + dropped_old;
  simulated::check(s.accepted == accepted && s.refused == refused && s.discarded == discarded, "the counters know every answer (I5)");
  simulated::check(s.completed == executed - panicked && s.panicked == panicked, "the counters know every task (I5)");
}

}  // namespace weir::properties
