// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_GRAPH_STEPS_HPP
#define WEIR_VERIFY_SUPPORT_GRAPH_STEPS_HPP

#include <weir/verify/graphs/replay.hpp>
#include <weir/verify/support/step.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir::verify::checker {

/// An execution graph as a history: its events, and the accesses of cells between them, in an order in which they can come. Thread 0 of the
/// search, which runs before() and finish(), is shown as the scenario's first thread; the others are shown with their numbers less one. If one goes
/// round until another moves, what that does afterwards is not shown: they stand where it has heard of them last.
class graph_steps {
 public:
  graph_steps(const execution::replay& code, const execution::graph& g, const execution::fault& why) : graph_(g) {
    std::set<unsigned> standing;
    for (const auto& n : code.notes) {
      if (n.event && why.what == execution::fault::kind::waits && !g.of(why.thread).back().prefix.has(*n.event)) standing.insert(n.thread);
      if (standing.contains(n.thread)) continue;
      step s;
      s.thread = shown(n.thread);
      place(s, n.at);
      if (n.event)
        describe(s, g[*n.event]);
      else
        s.kind = n.writes ? deed::write : deed::read, s.object = name("d", reinterpret_cast<std::uintptr_t>(n.cell)),
        s.what = n.writes ? "is written" : "is read";
      if (s.what.empty()) continue;
      if (n.event) number_[key(*n.event)] = static_cast<int>(steps_.size());
      if (n.event && code.waits_at(*n.event)) s.sleeps = true;
      steps_.push_back(std::move(s));
    }
    step last;
    last.thread = shown(why.thread);
    last.kind = deed::failure;
    last.what = why.what == execution::fault::kind::deadlock ? "FAILS HERE: all threads wait"
                : why.what == execution::fault::kind::waits  ? "FAILS HERE: and so on"
                                                             : "FAILS HERE";
    place(last, why.at);
    steps_.push_back(std::move(last));
  }

  [[nodiscard]] std::vector<step> all() && { return std::move(steps_); }

 private:
  static int shown(unsigned thread) { return thread == 0 ? 0 : static_cast<int>(thread) - 1; }
  static std::uint32_t key(execution::event_id id) { return std::uint32_t{id.thread} << 16 | id.index; }

  static void place(step& s, platform::where at) {
    std::string_view file = at.file;
    file.remove_prefix(file.rfind('/') + 1);
    if (at.line != 0) s.place = std::string(file) + ":" + std::to_string(at.line);
    s.function = at.function;
  }

  std::string name(const char* kind, std::uint64_t which) {
    std::string& known = names_[{kind, which}];
    if (known.empty()) known = kind + std::to_string(++count_[kind]);
    return known;
  }
  std::string text(execution::value v) { return v >> 40 != 0 && v >> 48 == 0 ? name("p", v) : std::to_string(v); }

  void describe(step& s, const execution::event& e) {
    using execution::thing;
    static constexpr const char* orders[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
    const std::string order = std::string(" (") + orders[static_cast<int>(e.order())] + ")";
    if (e.what.does == execution::action::fence) {
      s.what = "fence" + order;
    } else if (e.what.does == execution::action::choose) {
      s.what = "chooses " + std::to_string(e.outcome);
    } else if (e.what.does == execution::action::join) {
      if (e.id.thread != 0 && s.place.empty() && e.id.index != 0) s.kind = deed::end, s.what = "ends";
    } else if (e.what.about == thing::mutex) {
      s.object = name("m", e.what.at);
      s.kind = e.waits ? deed::wants_lock : e.reads() ? deed::lock : deed::unlock;
      s.what = e.waits ? "waits for the lock" : e.reads() ? "lock" : "unlock";
    } else if (e.what.about == thing::condition_variable) {
      sleeper(s, e);
    } else {
      s.object = e.what.about == thing::clock ? "the clock" : name("a", e.what.at);
      access(s, e, order);
    }
  }

  void sleeper(step& s, const execution::event& e) {
    using execution::change;
    s.object = name("cv", e.what.at);
    const bool notifies = e.reads() && e.what.does == execution::action::update &&
                          (e.what.how == change::clear_one || (e.what.how == change::clear_bits && ~e.what.operand == 0));
    if (e.what.does == execution::action::read) {
      s.kind = deed::woken;
      s.what = e.waits ? "sleeps" : "is woken";
      if (!e.waits) s.woken_by = number_of(e.from);
    } else if (notifies) {
      s.kind = deed::notify;
      s.what = std::string(e.what.how == change::clear_one ? "notify_one" : "notify_all") +
               ", waiting: " + std::to_string(std::popcount(e.found));
    } else {
      s.kind = e.what.how == change::set_bits ? deed::wait : deed::woken;
      s.what = e.what.how == change::set_bits ? "waits" : "its wait expires";
    }
  }

  void access(step& s, const execution::event& e, const std::string& order) {
    static constexpr const char* changes[] = {"exchange",         "fetch_add", "fetch_sub", "fetch_or", "fetch_and",
                                              "compare_exchange", "clear",     "clear",     "raise"};
    s.kind = e.what.does == execution::action::write ? deed::store : e.writes ? deed::modify : deed::load;
    if (e.writes) s.result = text(e.left);
    if (e.reads()) {
      s.reads_from = number_of(e.from);
      find_missed(s, e);
    }
    const std::string old = s.old && s.misses >= 0 ? " (old; newest is " + steps_[static_cast<std::size_t>(s.misses)].result + ", step " +
                                                         std::to_string(s.misses) + ")"
                                                   : "";
    if (e.what.does == execution::action::write)
      s.what = "writes " + s.result + order;
    else if (e.what.does == execution::action::read)
      s.what = "reads " + text(e.found) + old + order;
    else if (e.writes)
      s.what = std::string(changes[static_cast<int>(e.what.how)]) + " " + text(e.found) + " -> " + s.result + order;
    else if (e.outcome != 0)
      s.what = "compare_exchange " + text(e.what.expected) + " -> " + text(e.what.operand) + order + ", fails for no reason";
    else
      s.what = std::string(changes[static_cast<int>(e.what.how)]) + " finds " + text(e.found) + old + order;
  }

  /// The newest of the later writes that are shown before this read.
  void find_missed(step& s, const execution::event& e) {
    const std::vector<execution::event_id>& writes = graph_.writes_of(e.what.at);
    const std::size_t mine = e.from.is_initial() ? 0 : graph_[e.from].place;
    for (std::size_t p = writes.size() - 1; p > mine && s.misses < 0; --p)
      if (writes[p] != e.id) s.misses = number_of(writes[p]);
    s.old = s.misses >= 0;
  }

  [[nodiscard]] int number_of(execution::event_id id) const {
    const auto known = number_.find(key(id));
    return id.is_initial() || known == number_.end() ? -1 : known->second;
  }

  const execution::graph& graph_;
  std::vector<step> steps_;
  std::map<std::uint32_t, int> number_;  // of the steps of events
  std::map<std::pair<std::string, std::uint64_t>, std::string> names_;
  std::map<std::string, int> count_;
};

}  // namespace weir::verify::checker

#endif
