// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/generate.hpp>
#include <weir/verify/properties/model.hpp>
#include <weir/verify/properties/play.hpp>
#include <weir/verify/properties/story.hpp>

#include <algorithm>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace weir::properties {

namespace {

std::ostream& operator<<(std::ostream& to, const step& s) {
  constexpr const char* names[] = {"post",  "advance",   "try_post", "resize",  "pause", "resume",
                                   "purge", "post_bulk", "shutdown", "restart", "stop"};
  to << names[static_cast<int>(s.what)] << '(';
  if (s.what == step::kind::resize) return to << +s.min_workers << ", " << s.min_workers + s.more + 1 << ')';
  if (s.what <= step::kind::try_post) to << +s.ms << " ms" << (s.throws && s.what != step::kind::advance ? ", throws" : "");
  return to << ')';
}

}  // namespace

void showValue(const story& s, std::ostream& to) {
  to << "capacity " << +s.capacity << ", min_workers " << +s.min_workers << ", idle_after " << +s.idle_ms << " ms\n ";
  for (const step& each : s.steps) to << ' ' << each;
  to << "\n  world: seed " << s.seed << ", spurious " << +s.spurious;
}

namespace {

constexpr model::time ms = 1'000'000, over = 7'000, idle_over = 3'000, age_over = 5'000;

/// What the n-th task takes longer than the others. The sums of any two differ (Erdos and Turan, 1941), so that workers which have run two
/// tasks each are not done with them at the same instant: the model does not know which of them the pool takes to have been first.
constexpr model::time longer(model::time n) {
  constexpr model::time prime = 37;  // more than most stories have tasks
  return 2 * prime * n + n * n % prime;
}

std::string text(const stats& s, run_state state) {
  constexpr const char* states[] = {"open", "closing", "stopped"};
  std::string t = states[static_cast<int>(state)];
  const auto add = [&](const char* name, std::uint64_t n) { t += std::string(", ") + name + ' ' + std::to_string(n); };
  add("workers", s.workers), add("idle", s.idle), add("running", s.running), add("queued", s.queued), add("waiting", s.waiting);
  add("capacity", s.capacity), add("min_workers", s.min_workers), add("accepted", s.accepted), add("refused", s.refused);
  add("completed or panicked", s.completed + s.panicked), add("discarded", s.discarded);
  return t;
}

/// The tasks of a story block, so that they take the time that the model thinks: light workers need a carrier each.
constexpr unsigned enough_carriers = 5;

class teller {
 public:
  teller(const combination& c, const story& s)
      : is_(c.is),
        capacity_(std::min<unsigned>(s.capacity, c.is.most_workers)),
        least_(c.is.keeps ? std::min<unsigned>(s.min_workers, capacity_) : 0u),
        model_(c.is, capacity_, least_, s.idle_ms * ms + idle_over, (s.idle_ms + 2) * ms + age_over),
        pool_(c.make({.capacity = capacity_,
                      .carriers = c.is.carriers == 0 ? 0u : enough_carriers,
                      .min_workers = least_,
                      .idle_after = nanoseconds(s.idle_ms * ms + idle_over),
                      .max_age = nanoseconds((s.idle_ms + 2) * ms + age_over)})) {
    rethrown_panics = 0;
  }

  void tell(const story& s) {
    compare("the beginning");
    for (const step& each : s.steps) carry_out(each);
    while (!pauses_.empty()) carry_out({step::kind::resume, 0, false, 0, 0});
    pool_->shutdown();
    model_.shutdown();
    compare("shutdown");
    for (simulated::thread& t : submitters_) t.join();
    pool_->join();
  }

 private:
  using time_point = simulated::clock::time_point;

