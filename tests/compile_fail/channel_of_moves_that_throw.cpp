// SPDX-License-Identifier: Apache-2.0
// expect: weir: a channel moves its items under its lock, so T.s move constructor must be noexcept; send a std::unique_ptr<T>
#include <weir/channel.hpp>

struct heavy {
  heavy() = default;
  heavy(const heavy&) {}
};
weir::channel<heavy, 2> c;
