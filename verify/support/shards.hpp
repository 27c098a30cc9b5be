// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SHARDS_HPP
#define WEIR_VERIFY_SUPPORT_SHARDS_HPP

#include <weir/verify/support/option_value.hpp>
#include <weir/verify/support/share.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace weir::verify::checker {

/// Bazel runs a test with shard_count as several processes; this is what one of them is to do.
inline share this_share() {
  const char* total = std::getenv("TEST_TOTAL_SHARDS");
  const char* index = std::getenv("TEST_SHARD_INDEX");
  if (total == nullptr || index == nullptr) return {};
  const auto all = whole_number(total, 1, 1'000'000);
  const auto mine = whole_number(index, 0, all.value_or(1) - 1);
  if (all && mine) return {*mine, *all};
  std::fprintf(stderr, "TEST_SHARD_INDEX=%s, TEST_TOTAL_SHARDS=%s: there is no such shard\n", index, total);
  std::exit(2);
}

/// Piece of work i belongs to one of the processes.
inline bool in_this_shard(std::uint64_t i) { return this_share().has(i); }

/// Tells Bazel that this program knows about shards.
inline void claim_sharding() {
  if (const char* status = std::getenv("TEST_SHARD_STATUS_FILE"))
    if (std::FILE* f = std::fopen(status, "w")) std::fclose(f);
}

}  // namespace weir::verify::checker

#endif
