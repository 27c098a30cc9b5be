// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_MODEL_PROGRAM_HPP
#define WEIR_VERIFY_MODEL_PROGRAM_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::verify::model {

/// A call of a queue. `own` is a worker's push, `back` is take_back, `empty` is asked of a queue that the thread knows to be closed. The last two
/// are made only after all threads have ended.
enum class call_kind : std::uint8_t { push, own, pop, done, back, close, empty, ready, trim, size, reopen };
inline constexpr const char* call_names[] = {"push", "own", "pop", "done", "back", "close", "empty", "ready", "trim", "size", "reopen"};

struct call {
  call_kind what = call_kind::push;
  unsigned tag = 0;  ///< of a push: 0 is without, the others are the queue's samples
  int item = 0;  ///< of a push: its number
};
inline bool pushes(const call& c) { return c.what == call_kind::push || c.what == call_kind::own; }

/// What a queue can be asked.
struct alphabet {
  unsigned tags = 0;  ///< samples of its tag
  bool own = false;
  bool ends = false;  ///< it is told of a task's end
  bool back = false;
  bool trims = false;
};

inline constexpr std::size_t most_calls = 7;
inline constexpr std::size_t most_threads = 3;

/// Calls that are made before the threads begin, and those of each thread. In a program that is `told`, a thread says after each call that it has
/// ended, and looks before each call what others have said: as where one task posts another, or a flag is set after a post.
struct program {
  bool told = false;
  std::vector<call> first;
  std::vector<std::vector<call>> threads;

  [[nodiscard]] std::size_t size() const {
    std::size_t n = first.size();
    for (const auto& t : threads) n += t.size();
    return n;
  }

  [[nodiscard]] bool has(call_kind what) const {
    const auto is = [&](const call& c) { return c.what == what; };
    return std::any_of(first.begin(), first.end(), is) ||
           std::any_of(threads.begin(), threads.end(), [&](const auto& t) { return std::any_of(t.begin(), t.end(), is); });
  }

  /// `told:push.push:pop/push1.close`: what goes first ends with a colon, and between threads is a slash.
  [[nodiscard]] std::string text() const {
    std::string out = told ? "told:" : "";
    if (!first.empty()) out += text_of(first) + ":";
    for (std::size_t t = 0; t != threads.size(); ++t) out += (t == 0 ? "" : "/") + text_of(threads[t]);
    return out;
  }

  /// Nothing, if it is no such text or none that a queue with this alphabet can be asked.
  static std::optional<program> read(std::string_view text, const alphabet& letters) {
    program p;
    if (text.starts_with("told:")) {
      p.told = true;
      text.remove_prefix(5);
    }
    if (const std::size_t colon = text.find(':'); colon != text.npos) {
      const auto calls = read_calls(text.substr(0, colon), letters);
      if (!calls) return std::nullopt;
      p.first = *calls;
      text.remove_prefix(colon + 1);
    }
    for (std::size_t slash = 0; slash != text.npos; text.remove_prefix(slash == text.npos ? 0 : slash + 1)) {
      slash = text.find('/');
      const auto calls = read_calls(text.substr(0, slash), letters);
      if (!calls) return std::nullopt;
      p.threads.push_back(*calls);
    }
    if (!p.makes_sense(letters)) return std::nullopt;
    p.number();
    return p;
  }

  /// A thread tells the end of what it took before it takes the next, and asks empty() only when it knows that the queue is closed.
  [[nodiscard]] bool makes_sense(const alphabet& letters) const {
    if (threads.empty() || threads.size() > most_threads || size() > most_calls) return false;
    bool closed = false;
    bool took = false;
    const auto follows = [&](const call& c) {
      closed = closed || c.what == call_kind::close;
      const bool good = (c.what != call_kind::empty || closed) && (c.what != call_kind::pop || !took || !letters.ends);
      took = c.what == call_kind::pop || (took && c.what != call_kind::done);
      return good;
    };
    if (!std::all_of(first.begin(), first.end(), follows)) return false;
    const bool closed_first = closed;
    for (const auto& t : threads) {
      if (!std::all_of(t.begin(), t.end(), follows)) return false;
      closed = closed_first;
      took = false;
    }
    return true;
  }

  /// Gives each push an item of its own.
  void number() {
    int n = 0;
    for (call& c : first) c.item = pushes(c) ? ++n : 0;
    for (auto& t : threads)
      for (call& c : t) c.item = pushes(c) ? ++n : 0;
  }

 private:
  static std::string text_of(const std::vector<call>& calls) {
    std::string out;
    for (const call& c : calls) {
      if (!out.empty()) out += '.';
      out += call_names[static_cast<std::size_t>(c.what)];
      if (c.tag != 0) out += std::to_string(c.tag);
    }
    return out;
  }
  static std::optional<std::vector<call>> read_calls(std::string_view text, const alphabet& letters) {
    std::vector<call> all;
    if (text.empty()) return all;  // `push:` is what goes first alone
    for (std::size_t dot = 0; dot != text.npos; text.remove_prefix(dot == text.npos ? 0 : dot + 1)) {
      dot = text.find('.');
      std::string_view word = text.substr(0, dot);
      call c;
      if (!word.empty() && word.back() >= '1' && word.back() <= '9') {
        c.tag = static_cast<unsigned>(word.back() - '0');
        word.remove_suffix(1);
      }
      std::size_t kind = 0;
      while (kind != static_cast<std::size_t>(call_kind::size) && word != call_names[kind]) ++kind;
      c.what = static_cast<call_kind>(kind);
      if (!fits(c, letters)) return std::nullopt;
      all.push_back(c);
    }
    return all;
  }
  static bool fits(const call& c, const alphabet& letters) {
    switch (c.what) {
      case call_kind::push: return c.tag <= letters.tags;
      case call_kind::own: return letters.own && c.tag == 0;
      case call_kind::done: return letters.ends && c.tag == 0;
      case call_kind::back: return letters.back && c.tag == 0;
      case call_kind::trim: return letters.trims && c.tag == 0;
      case call_kind::size:
      case call_kind::reopen: return false;
      default: return c.tag == 0;
    }
  }
};

}  // namespace weir::verify::model

#endif