  void carry_out(const step& s) {
    switch (s.what) {
      case step::kind::post:
      case step::kind::try_post: return post(s);
      case step::kind::advance:
        for (unsigned n = 0; n < s.ms; ++n) compare("advance");
        return;
      case step::kind::resize: {
        const unsigned capacity = std::min(s.min_workers + s.more + 1u, is_.most_workers);
        const unsigned min_workers = is_.keeps ? std::min<unsigned>(s.min_workers, capacity) : 0u;
        if (model_.leaves_a_choice(capacity)) return;
        pool_->resize(min_workers, capacity);
        model_.resize(min_workers, capacity);
        return compare("resize");
      }
      case step::kind::pause: return pause();
      case step::kind::resume:
        if (pauses_.empty()) return;
        model_.resume(pauses_.back().second);
        pauses_.pop_back();
        return compare("resume");
      case step::kind::purge:
        if (model_.somebody_waits()) return;
        simulated::check(pool_->purge().size() == model_.purge(), "purge takes back what is queued");
        return compare("purge");
      case step::kind::bulk: return post_bulk(s);
      case step::kind::shutdown:
        if (model_.paused_with_work()) return;  // all idle workers and perhaps a new one go for it at once: how many is not promised
        pool_->shutdown();
        model_.shutdown();
        return compare("shutdown");
      case step::kind::restart:
        simulated::check(pool_->restart() == model_.restart(), "restart works on a stopped pool and on no other");
        return compare("restart");
      case step::kind::stop:
        simulated::check(pool_->stop().size() == model_.stop(), "stop hands back what was queued");
        return compare("stop");
    }
  }

  /// Returns when nothing runs, and not before; what it waited for has then happened in the model too.
  void pause() {
    model::time returns = 0;
    const std::uint64_t life = model_.pause(returns);
    pauses_.emplace_back(pool_->pause(), life);
    const model::time now = simulated::clock::now().time_since_epoch().count() - began_;
    simulated::check(now == returns,
                     "pause returns after " + std::to_string(now / 1000) + " us, the model says " + std::to_string(returns / 1000));
    const model::time whole = (now + ms - 1) / ms * ms;
    simulated::sleep_for(nanoseconds(whole - now));
    now_ = whole;
    model_.advance_to(now_);
    compare("pause");
  }

  void post_bulk(const step& s) {
    if (!model_.has_room(2)) return;
    std::vector<task> two;
    for (int n = 0; n < 2; ++n) {
      const model::time lasts = s.ms * ms + over + longer(++posts_);
      two.emplace_back([lasts] { simulated::sleep_for(nanoseconds(lasts)); });
      expected_ = model_.post(lasts, true);
      if (expected_ != model::fate::accepted) break;
    }
    const bulk_result r = pool_->post_bulk(two);
    simulated::check(r.accepted == (expected_ == model::fate::accepted ? 2U : 0U),
                     "a bulk post is accepted if there is room for all of it");
    compare("post_bulk");
  }

  void post(const step& s) {
    const bool try_only = s.what == step::kind::try_post;
    // At resume() the pool starts a worker for the queue, and so may a waiting submitter: how many is not promised.
    if (!try_only && model_.paused() && !model_.has_room(1) && !is_.hands_over) return;
    const model::time lasts = s.ms * ms + over + longer(++posts_);
    const model::fate expected = model_.post(lasts, try_only);
    submitters_.push_back(simulated::thread([this, lasts, try_only, expected, throws = s.throws && is_.may_throw] {
      task t([lasts, throws] {
        simulated::sleep_for(nanoseconds(lasts));
        if (throws) throw std::runtime_error("a task that throws");
      });
      const post_result r = try_only ? pool_->try_post(t) : pool_->post(t);
      if (expected == model::fate::waits) return;
      const post_result same = expected == model::fate::accepted    ? post_result::accepted
                               : expected == model::fate::full      ? post_result::full
                               : expected == model::fate::discarded ? post_result::discarded
                                                                    : post_result::closed;
      simulated::check(r == same, std::string("the model says ") + to_string(same) + ", the pool " + to_string(r));
    }));
    compare("post");
  }

