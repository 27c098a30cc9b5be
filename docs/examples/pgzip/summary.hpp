// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_SUMMARY_HPP
#define PGZIP_SUMMARY_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace pgzip {

/// What was done, counted.
struct tally {
  std::uint64_t streams = 0;
  std::uint64_t blocks = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t peak_workers = 0;  ///< the most threads that the pool had
  std::uint64_t peak_queue = 0;    ///< the most blocks that waited for a worker

  tally& operator+=(const tally& other) noexcept;
};

/// A few lines for the end.
std::string summary(const tally& done, std::chrono::duration<double> time, std::size_t queue_room);

}  // namespace pgzip

#endif
