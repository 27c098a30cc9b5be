// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_LEAKS_HPP
#define WEIR_VERIFY_CHECK_LEAKS_HPP

#include <weir/verify/check/pages.hpp>
#include <weir/verify/check/world.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace weir::verify::checked {

/// What an execution has allocated and lost: no variable, and no block that is reached from one, has its address. What is in use of the stacks of
/// threads that have not ended counts as variables; so does every word that looks like an address.
class leaks {
 public:
  explicit leaks(world& w) {
    the_heap.each_live([this](heap::block& b) { blocks_.push_back({address(b.data()), address(b.data()) + b.size, false}); });
    for (const variables::range& r : w.globals.ranges()) scan(r.begin, r.end);
    scan(heap_begin, the_heap.kept_end());
    w.maps.each_touched([this](std::uintptr_t begin, std::uintptr_t end) { scan(begin, end); });
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) scan(address(each), address(each + 1));
    for (unsigned t = 0; t != w.run.threads; ++t) {
      const strand& s = w.run.all[t];
      scan(s.flow.stack_end(), s.flow.end());
      scan(address(s.keys), address(std::end(s.keys)));
      if (s.state == strand::status::over) continue;
      scan(address(&s.argument), address(&s.argument) + sizeof s.argument);
      scan(address(&s.flow.registers()), address(&s.flow.registers()) + sizeof(jmp_buf));
      scan_stack(s.flow);
    }
    while (!found_.empty()) {
      const std::size_t i = found_.back();
      found_.pop_back();
      scan(blocks_[i].begin, blocks_[i].end);
    }
  }

  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(std::count_if(blocks_.begin(), blocks_.end(), lost)); }
  /// The first one in memory. There must be one.
  [[nodiscard]] std::uintptr_t first() const { return std::find_if(blocks_.begin(), blocks_.end(), lost)->begin; }
  [[nodiscard]] std::size_t size_of_first() const {
    const auto b = std::find_if(blocks_.begin(), blocks_.end(), lost);
    return b->end - b->begin;
  }

 private:
  struct span {
    std::uintptr_t begin;
    std::uintptr_t end;
    bool reached;
  };
  static bool lost(const span& s) { return !s.reached; }

  /// A thread may be on another stack, which the program has made: then all of its own counts, and the block that the other one is in.
  void scan_stack(const fiber& f) {
    const std::uintptr_t edge = f.stack_edge();
    if (edge - f.stack_begin() <= stack_bytes) return scan(edge, f.stack_end());
    each_touched(f.stack_begin(), f.stack_end(), [this](std::uintptr_t begin, std::uintptr_t end) { scan(begin, end); });
    reach(edge);
  }

  [[gnu::noinline]] void scan(std::uintptr_t from, std::uintptr_t to) {
    for (std::uintptr_t at = (from + 7) & ~std::uintptr_t{7}; at + 8 <= to; at += 8)
      if (const std::uintptr_t p = *reinterpret_cast<const std::uintptr_t*>(at); p - heap_begin < heap_bytes) reach(p);
  }
  /// That there is this address, which may be in the heap.
  [[gnu::noinline]] void reach(std::uintptr_t p) {
    auto b = std::upper_bound(blocks_.begin(), blocks_.end(), p, [](std::uintptr_t x, const span& s) { return x < s.begin; });
    if (b == blocks_.begin()) return;
    --b;
    if (b->reached || (p >= b->end && p != b->begin)) return;
    b->reached = true;
    found_.push_back(static_cast<std::size_t>(b - blocks_.begin()));
  }

  std::vector<span> blocks_;  // by address
  std::vector<std::size_t> found_;
};

}  // namespace weir::verify::checked

#endif
