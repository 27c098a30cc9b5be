// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_CHECK_ENDED_MEMORY_HPP
#define WEIR_VERIFY_CHECK_ENDED_MEMORY_HPP

#include <weir/verify/check/shadow.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace weir::verify::checked {

/// Large parts of memory that an execution has given back: what is known of each of their words, if the execution has not touched it before.
class ended_memory {
 public:
  void begin() { all_.clear(); }
  void add(std::uintptr_t begin, std::uintptr_t end, const record& ended) { all_.insert(first_behind(begin), {begin, end, ended}); }
  /// What lies there is in use again.
  void remove(std::uintptr_t begin, std::uintptr_t end) {
    auto i = first_behind(begin);
    if (i != all_.begin() && (i - 1)->end > begin) --i;
    while (i != all_.end() && i->begin < end) {
      const part whole = *i;
      i = all_.erase(i);
      if (whole.begin < begin) i = all_.insert(i, {whole.begin, begin, whole.ended}) + 1;
      if (whole.end > end) i = all_.insert(i, {end, whole.end, whole.ended}) + 1;
    }
  }
  /// Nothing if this is no such part.
  [[nodiscard]] const record* find(std::uintptr_t a) {
    if (all_.empty()) return nullptr;
    const auto behind = first_behind(a);
    return behind != all_.begin() && a < (behind - 1)->end ? &(behind - 1)->ended : nullptr;
  }

 private:
  struct part {
    std::uintptr_t begin;
    std::uintptr_t end;
    record ended;
  };
  std::vector<part>::iterator first_behind(std::uintptr_t a) {
    return std::upper_bound(all_.begin(), all_.end(), a, [](std::uintptr_t x, const part& p) { return x < p.begin; });
  }
  std::vector<part> all_;  // by address
};

}  // namespace weir::verify::checked

#endif
