// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_ORDER_HPP
#define WEIR_VERIFY_MODEL_ORDER_HPP

#include <weir/verify/model/history.hpp>
#include <weir/verify/model/item.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace weir::verify::model {

/// A model that is asked whether a take may answer this, instead of what it answers. `alone`: no other push or take is under way.
template <class M>
concept asked_of_pops = requires(M& m, std::optional<model_item> out, bool alone) {
  { m.pops(out, alone) } -> std::same_as<bool>;
};
/// Its queue has none of the freedoms that a queue policy has.
template <class M>
inline constexpr bool strict = false;
template <class M>
  requires requires { M::strict; }
inline constexpr bool strict<M> = M::strict;
/// Its close is one step: a push that is answered `closed` comes after it.
template <class M>
inline constexpr bool closes_at_once = strict<M>;
template <class M>
  requires requires { M::closes_at_once; }
inline constexpr bool closes_at_once<M> = M::closes_at_once;

/// Looks for an order of an execution's calls in which the model gives the answers that the queue gave, and in which a call comes after all
/// whose end happens before its begin (Wing and Gong, 1993). What was found to lead nowhere is not tried again (Lowe, 2017).
template <class Model>
class order {
 public:
  order(const history& h, const std::vector<model_item>& items) : history_(h), items_(items) {}

  [[nodiscard]] bool exists() { return goes_on(0, {}); }

 private:
  struct state {
    Model model{};
    bool closed = false;
    int items = 0;
    int runs[most_threads] = {};  ///< of each thread, the item that it took last, if its end was not told

    friend bool operator==(const state&, const state&)
      requires std::equality_comparable<Model>
    = default;
  };

  bool goes_on(std::uint64_t done, const state& s) {
    if (done + 1 == std::uint64_t{1} << history_.count) return true;
    if (leads_nowhere(done, s)) return false;
    for (std::size_t i = 0; i != history_.count; ++i) {
      if ((done >> i & 1) != 0 || (history_.calls[i].past & ~done) != 0) continue;
      state next = s;
      if (may_be(i, done, next) && goes_on(done | std::uint64_t{1} << i, next)) return true;
    }
    if constexpr (std::equality_comparable<Model>) dead_ends_.emplace_back(done, s);
    return false;
  }
  bool leads_nowhere(std::uint64_t done, const state& s) const {
    if constexpr (std::equality_comparable<Model>)
      for (const auto& [calls, at] : dead_ends_)
        if (calls == done && at == s) return true;
    return false;
  }

  /// Whether call `i` may be the next, and what is then.
  bool may_be(std::size_t i, std::uint64_t done, state& s) const {
    const made& c = history_.calls[i];
    switch (c.asked.what) {
      case call_kind::push:
      case call_kind::own: return push_may(i, done, s);
      case call_kind::pop: return pop_may(i, s);
      case call_kind::back: return back_may(i, s);
      case call_kind::done:
        if (const int ended = std::exchange(s.runs[seat_number(c.thread)], 0); ended != 0)
          if constexpr (requires { s.model.done(model_item{}); }) s.model.done(item(ended));
        return true;
      case call_kind::close: return s.closed = true;
      case call_kind::reopen: return !(s.closed = false);
      case call_kind::empty: return c.said == answer::yes ? s.items <= own_pushes_beside(i, done) : s.items != 0 || meets_any(i);
      case call_kind::ready:
        return (c.said == answer::yes) == has_next(s.model) || (c.said == answer::yes ? meets_any(i) : ready_may_not(i));
      case call_kind::size: return c.item == s.items;
      case call_kind::trim: return true;
    }
    return false;
  }

  bool push_may(std::size_t i, std::uint64_t done, state& s) const {
    const made& c = history_.calls[i];
    if (c.said == answer::closed)
      return s.closed || (!closes_at_once<Model> && meets(i, [](const call& o) { return o.what == call_kind::close; }));
    if (c.said == answer::full && !strict<Model> && (meets(i, takes) || pushes_fill(i, done, s.model))) return true;
    if (s.closed && c.said != answer::refused) return false;
    try {
      const bool fits = has_room(s.model, item(c.asked.item));
      if (c.said == answer::full) return !fits;
      if (c.said != answer::pushed || !fits) return false;
    } catch (const std::invalid_argument&) {
      return c.said == answer::refused;
    }
    ++s.items;
    return true;
  }
  static bool has_room(Model& m, const model_item& it) {
    if constexpr (std::same_as<decltype(m.push(it)), bool>)
      return m.push(it);
    else
      return m.push(it), true;
  }

  /// A push that is under way has its place already.
  bool pushes_fill(std::size_t i, std::uint64_t done, Model m) const {
    for (std::size_t j = 0; j != history_.count; ++j)
      if (pushes(history_.calls[j].asked) && history_.calls[j].said == answer::pushed && history_.meet(i, j) && (done >> j & 1) == 0)
        has_room(m, item(history_.calls[j].asked.item));
    return !has_room(m, item(history_.calls[i].asked.item));
  }

  bool pop_may(std::size_t i, state& s) const {
    const made& c = history_.calls[i];
    if (c.said == answer::nothing && !strict<Model> && !alone(i)) return true;
    if (!gives(i, s.model)) return false;
    if (c.said == answer::nothing) return true;
    s.runs[seat_number(c.thread)] = c.item;
    --s.items;
    return true;
  }
  bool gives(std::size_t i, Model& m) const {
    const made& c = history_.calls[i];
    const std::optional<model_item> out = c.said == answer::took ? std::optional(item(c.item)) : std::nullopt;
    if constexpr (asked_of_pops<Model>)
      return m.pops(out, alone(i));
    else
      return m.pop() == out;
  }
  static bool has_next(Model m) {
    if constexpr (asked_of_pops<Model>)
      return !m.pops(std::nullopt, true);
    else
      return m.pop().has_value();
  }
  /// Takes that are under way hide nothing from ready(), pushes may.
  bool ready_may_not(std::size_t i) const {
    return !strict<Model> && meets(i, [](const call& o) { return pushes(o); });
  }

  /// empty() need not count a push to a seat that is under way.
  int own_pushes_beside(std::size_t i, std::uint64_t done) const {
    int n = 0;
    for (std::size_t j = 0; j != history_.count; ++j)
      n += history_.calls[j].asked.what == call_kind::own && history_.meet(i, j) && (done >> j & 1) != 0;
    return n;
  }

  bool back_may(std::size_t i, state& s) const {
    const made& c = history_.calls[i];
    if constexpr (requires { s.model.take_back(); }) {
      const std::optional<model_item> oldest = s.model.take_back();
      if (oldest != (c.said == answer::took ? std::optional(item(c.item)) : std::nullopt)) return false;
    }
    if (c.said == answer::took) --s.items;
    return true;
  }

  static bool takes(const call& c) { return c.what == call_kind::pop || c.what == call_kind::back; }
  template <class Kind>
  bool meets(std::size_t i, Kind is) const {
    for (std::size_t j = 0; j != history_.count; ++j)
      if (is(history_.calls[j].asked) && history_.meet(i, j)) return true;
    return false;
  }
  bool alone(std::size_t i) const {
    return !meets(i, [](const call& o) { return pushes(o) || takes(o); });
  }
  bool meets_any(std::size_t i) const {
    return meets(i, [](const call&) { return true; });
  }
  [[nodiscard]] model_item item(int number) const { return items_[static_cast<std::size_t>(number)]; }

  const history& history_;
  const std::vector<model_item>& items_;
  std::vector<std::pair<std::uint64_t, state>> dead_ends_;
};

}  // namespace weir::verify::model

#endif
