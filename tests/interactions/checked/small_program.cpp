// SPDX-License-Identifier: Apache-2.0
#include "tests/interactions/checked/small_program.hpp"

#include "tests/interactions/dice.hpp"

#include <vector>

namespace weir::interactions::checked {

namespace {

bool waits_for_its_own_pool(operation o) { return o == operation::async_post || o == operation::future_await || o == operation::schedule; }
bool waits_for_a_future(operation o) {
  return o == operation::future_wait || o == operation::future_wait_for || o == operation::future_get;
}

// The pairs that these programs cannot have meet, though others can.

reason reason_between(operation o, moment m) {
  if (is_awaited(o) && (m == moment::paused || m == moment::idle)) return "only coroutines of the pool itself await, which do not run then";
  if (o == operation::pause && m == moment::full) return "a pause waits for what fills the pool, which is let go when the moment is over";
  return nullptr;
}
reason reason_between(caller c, moment m) {
  return c == caller::pause_holder && m == moment::full ? "a pause waits for what fills the pool, which is let go when the moment is over"
                                                        : nullptr;
}
reason reason_between(operation o, feature f) {
  if (f == feature::light && waits_for_its_own_pool(o))
    return "a light worker that waits keeps its place, and may be in the way of what it waits for";
  if (o == operation::post_for && (f == feature::on_backlog || f == feature::after_age))
    return "the pools of the list with that policy cannot wait for room";
  return nullptr;
}
reason reason_between(operation a, operation b) {
  const auto is_join = [](operation o) { return o == operation::join || o == operation::join_for; };
  const bool both = (is_join(a) && b == operation::restart) || (a == operation::restart && is_join(b));
  return both ? "who joins would wait for the end of the next life, which nothing closes" : nullptr;
}
reason reason_between(operation o, caller c) {
  const bool outlives_a_pause = o == operation::post_for || o == operation::wait_idle_for || o == operation::join_for;
  const bool by_the_clock = (outlives_a_pause && c == caller::pause_holder) || (o == operation::future_wait_for && c != caller::outside);
  return by_the_clock ? "that wait ends by the clock alone, and the checker lets only so many waits end by it" : nullptr;
}

bool stands(const small_program& p, const small_step& s) {
  if (reason_between(s.what, s.who) || reason_between(s.what, p.when) || reason_between(s.who, p.when)) return false;
  if (reason_against_checking(s.what) || reason_against_checking(s.who)) return false;
  if (reason_against(s.what, s.who) || reason_against(s.who, p.when) || reason_against(s.what, p.wrong) || reason_against(s.who, p.wrong))
    return false;
  for (std::size_t f = 0; f != features; ++f)
    if (has(p.features(), feature(f)) && (reason_against(s.what, feature(f)) || reason_against(s.who, feature(f)))) return false;
  return !(has(p.features(), feature::light) && waits_for_its_own_pool(s.what) &&
           s.who == caller::coroutine);  // it keeps its place, and may be in the way
}

/// What only more than two things together make illegal; as in generate.cpp.
bool can_all_be(const small_program& p) {
  bool pauses = p.when == moment::paused, holds = p.when == moment::full || p.when == moment::closing, holder = false,
       destroyer_waits = false;
  for (const small_step& s : p.steps) {
    holder = holder || s.who == caller::pause_holder;
    pauses = pauses || s.what == operation::pause || s.who == caller::pause_holder;
    const bool receives = s.does == small_body::coroutine_receives || s.what == operation::channel_receive;
    holds = holds || s.does == small_body::holds || (receives && has(p.features(), feature::light));
    destroyer_waits = destroyer_waits || (s.who == caller::destructor && waits_for_a_future(s.what));
  }
  if (reason_between(p.steps[0].what, p.steps[1].what)) return false;
  // A pause waits for what the third thread lets go on only when the moment is over.
  return !(pauses && holds) && !(holder && destroyer_waits);
}

/// Has the pair of `wanted` meet in it. False: another pool, fault or moment is wanted.
bool steer(small_program& p, const pair& wanted) {
  std::size_t next = 0;
  for (const value& v : {wanted.a, wanted.b}) {
    if (v.of == value::axis::operation) p.steps[next++].what = operation(v.which);
    if (v.of == value::axis::caller) p.steps[0].who = caller(v.which);
    if (v.of == value::axis::feature && !has(p.features(), feature(v.which))) return false;
    if (v.of == value::axis::fault && p.wrong != fault(v.which)) return false;
    if (v.of == value::axis::moment && p.when != moment(v.which)) return false;
  }
  return true;
}

}  // namespace

reason reason_against_checking(const pair& p) {
  if (const reason always = reason_against(p)) return always;
  for (const value& v : {p.a, p.b})
    if (const reason here = typed(v, [](auto x) { return reason_against_checking(x); })) return here;
  return typed(p.a, [&](auto a) {
    return typed(p.b, [&](auto b) -> reason {
      if constexpr (requires { reason_between(a, b); })
        return reason_between(a, b);
      else
        return nullptr;
    });
  });
}

small_program draw(std::uint64_t number) {
  dice d(number);
  static const std::vector<pair> legal = [] {
    std::vector<pair> some;
    for (const pair& p : all_pairs())
      if (reason_against_checking(p) == nullptr) some.push_back(p);
    return some;
  }();
  const pair& wanted = legal[number * 997 % legal.size()];  // neighbours are of different axes
  for (unsigned tries = 0;; ++tries) {
    const bool steered = tries < 50'000;  // some pairs meet only with luck
    small_program p;
    p.kind = static_cast<std::uint8_t>(d.below(kinds.size()));
    p.capacity = static_cast<std::uint8_t>(1 + d.below(2));
    p.carriers = static_cast<std::uint8_t>(1 + d.below(2));
    p.wrong = d.one_in(2) ? fault::none : fault(d.below(faults));
    p.when_wrong = static_cast<std::uint8_t>(d.below(6));
    p.when = moment(d.below(moments));
    bool possible = reason_against_checking(p.wrong) == nullptr;
    for (std::size_t f = 0; f != features; ++f)
      if (has(p.features(), feature(f)) && (reason_against(feature(f), p.wrong) || reason_against(feature(f), p.when))) possible = false;
    for (small_step& s : p.steps) {
      s.what = operation(d.below(operations));
      s.who = caller(d.below(callers));
      s.does = small_body(d.below(small_body_names.size()));
      s.n = static_cast<std::uint8_t>(d.below(8));
    }
    if (steered) possible = possible && steer(p, wanted);
    for (const small_step& s : p.steps) possible = possible && stands(p, s);
    if (possible && can_all_be(p)) return p;
  }
}

std::string text(const small_program& p) {
  std::string all = std::string(kinds[p.kind].text) + ", capacity " + std::to_string(p.capacity);
  if (has(p.features(), feature::light)) all += ", carriers " + std::to_string(p.carriers);
  all += std::string("; ") + name(p.wrong) + " (" + std::to_string(p.when_wrong) + "), the pool being " + name(p.when) + ":";
  for (const small_step& s : p.steps)
    all += std::string(" ") + name(s.who) + " calls " + name(s.what) + " (" + std::to_string(s.n) + "; a callable " +
           small_body_names[std::size_t(s.does)] + ");";
  return all;
}

}  // namespace weir::interactions::checked
