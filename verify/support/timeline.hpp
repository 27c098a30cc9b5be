// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_TIMELINE_HPP
#define WEIR_VERIFY_SUPPORT_TIMELINE_HPP

#include <weir/verify/support/step.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace weir::verify::checker {

/// A stretch of a thread's time: it holds a lock, or it sleeps.
struct span {
  int thread;
  std::string object;  ///< what it holds or waits for; empty if that is not known
  bool sleeps;
  std::size_t from;
  std::size_t to;  ///< the step that ends it, or the number of steps: nothing did
};

/// Where a thread is when the history ends.
struct standing {
  int thread;
  std::string text;
  std::string where;
};

/// A history seen as a schedule: a lane per thread, and what stretches over several steps. Tables and pictures are drawn from it.
class timeline {
 public:
  /// `own`: threads of the scenario itself; those with higher numbers were started by what it checks.
  timeline(std::vector<step> steps, int own) : steps_(std::move(steps)), own_(own) {
    hide();
    for (int t = 0; t < own; ++t) last_[t] = none;
    std::map<int, std::size_t> asleep;
    std::size_t unborn = 0;  // threads that were started and did nothing yet
    int starter = -1;        // who started the only one of them; unknown when there are more
    for (std::size_t i = 0; i != steps_.size(); ++i) {
      step& s = steps_[i];
      if (s.kind == deed::failure) {
        last_.try_emplace(s.thread, none);
        continue;
      }
      if (s.thread >= own && unborn != 0 && !last_.contains(s.thread)) {
        if (s.woken_by == -1) s.woken_by = starter;
        --unborn;
      }
      if (s.kind == deed::start) starter = unborn++ == 0 ? static_cast<int>(i) : -1;
      last_[s.thread] = i;
      if (const auto a = asleep.find(s.thread); a != asleep.end()) {
        spans_[a->second].to = i;
        asleep.erase(a);
      }
      if (s.kind == deed::lock) spans_.push_back({s.thread, s.object, false, i, steps_.size()});
      if (s.kind == deed::unlock) release(s, i);
      if (s.sleeps) {
        asleep[s.thread] = spans_.size();
        spans_.push_back({s.thread, waits_for(i), true, i, steps_.size()});
      }
    }
  }

  [[nodiscard]] const std::vector<step>& steps() const { return steps_; }
  [[nodiscard]] const std::vector<span>& spans() const { return spans_; }

  /// The threads, in order.
  [[nodiscard]] std::vector<int> lanes() const {
    std::vector<int> all;
    for (const auto& [thread, last] : last_) all.push_back(thread);
    return all;
  }
  [[nodiscard]] std::string name_of(int thread) const { return "thread " + std::to_string(thread) + (thread < own_ ? "" : " (started)"); }

  /// Of very long histories the middle is left out, and of a loop that does not end all rounds but the first two.
  [[nodiscard]] bool shown(std::size_t i) const { return i < hidden_from_ || i >= hidden_to_; }
  [[nodiscard]] std::size_t left_out() const { return hidden_to_ - hidden_from_; }

  [[nodiscard]] std::vector<standing> stand() const {
    std::vector<standing> all;
    for (const auto& [thread, last] : last_) {
      if (last == none) {
        all.push_back({thread, "has not begun", ""});
        continue;
      }
      const step& s = steps_[last];
      std::string text = "did step " + std::to_string(last) + ": " + s.text();
      if (s.kind == deed::end) text = "has ended";
      if (s.sleeps) text = asleep_in(last);
      for (const span& h : spans_)
        if (!h.sleeps && h.thread == thread && h.to == steps_.size()) text += ", holds " + h.object;
      all.push_back({thread, text, s.where()});
    }
    return all;
  }

  /// Each object's short name, and the places in the code that touch it.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> objects() const {
    constexpr std::size_t most = 4;
    std::vector<std::pair<std::string, std::vector<std::string>>> found;
    for (const step& s : steps_) {
      if (s.object.empty() || s.place.empty()) continue;
      auto own = std::find_if(found.begin(), found.end(), [&](const auto& f) { return f.first == s.object; });
      if (own == found.end()) own = found.insert(own, {s.object, {}});
      if (std::find(own->second.begin(), own->second.end(), s.where()) == own->second.end()) own->second.push_back(s.where());
    }
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& [object, places] : found) {
      std::string text;
      for (std::size_t i = 0; i != std::min(places.size(), most); ++i) text += (i == 0 ? "" : ", ") + places[i];
      if (places.size() > most) text += ", ...";
      all.emplace_back(object, text);
    }
    return all;
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t head = 60;
  static constexpr std::size_t tail = 240;
  static constexpr std::size_t longest_round = 100;

  void release(const step& s, std::size_t i) {
    for (auto h = spans_.rbegin(); h != spans_.rend(); ++h) {
      if (h->sleeps || h->thread != s.thread || h->object != s.object || h->to != steps_.size()) continue;
      h->to = i;
      return;
    }
  }

  void hide() {
    const std::size_t end = steps_.empty() || steps_.back().kind != deed::failure ? steps_.size() : steps_.size() - 1;
    for (std::size_t round = 1; round <= longest_round && 4 * round < end; ++round) {
      std::size_t from = end - round;  // of the stretch that is the same again one round later
      while (from != 0 && steps_[from - 1].same(steps_[from - 1 + round])) --from;
      if (end - from < 8 * round || from + 2 * round > head + tail) continue;
      hidden_from_ = from + 2 * round;
      hidden_to_ = end;
      return;
    }
    if (steps_.size() <= head + tail) return;
    hidden_from_ = head;
    hidden_to_ = steps_.size() - tail;
  }

  /// The last thing a sleeper did is to give its lock up, if it sleeps on a condition variable.
  [[nodiscard]] std::string waits_for(std::size_t i) const {
    const step& s = steps_[i];
    if (s.kind != deed::unlock) return s.object;
    for (std::size_t before = i; before-- != 0;)
      if (steps_[before].thread == s.thread) return steps_[before].object;
    return {};
  }

  [[nodiscard]] std::string asleep_in(std::size_t i) const {
    const std::string object = waits_for(i);
    const deed kind = steps_[i].kind;
    std::string text = kind == deed::join ? "joins " + object : kind == deed::wants_lock ? "waits for " + object : "sleeps on " + object;
    for (const span& h : spans_)
      if (!h.sleeps && h.object == object && h.to == steps_.size()) text += ", held by thread " + std::to_string(h.thread);
    return text + ", since step " + std::to_string(i);
  }

  std::vector<step> steps_;
  int own_;
  std::map<int, std::size_t> last_;
  std::vector<span> spans_;
  std::size_t hidden_from_ = 0;
  std::size_t hidden_to_ = 0;
};

}  // namespace weir::verify::checker

#endif
