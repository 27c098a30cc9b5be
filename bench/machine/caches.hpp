// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BENCH_MACHINE_CACHES_HPP
#define WEIR_BENCH_MACHINE_CACHES_HPP

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "bench/machine/costs.hpp"

namespace weir::bench::sim {

inline constexpr unsigned most_cores = 256;

/// Which core may use which cache line, and how long it waits for one: the protocol MESI with one queue for each line. A line that a core
/// has to itself moves to another one at the price of a transfer, and transfers of one line follow each other; copies of a line that is not
/// written are given out side by side.
class caches {
 public:
  static constexpr unsigned line_bytes = 64;
  static constexpr unsigned page_bytes = 4096;

  caches(const costs& prices, unsigned cores, unsigned cores_per_socket)
      : prices_(prices), cores_per_socket_(cores_per_socket), streams_(cores), stays_(cores) {}

  enum class use { read, own };

  /// How an access goes: from `now` on it waits `queued` for the line, and then `moved` until the line is here. For `held` of this time no other
  /// core gets the line.
  struct course {
    double queued = 0;
    double moved = 0;
    double held = 0;
    [[nodiscard]] double ready() const noexcept { return queued + moved; }
  };

  /// `core` uses the line of `address` from `now` on, and keeps it `keeps` longer once it has come.
  course access(unsigned core, std::uintptr_t address, use how, double now, double keeps = 0) {
    bool fresh_page = false;
    line& its = find(address, fresh_page);
    const bool mine = its.holders[core];
    const bool alone = mine && its.holders.count() == 1;
    if ((how == use::read ? mine : alone) || still_has(core, address, now)) {
      if (keeps > 0) its.free_at = std::max(its.free_at, now + keeps);
      return {.held = keeps};
    }
    course c;
    c.queued = std::max(0.0, its.free_at - now);
    c.moved = price(core, its, how) + (fresh_page ? prices_.page : 0);
    if (!fresh_page && foreseen(core, address)) c.moved = std::min(c.moved, prices_.streamed);
    if (how == use::own || its.written) {  // else it is one more copy
      c.held = c.moved + std::max(keeps, prices_.stay);
      its.free_at = now + c.queued + c.held;
      auto& latest = stays_[core];
      std::rotate(latest.begin(), latest.end() - 1, latest.end());
      latest.front() = {address / line_bytes, its.free_at};
    }
    if (how == use::own) its.holders.reset();
    its.holders.set(core);
    its.written = how == use::own;
    return c;
  }

 private:
  struct line {
    std::bitset<most_cores> holders;
    bool written = false;  ///< by the one holder, since it came from memory or from another core
    double free_at = 0;
  };
  using page = std::array<line, page_bytes / line_bytes>;

  line& find(std::uintptr_t address, bool& fresh_page) {
    const std::uintptr_t number = address / page_bytes;
    if (number != last_number_ || last_ == nullptr) {
      auto& known = pages_[number];
      fresh_page = known == nullptr;
      if (fresh_page) known = std::make_unique<page>();
      last_ = known.get();
      last_number_ = number;
    }
    return (*last_)[address / line_bytes % (page_bytes / line_bytes)];
  }

  [[nodiscard]] double price(unsigned core, const line& its, use how) const {
    if (its.holders.none()) return prices_.memory;
    bool near = false, far = false;
    for (unsigned other = 0; other != streams_.size(); ++other) {
      if (other == core || !its.holders[other]) continue;
      (other / cores_per_socket_ == core / cores_per_socket_ ? near : far) = true;
    }
    if (how == use::own || its.written) return far ? prices_.far_transfer : prices_.near_transfer;  // to the last one that gives it up
    return near ? prices_.near_copy : prices_.far_copy;
  }

  /// Another core has asked for the line, but it has come so lately that it is still here.
  [[nodiscard]] bool still_has(unsigned core, std::uintptr_t address, double now) const {
    return std::ranges::any_of(stays_[core], [&](const stay& s) { return s.line == address / line_bytes && now < s.until; });
  }

  /// The line follows one that the core missed before, a little further in the same page: a prefetcher has asked for it meanwhile.
  bool foreseen(unsigned core, std::uintptr_t address) {
    constexpr std::uintptr_t reach = 4;
    auto& ends = streams_[core];
    const std::uintptr_t number = address / line_bytes;
    for (std::uintptr_t& end : ends) {
      if (number > end && number - end <= reach && number / (page_bytes / line_bytes) == end / (page_bytes / line_bytes)) {
        end = number;
        return true;
      }
    }
    std::rotate(ends.begin(), ends.end() - 1, ends.end());
    ends.front() = number;
    return false;
  }

  struct stay {
    std::uintptr_t line = 0;
    double until = 0;
  };

  const costs& prices_;
  unsigned cores_per_socket_;
  std::vector<std::array<std::uintptr_t, 16>> streams_;  // of each core: the last lines of what it reads or writes in order
  std::vector<std::array<stay, 4>> stays_;  // of each core: the lines that came last
  std::unordered_map<std::uintptr_t, std::unique_ptr<page>> pages_;
  std::uintptr_t last_number_ = 0;
  page* last_ = nullptr;
};

}  // namespace weir::bench::sim

#endif
