// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SUPPORT_COUNTED_ITEM_HPP
#define WEIR_VERIFY_SUPPORT_COUNTED_ITEM_HPP

#include <utility>

namespace weir::verify {

/// As move_only_item, for one thread; and `alive` is the number of items that are whole, not moved from.
class counted_item {
 public:
  static inline int alive = 0;

  counted_item() = default;
  explicit counted_item(int number) noexcept : number_(number) { alive += number != 0 ? 1 : 0; }
  counted_item(counted_item&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
  counted_item& operator=(counted_item&& other) noexcept {
    const int number = std::exchange(other.number_, 0);
    alive -= number_ != 0 ? 1 : 0;
    number_ = number;
    return *this;
  }
  ~counted_item() { alive -= number_ != 0 ? 1 : 0; }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_ = 0;
};

}  // namespace weir::verify

#endif