  /// Half a millisecond after a step, and half before the next.
  void compare(const char* after) {
    simulated::sleep_for(nanoseconds(ms / 2));
    now_ += ms / 2;
    model_.advance_to(now_);
    const std::string expected = text(model_.counts(), model_.state()), seen = text(pool_->stats(), pool_->state());
    simulated::check(seen == expected, std::string("after ") + after + ", " + std::to_string(now_ / 1000) +
                                           " us from the start\n  model: " + expected + "\n  pool:  " + seen + "\n");
    simulated::sleep_for(nanoseconds(ms / 2));
    now_ += ms / 2;
    model_.advance_to(now_);
  }

  traits is_;
  unsigned capacity_;
  unsigned least_;
  model::time now_ = 0;
  model::time began_ = simulated::clock::now().time_since_epoch().count();
  model::time posts_ = 0;
  model::fate expected_ = model::fate::accepted;
  model model_;
  std::unique_ptr<any_pool> pool_;
  std::vector<std::pair<std::shared_ptr<void>, std::uint64_t>> pauses_;  // gone before the pool
  std::vector<simulated::thread> submitters_;
};

verify::outcome tell(const combination& c, const story& s, verify::world_options world) {
  world.spurious = s.spurious;
  world.step_limit = steps_of_a_livelock;
  const quiet_stderr quiet(c.is.logs);
  return verify::world(world).run([&] { teller(c, s).tell(s); });
}

}  // namespace

rc::Gen<story> stories() {
  namespace gen = rc::gen;
  const auto plus_one = [](std::uint8_t n) { return static_cast<std::uint8_t>(n + 1); };
  const auto kinds = gen::map(up_to(32), [](std::uint8_t n) {
    using enum step::kind;
    return n < 10   ? post
           : n < 16 ? advance
           : n < 18 ? try_post
           : n < 21 ? resize
           : n < 22 ? pause
           : n < 25 ? resume
           : n < 26 ? purge
           : n < 29 ? bulk
           : n < 30 ? shutdown
           : n < 32 ? restart
                    : stop;
  });
  const auto steps = gen::build<step>(gen::set(&step::what, kinds), gen::set(&step::ms, up_to(7)),
                                      gen::set(&step::throws, gen::map(up_to(3), [](std::uint8_t n) { return n == 3; })),
                                      gen::set(&step::min_workers, up_to(2)), gen::set(&step::more, up_to(2)));
  return gen::build<story>(gen::set(&story::capacity, gen::map(up_to(2), plus_one)), gen::set(&story::min_workers, up_to(2)),
                           gen::set(&story::idle_ms, gen::map(up_to(6), plus_one)), gen::set(&story::steps, a_few(30, steps)),
                           gen::set(&story::seed, gen::resize(rc::kNominalSize, gen::inRange<std::uint32_t>(0, 1'000'000))),
                           gen::set(&story::spurious, up_to(2)));
}

const char* why_no_model(const traits& is) {
  if (!is.in_order) return "its queue gives tasks out in an order of its own, so the model does not know which of them runs when";
  if (is.any_worker && is.expires)
    return "its store gives idle workers out in an order of its own, so the model does not know whose time has come";
  if (is.carriers != 0 && is.ends_busy)
    return "its light workers leave up to a tick after their age, and who leaves first decides who is replaced";
  if (is.carriers != 0 && is.full == full_reaction::overflow)
    return "its tasks block in the stories, and without a limit to them no number of carriers is enough";
  if (is.polls && is.expires)
    return "its idle workers poll, so that one whose time has come leaves when the schedule lets it look at the clock";
  if (!is.throttled)
    return "each post wakes or starts a worker although another is on its way, so how many there are depends on who is faster";
  return nullptr;
}

std::string find_difference(const combination& c, const story& s) {
  verify::world_options world;
  world.seed = s.seed;
  const verify::outcome o = tell(c, s, world);
  if (o.ok) return {};
  return report(
      "model-" + c.name, [&](verify::world_options w) { return tell(c, s, std::move(w)); }, world, o);
}

}  // namespace weir::properties
