// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_TRACE_HISTORY_HPP
#define WEIR_VERIFY_SUPPORT_TRACE_HISTORY_HPP

#include <weir/verify/support/step.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weir::verify::checker {

/// Reads the trace of a simulated world, a line for each operation: `thread 1: mutex lock in submit (/long/path/pool.hpp:30)`.
/// Simulated objects have no names and the world has one memory, so there is only who did what, where and in which order.
class trace_history {
 public:
  explicit trace_history(std::string_view trace) {
    while (!trace.empty()) {
      const std::size_t end = trace.find('\n');
      read(trace.substr(0, end));
      trace.remove_prefix(end == std::string_view::npos ? trace.size() : end + 1);
    }
    if (steps_.empty()) return;
    step last = steps_.back();
    last.kind = deed::failure;
    last.what = "FAILS HERE";
    steps_.push_back(std::move(last));
  }

  [[nodiscard]] const std::vector<step>& steps() const { return steps_; }

 private:
  void read(std::string_view line) {
    constexpr std::string_view thread = "thread ";
    constexpr std::size_t npos = std::string_view::npos;
    const std::size_t colon = line.find(": ");
    const std::size_t in = line.find(" in ", colon);
    const std::size_t open = line.rfind(" (");
    if (!line.starts_with(thread) || colon == npos || in == npos || open == npos || open < in || !line.ends_with(")")) return;
    step s;
    s.thread = std::atoi(std::string(line.substr(thread.size(), colon - thread.size())).c_str());
    s.what = line.substr(colon + 2, in - colon - 2);
    s.function = line.substr(in + 4, open - in - 4);
    s.place = line.substr(open + 2, line.size() - open - 3);
    s.place.erase(0, s.place.rfind('/') + 1);
    steps_.push_back(std::move(s));
  }

  std::vector<step> steps_;
};

}  // namespace weir::verify::checker

#endif
