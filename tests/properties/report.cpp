// SPDX-License-Identifier: Apache-2.0
#include "tests/properties/play.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace weir::properties {

namespace {

using run_function = std::function<verify::outcome(verify::world_options)>;

/// Takes decisions back to 0, many at a time and then one by one, as long as the run still fails and patience lasts.
std::vector<std::uint8_t> plainest(const run_function& run, const verify::world_options& base, std::vector<std::uint8_t> schedule) {
  const auto fails = [&](const std::vector<std::uint8_t>& s) {
    verify::world_options w = base;
    w.seed = 0;
    w.schedule = s;
    return !run(w).ok;
  };
  unsigned patience = 1000;
  for (std::size_t span = schedule.size(); span != 0; span /= 2) {
    for (std::size_t at = 0; at < schedule.size() && patience != 0; at += span) {
      std::vector<std::uint8_t> calmer = schedule;
      const auto begin = calmer.begin() + static_cast<std::ptrdiff_t>(at);
      std::fill(begin, begin + static_cast<std::ptrdiff_t>(std::min(span, schedule.size() - at)), std::uint8_t{0});
      if (calmer == schedule) continue;
      --patience;
      if (fails(calmer)) schedule = std::move(calmer);
    }
  }
  while (!schedule.empty() && schedule.back() == 0) schedule.pop_back();
  return schedule;
}

std::string last_lines(const std::string& text, unsigned most) {
  std::size_t from = text.size();
  for (unsigned n = 0; n <= most && from != 0 && from != std::string::npos; ++n) from = text.rfind('\n', from - 1);
  return from == 0 || from == std::string::npos ? text : text.substr(from + 1);
}

}  // namespace

std::string report(const run_function& run, verify::world_options world, const verify::outcome& failed) {
  world.schedule = plainest(run, world, failed.decisions);
  world.seed = 0;
  world.trace = true;
  const verify::outcome again = run(world);
  const unsigned preemptions = static_cast<unsigned>(std::count_if(world.schedule.begin(), world.schedule.end(), [](auto d) { return d != 0; }));
  std::string text = again.ok ? failed.error + "\n(but not when its decisions are repeated: the program is not deterministic)" : again.error;
  text += "\nschedule with " + std::to_string(preemptions) + " decisions that are not 0: {";
  for (const unsigned d : world.schedule) text += std::to_string(d) + ',';
  return text + "}\nthe last steps:\n" + last_lines(again.trace, 60);
}

quiet_stderr::quiet_stderr(bool quiet) {
  if (!quiet) return;
  std::fflush(stderr);
  saved_ = ::dup(STDERR_FILENO);
  static const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDERR_FILENO);
}

quiet_stderr::~quiet_stderr() {
  if (saved_ == -1) return;
  std::fflush(stderr);
  ::dup2(saved_, STDERR_FILENO);
  ::close(saved_);
}

}  // namespace weir::properties
