// SPDX-License-Identifier: Apache-2.0
#ifndef PGZIP_PROGRESS_HPP
#define PGZIP_PROGRESS_HPP

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace pgzip {

/// One line on the terminal that says how far we are and how fast. Where standard error is no terminal, nothing at all.
class progress {
 public:
  explicit progress(bool wanted);
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  ~progress() { clear(); }

  /// `total` is the number of bytes to come, where that is known.
  void start(std::string name, std::optional<std::uint64_t> total);
  /// Draws the line again, but no more often than an eye can follow.
  void advance(std::uint64_t bytes);
  /// Wipes the line: before anything else is printed.
  void clear();

 private:
  using clock = std::chrono::steady_clock;
  void draw(clock::time_point now);

  bool shown_;
  bool drawn_ = false;
  std::string name_;
  std::optional<std::uint64_t> total_;
  std::uint64_t done_ = 0;
  clock::time_point started_;
  clock::time_point next_;
};

}  // namespace pgzip

#endif
