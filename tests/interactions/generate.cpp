// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/dice.hpp"
#include "tests/interactions/kinds.hpp"
#include "tests/interactions/program.hpp"

#include <algorithm>
#include <vector>

namespace weir::interactions {

namespace {

/// What the pair asks of a program, axis by axis; -1: nothing.
struct wish {
  int what = -1, and_what = -1, who = -1, made_of = -1, wrong = -1, when = -1;

  explicit wish(const std::optional<pair>& wanted) {
    if (!wanted) return;
    for (const value& v : {wanted->a, wanted->b}) {
      const int which = v.which;
      switch (v.of) {
        case value::axis::operation: (what < 0 ? what : and_what) = which; break;
        case value::axis::caller: who = which; break;
        case value::axis::feature: made_of = which; break;
        case value::axis::fault: wrong = which; break;
        case value::axis::moment: when = which; break;
      }
    }
  }
};

bool stands(ground g, const program& p, const step& s, moment when) {
  const feature_set is = features_of(p.kind, p.capacity);
  if (reason_against(s.what, s.who) || reason_against(g, s.what) || reason_against(s.who, when) || reason_against(s.what, p.wrong) ||
      reason_against(s.who, p.wrong))
    return false;
  for (std::size_t f = 0; f != features; ++f)
    if (has(is, feature(f)) && (reason_against(s.what, feature(f)) || reason_against(s.who, feature(f)))) return false;
  const bool waits_for_a_result =
      s.what == operation::future_wait || s.what == operation::future_wait_for || s.what == operation::future_get;
  const bool from_outside = s.who == caller::outside || s.who == caller::other_task;
  if (has(is, feature::multi) && waits_for_a_result && !from_outside)
    return false;  // the page of multi_pool says that it may wait for ever
  const bool waits_for_a_while = s.what == operation::future_wait_for || s.what == operation::wait_idle_for ||
                                 s.what == operation::post_for || s.what == operation::post_until || s.what == operation::submit_until;
  if (waits_for_a_while && s.who == caller::pause_holder && endless(s.takes)) return false;  // as future wait: only the clock ends it
  const bool may_block = (has(is, feature::wait) && !never_full(is)) || has(is, feature::wait_at_most);
  if (may_block && s.what == operation::future_await && s.who == caller::other_coroutine) return false;  // its submit is no awaited one
  // A light worker that waits keeps its place, so coroutines that wait for each other need more places than there are of them.
  const bool waits_for_a_place = s.what == operation::async_post || s.what == operation::future_await || s.what == operation::schedule;
  return !(has(is, feature::light) && waits_for_a_place && s.who == caller::coroutine && p.capacity < 8);
}

// What only more than two things together make illegal.

/// A light pool's pause waits for the ends of its coroutines, those that wait included (docs/light_workers.md). So none of them may wait
/// then for a task or a place that the pause keeps from them.
bool waits_for_its_own_pool(const step& s) {
  const bool waits = s.what == operation::async_post || s.what == operation::future_await || s.what == operation::schedule;
  return waits && s.who == caller::coroutine;
}
bool pauses(const step& s) { return s.what == operation::pause || s.who == caller::pause_holder; }
/// The thread that holds the pause may itself destroy the capture, and would then wait for a task that its pause keeps from running.
bool waits_while_it_destroys(const step& s) {
  return s.who == caller::destructor &&
         (s.what == operation::future_wait || s.what == operation::future_wait_for || s.what == operation::future_get);
}
bool can_all_be(const program& p) {
  const auto any = [&p](auto is_so) {
    return std::any_of(p.rounds.begin(), p.rounds.end(),
                       [&](const round& r) { return std::any_of(r.steps.begin(), r.steps.end(), is_so); });
  };
  const bool pausing =
      any(pauses) || std::any_of(p.rounds.begin(), p.rounds.end(), [](const round& r) { return r.when == moment::paused; });
  if (has(features_of(p.kind, p.capacity), feature::light) && pausing && any(waits_for_its_own_pool)) return false;
  return !any(waits_while_it_destroys) || !any([](const step& s) { return s.who == caller::pause_holder; });
}

bool can_be(ground g, const program& p) {
  if (reason_against(g, p.wrong)) return false;
  for (std::size_t f = 0; f != features; ++f)
    if (has(features_of(p.kind, p.capacity), feature(f)) && reason_against(feature(f), p.wrong)) return false;
  return true;
}

step some_step(dice& d) {
  step s;
  s.what = operation(d.below(operations));
  s.who = caller(d.below(callers));
  s.does = body(d.below(body_names.size()));
  s.captures = form(d.below(form_names.size()));
  s.takes = d.one_in(2) ? span::a_tick : span::nothing;
  s.n = static_cast<std::uint8_t>(d.below(16));
  return s;
}

round some_round(ground g, dice& d, const program& p, const wish& w) {
  round r;
  const feature_set is = features_of(p.kind, p.capacity);
  for (int tries = 0; tries != 8; ++tries) {
    r.when = w.when >= 0 ? moment(w.when) : moment(d.below(moments));
    if (r.when != moment::full || !never_full(is)) break;
  }
  const unsigned steps = 1 + d.below(5);
  for (int tries = 0; tries != 400 && r.steps.size() != steps; ++tries) {
    step s = some_step(d);
    const bool first = r.steps.empty(), second = r.steps.size() == 1;
    if (first && w.what >= 0) s.what = operation(w.what);
    if (second && w.and_what >= 0) s.what = operation(w.and_what);
    if (first && w.who >= 0) s.who = caller(w.who);
    if (p.wrong == fault::clock_at_its_end) s.takes = span(d.below(span_names.size()));
    if (stands(g, p, s, r.when)) r.steps.push_back(s);
  }
  return r;
}

}  // namespace

program draw(ground g, std::uint64_t seed, const std::optional<pair>& wanted) {
  dice d(seed);
  const wish w(wanted);
  program p;
  for (int tries = 0; tries != 200; ++tries) {
    p.kind = static_cast<std::uint8_t>(d.below(kinds.size()));
    constexpr std::uint8_t sizes[] = {1, 2, 2, 8};
    p.capacity = sizes[d.below(std::size(sizes))];
    p.wrong = w.wrong >= 0 ? fault(w.wrong) : d.one_in(2) ? fault::none : fault(d.below(faults));
    const bool made_so = w.made_of < 0 || has(features_of(p.kind, p.capacity), feature(w.made_of));
    if (made_so && can_be(g, p)) break;
    p.wrong = fault::none;
  }
  p.carriers = static_cast<std::uint8_t>(1 + d.below(2));
  p.min_workers = static_cast<std::uint8_t>(d.one_in(3) ? 1 : 0);
  p.lifetime = p.wrong == fault::clock_at_its_end ? span(d.below(span_names.size())) : d.one_in(4) ? span::nothing : span::a_tick;
  p.away_capacity = static_cast<std::uint8_t>(1 + d.below(2));
  p.when_wrong = static_cast<std::uint8_t>(d.below(8));
  do {
    p.rounds.clear();
    const unsigned rounds = 1 + d.below(3), wished = d.below(rounds);
    for (unsigned r = 0; r != rounds; ++r) p.rounds.push_back(some_round(g, d, p, r == wished ? w : wish(std::nullopt)));
  } while (!can_all_be(p));
  p.end = ending(d.below(ending_names.size()));
  p.schedule = static_cast<std::uint32_t>(d.next());
  return p;
}

std::vector<program> plainer(ground g, const program& p) {
  std::vector<program> some;
  const auto with = [&](auto change) {
    program q = p;
    change(q);
    bool legal = can_be(g, q) && can_all_be(q);
    for (const round& r : q.rounds)
      for (const step& s : r.steps) legal = legal && stands(g, q, s, r.when);
    if (legal) some.push_back(std::move(q));
  };
  for (std::size_t r = 0; r != p.rounds.size(); ++r)
    with([&](program& q) { q.rounds.erase(q.rounds.begin() + static_cast<std::ptrdiff_t>(r)); });
  for (std::size_t r = 0; r != p.rounds.size(); ++r) {
    const auto& steps = p.rounds[r].steps;
    for (std::size_t s = 0; s != steps.size(); ++s) {
      with([&](program& q) { q.rounds[r].steps.erase(q.rounds[r].steps.begin() + static_cast<std::ptrdiff_t>(s)); });
      if (steps[s].does != body::ends_at_once) with([&](program& q) { q.rounds[r].steps[s].does = body::ends_at_once; });
      if (steps[s].captures != form::small) with([&](program& q) { q.rounds[r].steps[s].captures = form::small; });
      if (steps[s].who != caller::outside && reason_against(steps[s].what, caller::outside) == nullptr)
        with([&](program& q) { q.rounds[r].steps[s].who = caller::outside; });
    }
    if (p.rounds[r].when != moment::open) with([&](program& q) { q.rounds[r].when = moment::open; });
  }
  if (p.wrong != fault::none) with([](program& q) { q.wrong = fault::none; });
  if (p.end != ending::destroyed) with([](program& q) { q.end = ending::destroyed; });
  if (p.min_workers != 0) with([](program& q) { q.min_workers = 0; });
  if (p.lifetime != span::a_tick) with([](program& q) { q.lifetime = span::a_tick; });
  if (p.capacity == 8 || p.capacity == 2) with([](program& q) { q.capacity = q.capacity == 8 ? 2 : 1; });
  return some;
}

}  // namespace weir::interactions
