// SPDX-License-Identifier: Apache-2.0
// The first lines of programs that used tokio or Rayon.
#include <weir/algorithm/invoke.hpp>
#include <weir/algorithm/map.hpp>
#include <weir/algorithm/transform_reduce.hpp>
#include <weir/blocking_region.hpp>
#include <weir/cancellable_future.hpp>
#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/sleep.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>
#include <weir/timers.hpp>
#include <weir/when_all.hpp>
#include <weir/within.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

bool failed = false;
void expect(bool holds, const char* what) {
  if (!holds) std::printf("failed: %s\n", what);
  failed |= !holds;
}

std::string read_file() { return "text"; }
int search(const std::stop_token& asked) { return asked.stop_requested() ? 0 : 1; }

using blocking_pool = weir::pool<weir::expiry::after_idle>;

weir::coroutine<std::size_t> serve(blocking_pool& blocking, std::stop_token end) {
  auto text = blocking.submit(read_file);             // spawn_blocking
  const bool read = co_await weir::within(1s, text);  // timeout
  if (!read) co_return 0;                             // read_file runs on, as in tokio, and `text` can still be awaited
  const bool slept = co_await weir::sleep_for(1ms, end);
  if (!slept) co_return 0;  // the token was cancelled
  co_return text.get().size();
}

weir::coroutine<> until_cancelled(std::stop_token end) {
  co_await weir::sleep_for(std::chrono::hours::max(), end);  // token.cancelled()
}

weir::coroutine<int> first_of(weir::channel<int, 3>& results) {
  const auto first = co_await results.receive();
  co_return first.value_or(0);
}

void with_tokio() {
  weir::thread_pool runtime({.capacity = 4});                    // worker_threads(4)
  blocking_pool blocking({.capacity = 512, .idle_after = 10s});  // max_blocking_threads, thread_keep_alive

  std::stop_source token;                                            // CancellationToken::new()
  auto served = runtime.submit(serve(blocking, token.get_token()));  // spawn
  const std::size_t bytes = served.get();                            // block_on
  token.request_stop();                                              // token.cancel()
  expect(bytes == 4, "serve");
  runtime.submit(until_cancelled(token.get_token())).get();

  const auto tick = weir::post_every(runtime, weir::every{.period = 1s, .first = 0s}, [] { std::puts("tick"); });  // interval

  auto found = weir::submit_cancellable(runtime, [](std::stop_token asked) { return search(asked); });
  found.cancel();  // abort

  std::vector<weir::future<int>> set;  // JoinSet
  for (int n = 1; n <= 3; ++n) set.push_back(runtime.submit([n] { return n; }));
  const std::vector<int> all = weir::when_all(std::move(set)).get();  // join_all
  expect(all.size() == 3, "join_all");

  weir::channel<int, 3> results;
  for (int n = 1; n <= 3; ++n) static_cast<void>(runtime.post([&results, n] { static_cast<void>(results.try_send(int(n))); }));
  expect(runtime.submit(first_of(results)).get() != 0, "join_next");

  expect(runtime.run([&] { return weir::blocking_region(runtime, read_file); }) == "text", "block_in_place");

  runtime.shutdown();
  if (!runtime.join_for(1s)) std::puts("tasks are left");  // shutdown_timeout
}

long fib(auto& where, int n) {
  if (n < 2) return n;
  auto [a, b] = weir::invoke(
      where, [n](auto& here) { return fib(here, n - 1); }, [n](auto& here) { return fib(here, n - 2); });
  return a + b;
}

void with_rayon() {
  weir::thread_pool p({.capacity = 3});  // num_threads(4): the caller works too
  expect(fib(p, 20) == 6765, "join");

  std::atomic<int> seen = 0;
  weir::task_group scope(p, {.goes_on = true});  // scope
  scope.run([&] {  // s.spawn
    ++seen;
    scope.run([&] { ++seen; });
  });
  scope.wait();
  expect(seen == 2, "scope");

  const std::vector<long> v(1000, 2);
  const auto square = [](long x) { return x * x; };
  const long sum = weir::transform_reduce(p, v, 0L, std::plus<>(), square);  // par_iter().map(square).sum()
  const std::vector<long> squares = weir::map(p, v, square);                 // par_iter().map(square).collect()
  expect(sum == 4000 && squares[999] == 4, "par_iter");
  expect(p.run([] { return 42; }) == 42, "install");
}

}  // namespace

int main() {
  with_tokio();
  with_rayon();
  return failed ? 1 : 0;
}
