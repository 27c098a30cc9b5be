// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_SUPPORT_CHANNEL_TASKS_HPP
#define TESTS_SUPPORT_CHANNEL_TASKS_HPP

#include <weir/coroutine.hpp>

#include <stop_token>
#include <utility>

namespace weir::tests {

/// On the one carrier of its pool: returns when every task posted before has gone as far as it can.
template <class Pool>
void let_them_go(Pool& p) {
  p.submit([] {}).get();
}

template <class Channel>
coroutine<bool> sends(Channel& c, int n, std::stop_token token = {}) {
  co_return co_await c.send(std::move(n), std::move(token));
}
template <class Channel>
coroutine<int> receives(Channel& c, std::stop_token token = {}) {
  const auto n = co_await c.receive(std::move(token));
  co_return n.value_or(-1);
}

}  // namespace weir::tests

#endif
