// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_HISTORY_HPP
#define WEIR_VERIFY_SUPPORT_HISTORY_HPP

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weir::verify::checker {

/// One step of a failed execution.
struct step {
  int thread;
  std::string object;  ///< a short name, stable within the history: m1 a mutex, cv1, a1 an atomic, d1 a cell, t1 a thread
  std::string what;
  std::string at;  ///< file:line (function)
};

/// Reads Relacy's listing, `[12] 0: <0x55d0> mutex: exclusive lock, in submit, /long/path/pool.hpp(30)`, and says it in
/// our words: objects get short names, files their last part, and bookkeeping is left out.
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

  /// A table of all steps, or of the first and last ones when there are very many.
  [[nodiscard]] std::string table() const {
    constexpr std::size_t head = 60;
    constexpr std::size_t tail = 240;
    std::string out = "    step  thread  object  what                                                 where\n";
    for (std::size_t i = 0; i != steps_.size(); ++i) {
      if (steps_.size() > head + tail && i == head) {
        out += "    ... " + std::to_string(steps_.size() - head - tail) + " steps left out ...\n";
        i = steps_.size() - tail;
      }
      out += row(i);
    }
    return out;
  }

  /// The last step of every thread that did not end: where each of them stands.
  [[nodiscard]] std::string standing() const {
    std::map<int, std::size_t> last;
    for (std::size_t i = 0; i != steps_.size(); ++i)
      if (steps_[i].what != failure) last[steps_[i].thread] = i;
    std::string out;
    for (const auto& [thread, i] : last)
      if (thread >= 0 && steps_[i].what != "ends") out += row(i);
    return out;
  }

 private:
  static constexpr const char* failure = "FAILS HERE";

  [[nodiscard]] std::string row(std::size_t i) const {
    const step& s = steps_[i];
    char left[256];
    std::snprintf(left, sizeof left, "    %4zu  %6d  %-6s  %-52s ", i, s.thread, s.object.c_str(), s.what.c_str());
    return left + s.at + "\n";
  }

  void read(std::string_view line) {
    const std::size_t bracket = line.find("] ");
    const std::size_t colon = line.find(": ", bracket);
    const std::size_t in = line.rfind(", in ");
    if (bracket == std::string_view::npos || colon == std::string_view::npos || in == std::string_view::npos || in < colon) return;
    step s{std::atoi(std::string(line.substr(bracket + 2)).c_str()), {}, {}, place(line.substr(in + 5))};
    std::string_view text = line.substr(colon + 2, in - colon - 2);
    std::string_view address;
    if (text.starts_with("<")) {
      const std::size_t close = text.find("> ");
      address = text.substr(1, close - 1);
      text.remove_prefix(close == std::string_view::npos ? text.size() : close + 2);
    }
    s.what = in_our_words(text);
    if (s.what.empty()) return;
    if (s.what == "ends") s.at.clear();
    if (!address.empty()) s.object = name(address, text);
    steps_.push_back(std::move(s));
  }

  static std::string place(std::string_view in) {  // "submit, /long/path/pool.hpp(30)"
    const std::size_t comma = in.rfind(", ");
    const std::size_t open = in.rfind('(');
    if (comma == std::string_view::npos || open == std::string_view::npos || open < comma) return std::string(in);
    std::string_view file = in.substr(comma + 2, open - comma - 2);
    file.remove_prefix(file.rfind('/') + 1);
    const std::string line(in.substr(open + 1, in.size() - open - 2));
    return std::string(file) + (line == "0" ? "" : ":" + line) + " (" + std::string(in.substr(0, comma)) + ")";
  }

  static std::string in_our_words(std::string_view text) {
    static constexpr std::string_view words[][2] = {
        {"mutex: exclusive lock", "lock"},
        {"mutex: exclusive unlock", "unlock"},
        {"mutex: blocking", "waits for the lock"},
        {"mutex: ", ""},
        {"cond_var: wait enter", "waits"},
        {"cond_var: wait exit due to notified", "is woken"},
        {"cond_var: wait exit due to timeout", "its wait expires"},
        {"cond_var: notify one total_blocked=", "notify_one, waiting: "},
        {"cond_var: notify all unblocked=", "notify_all, waiting: "},
        {"cond_var: ", ""},
        {"[THREAD FINISHED]", "ends"},
        {"yield(", "yields"},
    };
    static constexpr std::string_view noise[] = {"blocking current", "unblocking thread", "memory ", "[CTOR", "[BEFORE", "[AFTER", "[DTOR",
                                                 "ITERATION END"};
    for (const std::string_view n : noise)
      if (text.starts_with(n)) return {};
    if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'A' && text[1] <= 'Z') return failure;
    for (const auto& w : words) {
      if (!text.starts_with(w[0])) continue;
      if (w[0] == "yield(") return "yields";
      std::string_view rest = text.substr(w[0].size());
      rest = rest.substr(0, rest.find(" unblocked="));
      return std::string(w[1]) + std::string(rest);
    }
    return std::string(text);
  }

  std::string name(std::string_view address, std::string_view text) {
    const char* kind = text.starts_with("mutex")                                ? "m"
                       : text.starts_with("cond_var")                           ? "cv"
                       : text.find(" cell") != std::string_view::npos           ? "d"
                       : text.starts_with("thread") || text.starts_with("join") ? "t"
                       : text.starts_with("wait") || text.starts_with("woken")  ? "cv"
                                                                                : "a";
    auto& known = names_[std::string(address)];
    if (known.empty()) known = kind + std::to_string(++count_[kind]);
    return known;
  }

  std::vector<step> steps_;
  std::map<std::string, std::string> names_;
  std::map<std::string, int> count_;
};

}  // namespace weir::verify::checker

#endif
