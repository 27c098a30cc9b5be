// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_HISTORY_HPP
#define WEIR_VERIFY_SUPPORT_HISTORY_HPP

#include <weir/verify/support/step.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir::verify::checker {

/// Reads Relacy's listing, `[12] 0: <0x55d0> mutex: exclusive lock, in submit, /long/path/pool.hpp(30)`, and says it in
/// our words: objects get short names, files their last part, bookkeeping is left out, and every read knows who wrote.
class history {
 public:
  explicit history(std::string_view listing) {
    while (!listing.empty()) {
      const std::size_t end = listing.find('\n');
      const std::string_view line = listing.substr(0, end);
      listing.remove_prefix(end == std::string_view::npos ? listing.size() : end + 1);
      if (line.starts_with("thread ")) break;  // from here on the same again, per thread
      if (line.starts_with("[")) read(line);
    }
  }

  [[nodiscard]] const std::vector<step>& steps() const { return steps_; }

 private:
  static constexpr auto npos = std::string_view::npos;

  void read(std::string_view line) {
    const std::size_t bracket = line.find("] ");
    const std::size_t colon = line.find(": ", bracket);
    const std::size_t in = line.rfind(", in ");
    if (bracket == npos || colon == npos || in == npos || in < colon) return;
    step s;
    s.thread = std::atoi(std::string(line.substr(bracket + 2)).c_str());
    place(s, line.substr(in + 5));
    std::string_view text = line.substr(colon + 2, in - colon - 2);
    if (text.starts_with("<")) {
      const std::size_t close = text.find("> ");
      if (close == npos) return;
      const std::string_view address = text.substr(1, close - 1);
      text.remove_prefix(close + 2);
      s.object = name(address, text);
    }
    if (switches(s, text)) return;
    put_in_words(s, text);
    if (s.what.empty()) return;
    if (const auto w = woken_by_.find(s.thread); w != woken_by_.end()) {
      s.woken_by = w->second;
      woken_by_.erase(w);
    }
    const int number = static_cast<int>(steps_.size());
    if (!s.result.empty()) writer_[s.object] = number;
    last_[s.thread] = number;
    steps_.push_back(std::move(s));
  }

  /// Relacy's notes on who sleeps and who wakes whom. An unlock comes after its note, a notification and an end before it.
  bool switches(const step& s, std::string_view text) {
    const auto last = last_.find(s.thread);
    if (text.starts_with("blocking current thread")) {
      if (last == last_.end()) return true;
      step& asleep = steps_[static_cast<std::size_t>(last->second)];
      asleep.sleeps = true;
      if (asleep.kind == deed::unlock) asleep.what = "unlock, and sleep";
      return true;
    }
    constexpr std::string_view wakes = "unblocking thread ";
    if (!text.starts_with(wakes)) return false;
    const deed before = last == last_.end() ? deed::other : steps_[static_cast<std::size_t>(last->second)].kind;
    const bool is_there = before == deed::notify || before == deed::end;
    woken_by_[std::atoi(std::string(text.substr(wakes.size())).c_str())] = is_there ? last->second : static_cast<int>(steps_.size());
    return true;
  }

  static void place(step& s, std::string_view in) {  // "submit, /long/path/pool.hpp(30)"
    const std::size_t comma = in.rfind(", ");
    const std::size_t open = in.rfind('(');
    if (comma == npos || open == npos || open < comma) return;
    std::string_view function = in.substr(0, comma);
    if (function == "fiber_proc_impl") return;  // Relacy's own
    if (!function.starts_with("operator")) function = function.substr(0, function.find('<'));
    std::string_view file = in.substr(comma + 2, open - comma - 2);
    file.remove_prefix(file.rfind('/') + 1);
    const std::string line(in.substr(open + 1, in.size() - open - 2));
    s.place = std::string(file) + (line == "0" ? "" : ":" + line);
    s.function = function;
  }

