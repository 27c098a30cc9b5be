// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_GRAPHS_OBJECTS_HPP
#define WEIR_VERIFY_GRAPHS_OBJECTS_HPP

#include <weir/verify/graphs/view.hpp>
#include <weir/verify/support/moment.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace weir::verify::execution {

/// The n-th object that a thread has made.
struct object {
  std::uint32_t thread = 0;
  std::uint32_t number = 0;
};

/// Who has used which object, and when. This is no part of the object: one may lie on the stack of a thread, and what is there is the state by
/// which a loop is found to repeat itself, so it must not count along.
class objects {
 public:
  object make(moment now) {
    std::vector<uses>& mine = made_[now.thread];
    mine.push_back({now});
    return {now.thread, static_cast<std::uint32_t>(mine.size() - 1)};
  }
  void clear() {
    for (std::vector<uses>& all : made_) all.clear();
  }

  /// False when it has been destroyed.
  bool used(object o, moment now) {
    of(o).last[now.thread] = static_cast<std::uint16_t>(now.number + 1);
    return !of(o).destroyed;
  }
  void destroyed(object o) { of(o).destroyed = true; }
  /// What it is filled with from now on is written now.
  void written(object o, moment now) { of(o) = {now}; }

  /// The thread that has written it, if that is not past.
  template <class IsPast>
  [[nodiscard]] std::optional<unsigned> written_meanwhile(object o, IsPast is_past) const {
    const moment wrote = made_[o.thread][o.number].wrote;
    return is_past(wrote) ? std::nullopt : std::optional(wrote.thread);
  }
  /// A thread that has used it since it was written, and not in the past.
  template <class IsPast>
  [[nodiscard]] std::optional<unsigned> used_meanwhile(object o, IsPast is_past) const {
    const uses& of = made_[o.thread][o.number];
    for (unsigned t = 0; t != max_threads; ++t)
      if (of.last[t] != 0 && !is_past(moment{t, of.last[t] - 1U})) return t;
    return std::nullopt;
  }

 private:
  struct uses {
    moment wrote;
    std::array<std::uint16_t, max_threads> last{};  // of each thread that has used it since, its number of events and 1
    bool destroyed = false;
  };
  uses& of(object o) { return made_[o.thread][o.number]; }

  std::array<std::vector<uses>, max_threads> made_;
};

}  // namespace weir::verify::execution

#endif
