// SPDX-License-Identifier: Apache-2.0
#ifndef MINE_RING_MODEL_HPP
#define MINE_RING_MODEL_HPP

#include <weir/verify/model/item.hpp>

#include <deque>
#include <optional>

namespace mine {

/// What ring<2> promises. Its lock makes each call one step, so it is held to that without allowances.
struct ring_model {
  static constexpr bool strict = true;

  bool push(weir::verify::model_item item) {
    if (items.size() == 2) return false;
    items.push_back(item);
    return true;
  }
  std::optional<weir::verify::model_item> pop() {
    if (items.empty()) return std::nullopt;
    const weir::verify::model_item oldest = items.front();
    items.pop_front();
    return oldest;
  }
  bool operator==(const ring_model&) const = default;

  std::deque<weir::verify::model_item> items;
};

}  // namespace mine

#endif
