// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/ledger.hpp"

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

ledger::ledger(const combination& c, const program& p) : combination_(c), program_(p), most_allowed_(p.capacity) {}

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
  if (worker) {
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
      }
      return;
    }
    case act::waits:
      expect_deadlock_error(&any_pool::wait_idle, "wait_idle");
      return expect_deadlock_error(&any_pool::join, "join");
    case act::looks: return look();
    case act::resizes: return resize(e.what.ms % 2, 1 + e.what.ms % 3);
    case act::shuts_down: return pool->shutdown();
  }
  if (e.what.does == act::stops) stop_by(e.what.ms % 2 == 0);
}

void ledger::post_child(entry& parent, bool try_only) {
  entry& child = open(entry::way::posted, {.ms = static_cast<std::uint8_t>(parent.what.ms / 2)});
  task t = make_task(child);
  const command c{.what = try_only ? verb::try_post : verb::post, .task = child.what};
  const post_result r = try_only ? pool->try_post(t) : pool->post(t);
  answered(child, r);
  check_answer(c, r, true, {});
}

void ledger::expect_deadlock_error(void (any_pool::*call)(), const char* name) {
  try {
    (pool->*call)();
  } catch (const std::system_error& e) {
    return simulated::check(e.code() == std::errc::resource_deadlock_would_occur, std::string(name) + " inside a task says why it refuses");
  }
  simulated::check(false, std::string(name) + " inside a task refuses (I21)");
}

void ledger::stop_by(bool run_them) {
  ++stopping_;
  ++stops_;
  {
    std::vector<task> left = pool->stop();
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
  unsigned accepted = 0, refused = 0, executed = 0, panicked = 0, not_executed = 0;
  for (const entry& e : entries_) {
    simulated::check(e.gone, "nothing of a task is kept once it is over (I22)");
    if (e.came == entry::way::run_inside) continue;
    simulated::check(e.answered, "every post has its answer");
    accepted += e.accepted() ? 1 : 0;
    refused += e.accepted() ? 0 : 1;
    if (!e.accepted()) continue;
    if (e.ran != 0 && !e.by_hand) {
      simulated::check(e.ended, "what has begun has ended");
      ++executed;
      panicked += e.threw && e.came == entry::way::posted ? 1 : 0;
    } else {
      ++not_executed;
    }
  }
  simulated::check(accepted == executed + handed_back && not_executed == handed_back,
                   "accepted = executed + handed back: " + std::to_string(accepted) + ", " + std::to_string(executed) + ", " +
                       std::to_string(handed_back) + " (I2, I5, I7)");
  if (combination_.is.tells) simulated::check(heard_panics == panicked, "the handler hears of each task that throws (I18)");
  const stats s = pool->stats();
  simulated::check(s.queued == 0 && s.waiting == 0 && s.running == 0, "nothing is queued, waits or runs in an idle pool (I5)");
  simulated::check(s.workers == s.idle, "every worker of an idle pool is idle (I5)");
  if (!combination_.is.counts) return;
  simulated::check(s.accepted == accepted && s.refused == refused, "the counters know every answer (I5)");
  simulated::check(s.completed == executed - panicked && s.panicked == panicked, "the counters know every task (I5)");
}

}  // namespace weir::properties
