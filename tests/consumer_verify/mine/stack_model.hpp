// SPDX-License-Identifier: Apache-2.0
#ifndef MINE_STACK_MODEL_HPP
#define MINE_STACK_MODEL_HPP

#include <weir/verify/model/item.hpp>

#include <optional>
#include <vector>

namespace mine {

/// The newest item goes first.
struct stack_model {
  static constexpr bool strict = true;

  void push(weir::verify::model_item item) { items.push_back(item); }
  std::optional<weir::verify::model_item> pop() {
    if (items.empty()) return std::nullopt;
    const weir::verify::model_item newest = items.back();
    items.pop_back();
    return newest;
  }
  bool operator==(const stack_model&) const = default;

  std::vector<weir::verify::model_item> items;
};

}  // namespace mine

#endif
