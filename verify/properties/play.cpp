// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/play.hpp>

#include <weir/verify/properties/ledger.hpp>
#include <weir/verify/support/heard_drops.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace weir::properties {

namespace {

lifetimes limits_of(const program& p) { return {std::chrono::milliseconds(p.idle_ms), std::chrono::milliseconds(p.idle_ms + 2)}; }

class gate {
 public:
  void wait() {
    simulated::unique_lock lock(mutex_);
    while (!open_) opened_.wait(lock);
  }
  void open() {
    simulated::unique_lock lock(mutex_);
    open_ = true;
    opened_.notify_all();
  }

 private:
  simulated::mutex mutex_;
  simulated::condition_variable opened_;
  bool open_ = false;
};

/// How many milliseconds an idle worker's time is over after, for a policy that makes it longer than its ages; 0 if that is too long to wait.
unsigned over_after(const combination& c, const program& p, time_point now) {
  constexpr std::chrono::milliseconds longest(1000);
  const nanoseconds lasts = c.is.expires ? c.is.deadline({now, now, now}, limits_of(p)) - now : nanoseconds(0);
  return lasts > nanoseconds(0) && lasts < longest ? static_cast<unsigned>(std::chrono::ceil<std::chrono::milliseconds>(lasts).count())
                                                   : 0u;
}

void check_expiry(const combination& c, const program& p, ledger& book) {
  const time_point then = simulated::clock::now();
  const stats before = book.pool->stats();
  book.rest(std::max<unsigned>(p.idle_ms, over_after(c, p, then)) + 1u);
  for (int n = 0; c.is.polls && n != 500; ++n) simulated::yield();  // so that each idle worker looks at the clock
  const stats after = book.pool->stats();
  if (!c.is.expires) return simulated::check(after.workers == before.workers, "nobody leaves without expiry (I14)");
  if (c.is.ends_busy || book.pool->state() != run_state::open) return;
  const time_point now = simulated::clock::now();
  const lifetimes limits = limits_of(p);
  const bool all_are_old = c.is.deadline({then, then, now}, limits) < now, some_are_old = c.is.deadline({then, then, then}, limits) < now;
  simulated::check(after.workers >= before.min_workers || after.workers == before.workers, "none leaves below the minimum (I14)");
  if (all_are_old)
    simulated::check(after.workers == std::min(before.workers, before.min_workers), "old idle workers leave, down to the minimum (I14)");
  else if (some_are_old)
    simulated::check(before.workers <= before.min_workers || after.workers < before.workers,
                     "one old idle worker leaves in a period (I14)");
}

void end(const combination& c, ledger& book) {
  book.pool->shutdown();
  book.closed_for_good = true;
  book.carry_out({});  // a post
  book.pool->join();
  simulated::check(book.pool->state() == run_state::stopped, "a joined pool has stopped");
  simulated::check(simulated::alive() == c.is.carriers, "no thread but the carriers outlives join (I15)");
  book.check_settled();
  simulated::check(book.pool->stats().workers == 0, "a stopped pool has no worker (I15)");
}

void live_again(ledger& book) {
  book.closed_for_good = false;
  simulated::check(book.pool->restart(), "a stopped pool can be restarted");
  book.carry_out({.what = verb::post, .task = {.does = act::posts, .ms = 2}, .ms = 0, .min_workers = 0, .more = 0});
  book.carry_out({.what = verb::submit, .task = {.ms = 1}, .ms = 0, .min_workers = 0, .more = 0});
  book.pool->wait_idle();
  book.check_settled();
}

void main_thread(const combination& c, const program& p) {
  heard_panics = rethrown_panics = 0;
  verify::heard_drops<simulated>::forget();
  ledger book(c, p);
  book.own_threads.insert(simulated::this_thread());
  gate ready;
  // These start first, so that only the pool's own threads fail to start.
  std::vector<simulated::thread> submitters;
  for (const script& s : p.submitters) {
    submitters.push_back(simulated::thread([&] {
      book.own_threads.insert(simulated::this_thread());
      ready.wait();
      for (const command& each : s) book.carry_out(each);
    }));
  }
  const unsigned capacity = std::min<unsigned>(p.capacity, c.is.most_workers);
  const unsigned least = c.is.keeps ? std::min<unsigned>(p.min_workers, capacity) : 0u;
  const lifetimes limits = limits_of(p);
  std::unique_ptr<any_pool> pool = c.make(
      {.capacity = capacity, .carriers = c.is.carriers, .min_workers = least, .idle_after = limits.idle_after, .max_age = limits.max_age});
  book.pool = pool.get();
  ready.open();
  for (const command& each : p.main) book.carry_out(each);
  for (simulated::thread& s : submitters) s.join();  // the pool has not been closed, so each ends by itself
  pool->wait_idle();
  book.check_settled();
  if (p.early == 0) check_expiry(c, p, book);
  if (p.seed % 4 != 0) end(c, book);  // else the destructor has it all to do
  if (p.seed % 4 != 0 && p.again) live_again(book);
  pool.reset();
  simulated::check(simulated::alive() == 0, "no thread outlives the pool (I15)");
}

}  // namespace

verify::outcome play(const combination& pool, const program& p, verify::world_options world) {
  // A light worker can always be started, and carriers are.
  if (pool.is.carriers == 0)
    for (const unsigned n : p.failing_starts) world.failing_starts.push_back(n + static_cast<unsigned>(p.submitters.size()));
  world.spurious = p.spurious;
  world.early = p.early;
  world.step_limit = steps_of_a_livelock;
  const quiet_stderr quiet(pool.is.logs);
  return verify::world(world).run([&] { main_thread(pool, p); });
}

std::string find_fault(const combination& pool, const program& p, unsigned seeds) {
  for (unsigned i = 0; i <= seeds; ++i) {
    verify::world_options world;
    if (i == 0)
      world.schedule = p.schedule;
    else
      world.seed = (std::uint64_t{p.seed} << 8) + i;
    const verify::outcome o = play(pool, p, world);
    if (!o.ok)
      return report(
          "programs-" + pool.name, [&](verify::world_options w) { return play(pool, p, std::move(w)); }, world, o);
  }
  return {};
}

}  // namespace weir::properties
