// SPDX-License-Identifier: Apache-2.0
#include "bench/driver/contest.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "bench/driver/child.hpp"
#include "bench/support/clock.hpp"

namespace weir::bench {
namespace {

class progress {
 public:
  explicit progress(std::size_t steps) : steps_(steps) {}

  void next(unsigned round, unsigned rounds, const standing& s) {
    const auto passed = nanoseconds(wall_clock::now() - start_) / 1e9;
    const auto left = done_ == 0 ? 0 : passed / static_cast<double>(done_) * static_cast<double>(steps_ - done_);
    ++done_;
    if (!terminal_ && round == last_round_) return;
    last_round_ = round;
    std::fprintf(stderr,
                 terminal_ ? "\r\033[Kround %u/%u  %s %s  [%zu/%zu, %.0f s left]" : "round %u/%u  from %s %s  [%zu/%zu, %.0f s left]\n",
                 round + 1, rounds, std::string(s.which->workload).c_str(), s.contestant().c_str(), done_, steps_, left);
  }
  ~progress() {
    if (terminal_) std::fputs("\r\033[K", stderr);
  }

 private:
  const bool terminal_ = ::isatty(STDERR_FILENO) != 0;
  const wall_clock::time_point start_ = wall_clock::now();
  const std::size_t steps_;
  std::size_t done_ = 0;
  unsigned last_round_ = ~0u;
};

/// The quietest of up to 1 + retries tries.
outcome best_try(const standing& s, const choice& wanted) {
  auto size = wanted.size;
  size.workers = s.workers;
  await_quiet(wanted.wait);
  auto best = run_in_child(*s.which, size);
  for (unsigned again = 0; again < wanted.retries && best.failure.empty() && !best.others.quiet(); ++again) {
    await_quiet(wanted.wait);
    auto other = run_in_child(*s.which, size);
    if (!other.failure.empty() || other.others.share < best.others.share) best = std::move(other);
  }
  return best;
}

}  // namespace

std::size_t standing::quiet_rounds() const {
  return static_cast<std::size_t>(std::count_if(measured.begin(), measured.end(), [](const auto& m) { return m.others.quiet(); }));
}

std::vector<double> standing::values_of(std::size_t metric) const {
  const auto any_quiet = quiet_rounds() > 0;
  std::vector<double> values;
  for (const auto& m : measured) {
    if (m.others.quiet() || !any_quiet) values.push_back(m.values[metric]);
  }
  return values;
}

std::vector<standing> line_up(const catalogue& all, const choice& wanted) {
  std::vector<standing> table;
  for (auto first = all.bouts.begin(); first != all.bouts.end();) {
    const auto last = std::find_if(first, all.bouts.end(), [&](const auto& b) { return b.workload != first->workload; });
    for (const auto workers : wanted.workers) {
      for (auto which = first; which != last; ++which) {
        if (!wanted.wants(which->workload, which->contestant)) continue;
        table.push_back({&*which, false, {}, workers});
        if (wanted.twice) table.push_back({&*which, true, {}, workers});
      }
    }
    first = last;
  }
  return table;
}

std::optional<std::string> play(std::vector<standing>& table, const choice& wanted) {
  progress shown(table.size() * wanted.rounds);
  for (unsigned round = 0; round < wanted.rounds; ++round) {
    for (auto first = table.begin(); first != table.end();) {
      const auto last = std::find_if(first, table.end(), [&](const auto& s) { return !s.meets(*first); });
      // Another contestant begins in each round, so that none always follows the same neighbour.
      const auto count = static_cast<std::size_t>(last - first);
      for (std::size_t i = 0; i < count; ++i) {
        auto& s = *(first + static_cast<std::ptrdiff_t>((i + round) % count));
        shown.next(round, wanted.rounds, s);
        auto result = best_try(s, wanted);
        if (!result.failure.empty()) return std::string(s.which->workload) + ", " + s.contestant() + ": " + result.failure;
        s.measured.push_back({round, std::move(result.values), result.others});
      }
      first = last;
    }
  }
  return std::nullopt;
}

}  // namespace weir::bench
