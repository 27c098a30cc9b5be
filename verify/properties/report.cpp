// SPDX-License-Identifier: Apache-2.0
#include <weir/verify/properties/play.hpp>

#include <weir/verify/support/caption.hpp>
#include <weir/verify/support/pictures.hpp>
#include <weir/verify/support/table.hpp>
#include <weir/verify/support/timeline.hpp>
#include <weir/verify/support/trace_history.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
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

/// The head of a table and its last rows.
std::string end_of(const std::string& table, unsigned most) {
  const std::size_t head = table.find('\n', table.find('\n') + 1) + 1;
  std::size_t from = table.size();
  for (unsigned n = 0; n <= most && from > head; ++n) from = table.rfind('\n', from - 1);
  return from < head ? table : table.substr(0, head) + table.substr(from + 1);
}

/// The run as a table of its last steps, and drawn where Bazel keeps what a test writes.
std::string schedule_of(const std::string& name, const verify::outcome& o, const std::string& how) {
  using namespace verify::checker;
  const timeline schedule(trace_history(o.trace).steps(), 1);
  std::string text = "the last steps:\n" + end_of(table(schedule).text(), 60);
  if (const char* kept = std::getenv("TEST_UNDECLARED_OUTPUTS_DIR"))
    text +=
        "picture: " + write_pictures(kept, name, {name, "every promise is kept", o.error.substr(0, o.error.find('\n')), how}, schedule) +
        "\n";
  return text;
}

}  // namespace

std::string report(const std::string& name, const run_function& run, verify::world_options world, const verify::outcome& failed) {
  world.schedule = plainest(run, world, failed.decisions);
  world.seed = 0;
  world.trace = true;
  const verify::outcome again = run(world);
  const unsigned preemptions =
      static_cast<unsigned>(std::count_if(world.schedule.begin(), world.schedule.end(), [](auto d) { return d != 0; }));
  std::string text =
      again.ok ? failed.error + "\n(but not when its decisions are repeated: the program is not deterministic)" : again.error;
  std::string how = "schedule with " + std::to_string(preemptions) + " decisions that are not 0: {";
  for (const unsigned d : world.schedule) how += std::to_string(d) + ',';
  how += "}";
  return text + "\n" + how + "\n" + schedule_of(name, again, how);
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
