// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SHARDS_HPP
#define WEIR_VERIFY_SUPPORT_SHARDS_HPP

#include <weir/verify/support/arguments.hpp>
#include <weir/verify/support/scenario.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace weir::verify::checker {

/// Bazel runs a test with shard_count as several processes; this one is number `index` of them.
struct share {
  std::size_t index = 0;
  std::size_t total = 1;
};

inline share this_share() {
  const char* total = std::getenv("TEST_TOTAL_SHARDS");
  const char* index = std::getenv("TEST_SHARD_INDEX");
  if (total == nullptr || index == nullptr) return {};
  const share s{std::strtoul(index, nullptr, 10), std::max(1UL, std::strtoul(total, nullptr, 10))};
  if (s.index < s.total) return s;
  std::fprintf(stderr, "shard %s of %s: there is no such shard\n", index, total);
  std::exit(2);
}

/// Piece of work i belongs to one of the processes.
inline bool in_this_shard(std::size_t i) {
  const share s = this_share();
  return i % s.total == s.index;
}

/// What this process does of scenario `i` of `count`: a scenario under one scheduler is one piece. All shards together do what one process
/// would do alone, no execution twice and none less; when an execution fails, other shards do not know and go on. The bound of a search
/// that `a` asks for is in the answer's `bound`.
inline std::optional<effort> part_in_this_shard(effort work, const arguments& a, std::size_t i, std::size_t count) {
  work.bound = a.bound.value_or(work.bound);
  if (this_share().total == 1) return work;
  if (work.minimum != 0 && !a.executions) return in_this_shard(i) ? std::optional(work) : std::nullopt;  // only the whole can be judged
  const auto wanted = [&](std::string_view scheduler) { return a.scheduler.empty() || a.scheduler == scheduler; };
  const auto walks = [&](std::uint64_t n) { return n != 0 && a.executions.value_or(n) != 0; };
  const std::array<bool, 4> there{wanted("random") && walks(work.random), wanted("pct3") && walks(work.pct3),
                                  wanted("pct5") && walks(work.pct5), wanted("search") && work.bound >= 0};
  if (std::count(there.begin(), there.end(), true) == 0) return in_this_shard(i) ? std::optional(work) : std::nullopt;
  std::array<bool, 4> mine{};
  for (std::size_t k = 0; k != 4; ++k) mine[k] = there[k] && in_this_shard(k * count + i);
  if (std::count(mine.begin(), mine.end(), true) == 0) return std::nullopt;
  if (!mine[0]) work.random = 0;
  if (!mine[1]) work.pct3 = 0;
  if (!mine[2]) work.pct5 = 0;
  if (!mine[3]) work.bound = -1;
  return work;
}

/// Tells Bazel that this program knows about shards.
inline void claim_sharding() {
  if (const char* status = std::getenv("TEST_SHARD_STATUS_FILE"))
    if (std::FILE* f = std::fopen(status, "w")) std::fclose(f);
}

}  // namespace weir::verify::checker

#endif
