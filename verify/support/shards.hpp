// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_SHARDS_HPP
#define WEIR_VERIFY_SUPPORT_SHARDS_HPP

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace weir::verify::checker {

/// Bazel runs a test with shard_count as several processes; piece of work i belongs to one of them.
inline bool in_this_shard(std::size_t i) {
  const char* total = std::getenv("TEST_TOTAL_SHARDS");
  const char* index = std::getenv("TEST_SHARD_INDEX");
  if (total == nullptr || index == nullptr || std::atoi(total) <= 1) return true;
  return i % static_cast<std::size_t>(std::atoi(total)) == static_cast<std::size_t>(std::atoi(index));
}

/// Tells Bazel that this program knows about shards.
inline void claim_sharding() {
  if (const char* status = std::getenv("TEST_SHARD_STATUS_FILE"))
    if (std::FILE* f = std::fopen(status, "w")) std::fclose(f);
}

}  // namespace weir::verify::checker

#endif
