// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_MAPPINGS_HPP
#define WEIR_VERIFY_CHECK_MAPPINGS_HPP

#include <weir/verify/check/lifetime.hpp>
#include <weir/verify/check/pages.hpp>
#include <weir/verify/check/region.hpp>
#include <weir/verify/check/system_call.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace weir::verify::checked {

/// What an execution has mapped: at addresses that depend on the calls alone, and none is used twice. All of it is unmapped before the next one.
class mappings {
 public:
  void begin() {
    if (next_ != maps_begin) system_call(SYS_munmap, maps_begin, next_ - maps_begin);
    next_ = maps_begin;
    for (const part& p : elsewhere_) system_call(SYS_munmap, p.begin, p.end - p.begin);
    for (const part& p : protected_) system_call(SYS_mprotect, p.begin, p.end - p.begin, PROT_READ | PROT_WRITE);
    elsewhere_.clear();
    protected_.clear();
  }

  long map(execution& e, std::uintptr_t at, std::size_t size, int protection, int flags, int file, long offset) {
    const std::size_t whole = whole_pages(size);
    if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_32BIT)) == 0 && size != 0 && whole < impossible) {
      at = take(e, whole);
      flags |= MAP_FIXED;
    }
    if ((flags & MAP_FIXED) != 0) refuse_unless_free(e, at);
    const long memory = system_call(SYS_mmap, at, size, protection, flags, file, offset);
    if (memory == -1) return memory;
    const auto begin = static_cast<std::uintptr_t>(memory);
    if (has(begin))
      make_region_new(e, begin, whole);
    else
      elsewhere_.push_back({begin, begin + whole});
    return memory;
  }

  long unmap(execution& e, std::uintptr_t a, std::size_t size, std::uintptr_t pc) {
    const std::size_t whole = whole_pages(size);
    if (a % page_bytes != 0 || whole == 0 || whole >= impossible) return system_call(SYS_munmap, a, size);
    if (has(a))
      end_region(e, a, std::min(whole, region_end - a), pc);
    else if (!remove(elsewhere_, {a, a + whole}))
      e.fail(failure::kind::refused, 0, "the program unmaps memory that this execution has not mapped");
    return system_call(SYS_munmap, a, size);
  }

  long remap(execution& e, std::uintptr_t a, std::size_t size, std::size_t wanted, int flags, std::uintptr_t to, std::uintptr_t pc) {
    const std::size_t whole = whole_pages(size);
    const std::size_t larger = whole_pages(wanted);
    if (!has(a)) e.fail(failure::kind::refused, 0, "the program calls mremap for memory that this execution has not mapped");
    if ((flags & MREMAP_FIXED) == 0 && larger <= whole) {
      if (larger < whole && larger != 0) end_region(e, a + larger, whole - larger, pc);
      return system_call(SYS_mremap, a, size, wanted, flags, to);
    }
    if ((flags & MREMAP_MAYMOVE) == 0 || larger >= impossible) {
      errno = ENOMEM;
      return -1;
    }
    if ((flags & MREMAP_FIXED) == 0) to = take(e, larger);
    refuse_unless_free(e, to);
    const long memory = system_call(SYS_mremap, a, size, wanted, flags | MREMAP_FIXED, to);
    if (memory == -1) return memory;
    end_region(e, a, whole, pc);
    make_region_new(e, to, larger);
    if ((flags & MREMAP_DONTUNMAP) != 0) make_region_new(e, a, whole);
    return memory;
  }

  /// The heap and the variables are there for the next execution, too.
  void protect(execution& e, std::uintptr_t a, std::size_t size) {
    if (!has(a) && e.memory.is_in_same_place(a)) protected_.push_back({a, a + whole_pages(size)});
  }

  /// Calls `f(begin, end)` for what has been touched of the mappings that can be read.
  template <class F>
  void each_touched(F f) const {
    if (next_ == maps_begin && elsewhere_.empty()) return;
    std::FILE* const all = std::fopen("/proc/self/maps", "re");
    if (all == nullptr) return;
    std::vector<part> mine = elsewhere_;
    mine.push_back({maps_begin, next_});
    char line[512];
    while (std::fgets(line, sizeof line, all) != nullptr) {
      part p{};
      char access = '-';
      if (std::sscanf(line, "%lx-%lx %c", &p.begin, &p.end, &access) != 3 || access != 'r') continue;
      for (const part& m : mine)
        if (std::max(p.begin, m.begin) < std::min(p.end, m.end))
          checked::each_touched(std::max(p.begin, m.begin), std::min(p.end, m.end), f);
    }
    std::fclose(all);
  }

 private:
  struct part {
    std::uintptr_t begin;
    std::uintptr_t end;
  };
  static constexpr std::size_t impossible = std::size_t{1} << 46;  // for any system

  static std::size_t whole_pages(std::size_t size) {
    return size > impossible ? impossible : (size + page_bytes - 1) / page_bytes * page_bytes;
  }
  [[nodiscard]] bool has(std::uintptr_t a) const { return a - maps_begin < next_ - maps_begin; }

  /// The next free place. A page before it stays free: what goes too far faults.
  std::uintptr_t take(execution& e, std::size_t size) {
    const std::uintptr_t at = next_ + page_bytes;
    if (size > region_end - at)
      e.fail(failure::kind::refused, 0, "one execution maps more than the %zu GB that there are for it", maps_bytes >> 30);
    next_ = at + size;
    return at;
  }
  void refuse_unless_free(execution& e, std::uintptr_t a) const {
    if (!has(a) && e.memory.is_in_same_place(a))
      e.fail(failure::kind::refused, 0, "the program maps memory over its variables, its heap or a stack");
  }
  /// False if no part has any of it.
  static bool remove(std::vector<part>& all, part gone) {
    std::vector<part> left;
    bool had = false;
    for (const part& p : all) {
      const bool meets = std::max(p.begin, gone.begin) < std::min(p.end, gone.end);
      had = had || meets;
      if (!meets) left.push_back(p);
      if (meets && p.begin < gone.begin) left.push_back({p.begin, gone.begin});
      if (meets && p.end > gone.end) left.push_back({gone.end, p.end});
    }
    all.swap(left);
    return had;
  }

  std::uintptr_t next_ = maps_begin;
  std::vector<part> elsewhere_;  ///< where the program said, or the system
  std::vector<part> protected_;  ///< of the heap, stacks and variables
};

}  // namespace weir::verify::checked

#endif
