// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace pgzip {
namespace {

constexpr auto between_drawings = std::chrono::milliseconds(100);
constexpr std::size_t bar_width = 30;
constexpr std::size_t name_width = 20;

}  // namespace

progress::progress(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) == 1) {}

void progress::start(std::string name, std::optional<std::uint64_t> total) {
  clear();
  if (name.size() > name_width) name = "..." + name.substr(name.size() - name_width + 3);
  name_ = std::move(name);
  total_ = total;
  done_ = 0;
  started_ = clock::now();
  next_ = started_ + between_drawings;
}

void progress::advance(std::uint64_t bytes) {
  done_ += bytes;
  if (!shown_) return;
  if (const auto now = clock::now(); now >= next_) draw(now);
}

void progress::draw(clock::time_point now) {
  next_ = now + between_drawings;
  drawn_ = true;
  const double megabytes = static_cast<double>(done_) / 1e6;
  const double rate = megabytes / std::chrono::duration<double>(now - started_).count();
  if (total_ && *total_ != 0) {
    const double part = std::min(1.0, static_cast<double>(done_) / static_cast<double>(*total_));
    std::string bar(static_cast<std::size_t>(part * bar_width), '#');
    bar.resize(bar_width, '-');
    std::fprintf(stderr, "\r\033[K%s [%s] %3.0f %% %.1f MB/s", name_.c_str(), bar.c_str(), 100 * part, rate);
  } else {
    std::fprintf(stderr, "\r\033[K%s %.1f MB %.1f MB/s", name_.c_str(), megabytes, rate);
  }
  std::fflush(stderr);
}

void progress::clear() {
  if (!std::exchange(drawn_, false)) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

}  // namespace pgzip