  void put_in_words(step& s, std::string_view text) {
    static constexpr std::string_view noise[] = {"memory ", "[CTOR", "[BEFORE", "[AFTER", "[DTOR", "ITERATION END"};
    struct phrase {
      std::string_view relacy;
      deed kind;
      std::string_view ours;  ///< empty: as it is
    };
    static constexpr phrase phrases[] = {
        {"mutex: exclusive lock", deed::lock, "lock"},
        {"mutex: exclusive unlock", deed::unlock, "unlock"},
        {"mutex: blocking", deed::wants_lock, "waits for the lock"},
        {"cond_var: wait enter", deed::wait, "waits"},
        {"cond_var: wait exit due to notified", deed::woken, "is woken"},
        {"cond_var: wait exit due to timeout", deed::woken, "its wait expires"},
        {"cond_var: notify one total_blocked=", deed::notify, "notify_one, waiting: "},
        {"cond_var: notify all unblocked=", deed::notify, "notify_all, waiting: "},
        {"[THREAD FINISHED]", deed::end, "ends"},
        {"yield(", deed::yield, "yields"},
        {"read cell", deed::read, "is read"},
        {"write cell", deed::write, "is written"},
        {"destroy cell", deed::write, "is destroyed"},
        {"thread created", deed::start, "is started"},
        {"join", deed::join, "is joined"},
    };
    for (const std::string_view n : noise)
      if (text.starts_with(n)) return;
    if (s.place == "session.hpp" && s.function == "finish") {  // the checker's own count of threads that are through
      s.object.clear();
      s.what = "has returned";
      s.place = s.function = {};
    } else if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'A' && text[1] <= 'Z') {
      fails(s, text);
    } else if (!atomic(s, text)) {
      s.what = text;
      for (const phrase& p : phrases) {
        if (!text.starts_with(p.relacy)) continue;
        s.kind = p.kind;
        s.what = p.ours;
        if (p.kind == deed::notify) s.what += text.substr(p.relacy.size(), text.find(' ', p.relacy.size()) - p.relacy.size());
        break;
      }
    }
  }

  /// "load 0 (acquire), an old value", "store 1 (release), was 0", "fetch_add: 0 -> 1 (acq_rel)" and
  /// "compare_exchange 0 -> 1 (release): done".
  bool atomic(step& s, std::string_view text) {
    const auto writer = writer_.find(s.object);
    const int newest = writer == writer_.end() ? -1 : writer->second;
    constexpr std::string_view null = "(nil)";
    std::size_t open = text.find(" (");
    while (open != npos && text.substr(open + 1).starts_with(null)) open = text.find(" (", open + null.size());
    const std::size_t close = text.find(')', open);
    const std::size_t arrow = text.find(" -> ");
    if (s.object.empty() || open == npos || close == npos) return false;
    const std::string order(text.substr(open, close - open + 1));
    const std::string_view rest = text.substr(close + 1);
    if (text.starts_with("load ")) {
      const std::string saw = value(text.substr(5, open - 5));
      s.kind = deed::load;
      s.old = rest == ", an old value";
      s.reads_from = newest;
      s.what = "reads " + saw + order;
      if (!s.old || newest == -1) return true;
      s.misses = newest;
      s.what = "reads " + saw + " (old; newest is " + steps_[static_cast<std::size_t>(newest)].result + ", step " + std::to_string(newest) +
               ")" + order;
      for (s.reads_from = newest - 1; s.reads_from >= 0; --s.reads_from) {
        const step& w = steps_[static_cast<std::size_t>(s.reads_from)];
        if (w.object == s.object && w.result == saw) break;
      }
    } else if (text.starts_with("store ")) {
      s.kind = deed::store;
      s.result = value(text.substr(6, open - 6));
      s.what = "writes " + s.result + order + (rest.starts_with(", was ") ? ", was " + value(rest.substr(6)) : "");
    } else if (arrow != npos && arrow < open) {
      const std::size_t space = text.find(' ');
      const std::string from = value(text.substr(space + 1, arrow - space - 1));
      const std::string to = value(text.substr(arrow + 4, open - arrow - 4));
      std::string_view operation = text.substr(0, space);
      if (operation.ends_with(":")) operation.remove_suffix(1);
      constexpr std::string_view lost = ": failed, found ";
      s.reads_from = newest;
      s.what = std::string(operation) + " " + from + " -> " + to + order;
      if (rest.starts_with(lost)) {
        s.kind = deed::load;
        s.what = std::string(operation) + " finds " + value(rest.substr(lost.size())) + " and not " + from + order;
      } else if (rest == ": failed for no reason") {
        s.kind = deed::load;
        s.what += ", fails for no reason";
      } else {
        s.kind = deed::modify;
        s.result = to;
      }
    } else {
      return false;
    }
    return true;
  }

  void fails(step& s, std::string_view text) {
    s.kind = deed::failure;
    s.what = text.starts_with("DEADLOCK") ? "FAILS HERE: all threads wait" : "FAILS HERE";
    s.object.clear();
    if (!text.starts_with("DATA RACE") || steps_.empty()) return;
    const step& mine = steps_.back();
    for (int i = static_cast<int>(steps_.size()) - 2; i >= 0; --i) {
      const step& other = steps_[static_cast<std::size_t>(i)];
      if (other.object != mine.object || other.thread == mine.thread || (other.kind == deed::read && mine.kind == deed::read)) continue;
      s.misses = i;
      s.what += ": not ordered after step " + std::to_string(i);
      return;
    }
  }

  /// Addresses differ from run to run, and say nothing.
  std::string value(std::string_view text) {
    if (text == "(nil)") return "null";
    if (!text.starts_with("0x")) return std::string(text);
    const std::uint64_t n = std::strtoull(std::string(text).c_str(), nullptr, 16);
    const bool address = n >> 44 != 0 && n >> 48 == 0 && n % 8 == 0;
    return address ? known_as("p", std::string(text)) : std::string(text);
  }

  std::string name(std::string_view address, std::string_view text) {
    const char* kind = text.starts_with("mutex")                                ? "m"
                       : text.starts_with("cond_var")                           ? "cv"
                       : text.find(" cell") != npos                             ? "d"
                       : text.starts_with("thread") || text.starts_with("join") ? "t"
                       : text.starts_with("wait") || text.starts_with("woken")  ? "cv"
                                                                                : "a";
    return known_as(kind, std::string(address));
  }

  std::string known_as(const char* kind, const std::string& address) {
    std::string& known = names_[kind[0] == 'p' ? "p" + address : address];
    if (known.empty()) known = kind + std::to_string(++count_[kind]);
    return known;
  }

  std::vector<step> steps_;
  std::map<std::string, std::string> names_;
  std::map<std::string, int> count_;
  std::map<std::string, int> writer_;  ///< of each atomic, the step that wrote its newest value
  std::map<int, int> last_;            ///< of each thread, its last step
  std::map<int, int> woken_by_;        ///< of each thread that may go on, the step that let it
};

}  // namespace weir::verify::checker

#endif
