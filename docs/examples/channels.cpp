// SPDX-License-Identifier: Apache-2.0
// Thousands of tasks that wait for each other, on two threads: in a channel, for one of a few connections, and for a lock.
#include <weir/async_mutex.hpp>
#include <weir/async_semaphore.hpp>
#include <weir/channel.hpp>
#include <weir/light_pool.hpp>

#include <chrono>
#include <cstdio>
#include <stop_token>

namespace {

using namespace std::chrono_literals;

using numbers = weir::channel<int, 16>;

/// Each stage closes what it reads and what it writes when it ends, also by an exception: the stages beside it must not wait for ever.
struct closes {
  numbers& ended;
  ~closes() { ended.close(); }
};

weir::coroutine<> count_to(int last, numbers& out) {
  const closes at_the_end{out};
  for (int n = 1; n <= last; ++n) {
    const bool sent = co_await out.send(int(n));
    if (!sent) co_return;  // it is closed
  }
}

weir::coroutine<> double_each(numbers& in, numbers& out) {
  const closes input{in}, output{out};
  while (const auto n = co_await in.receive()) {  // nothing: it is closed and empty
    const bool sent = co_await out.send(2 * *n);
    if (!sent) co_return;
  }
}

weir::coroutine<long> add_up(numbers& in) {
  const closes at_the_end{in};
  long sum = 0;
  while (const auto n = co_await in.receive()) sum += *n;
  co_return sum;
}

long add_up_in_a_thread(numbers& in) {
  long sum = 0;
  while (const auto n = in.receive().wait()) sum += *n;
  return sum;
}

weir::coroutine<bool> ask_server(weir::async_semaphore& connections, std::stop_token end) {
  const bool has_one = co_await connections.acquire(end);
  if (!has_one) co_return false;  // `end` was asked to stop
  co_await weir::sleep_for(1ms);  // the answer takes a while
  connections.release();
  co_return true;
}

weir::coroutine<> deposit(weir::async_mutex& account, int& balance) {
  const auto held = co_await account.lock();
  const int before = balance;
  co_await weir::yield();  // others run, and wait for the lock
  balance = before + 1;
}

}  // namespace

int main() {
  weir::light_pool<> pool({.capacity = 2'000, .carriers = 2});

  numbers counted, doubled;
  auto sum = pool.submit([&] { return add_up(doubled); });
  auto doubles = pool.submit([&] { return double_each(counted, doubled); });
  pool.submit([&] { return count_to(1000, counted); }).get();
  doubles.get();

  numbers for_this_thread;
  auto counts = pool.submit([&] { return count_to(1000, for_this_thread); });
  const bool both = add_up_in_a_thread(for_this_thread) == 500500;
  counts.get();

  weir::async_semaphore connections(10);
  std::stop_source end;
  auto asked = pool.submit([&] { return ask_server(connections, end.get_token()); });

  weir::async_mutex account;
  int balance = 0;
  for (int n = 0; n != 1000; ++n)
    if (pool.post([&] { return deposit(account, balance); }) != weir::post_result::accepted) return 1;
  pool.wait_idle();

  std::printf("sum %ld, balance %d\n", sum.get(), balance);
  return both && balance == 1000 && asked.get() ? 0 : 1;
}
