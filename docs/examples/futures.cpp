// SPDX-License-Identifier: Apache-2.0
// Futures: cancelled, continued, joined, shared.
#include <weir/cancellable_future.hpp>
#include <weir/coroutine.hpp>
#include <weir/shared_future.hpp>
#include <weir/submit_until.hpp>
#include <weir/then.hpp>
#include <weir/thread_pool.hpp>
#include <weir/when_all.hpp>
#include <weir/when_any.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace std::chrono_literals;

int search(const std::stop_token& asked) {
  int looked_at = 0;
  while (!asked.stop_requested() && looked_at != 1000) ++looked_at;
  return looked_at;
}

int fibonacci(weir::thread_pool& pool, int n) {
  if (n < 2) return n;
  auto first = weir::submit_cancellable(pool, [&pool, n] { return fibonacci(pool, n - 1); });
  const int second = fibonacci(pool, n - 2);
  return first.help_and_get() + second;
}

std::string fetch(int page) { return std::string(static_cast<std::size_t>(page), 'x'); }

weir::coroutine<std::size_t> length(weir::shared_future<std::string> page) {
  const std::string& text = co_await page;
  co_return text.size();
}

}  // namespace

int main() {
  weir::thread_pool pool;

  auto found = weir::submit_cancellable(pool, [](std::stop_token asked) { return search(asked); });
  if (found.cancel()) std::puts("it had not begun");
  try {
    std::printf("it looked at %d\n", found.get());
  } catch (const weir::not_run& why) {
    std::printf("%s\n", weir::to_string(why.reason()));  // cancelled
  }

  std::printf("%d\n", pool.run([&] { return fibonacci(pool, 12); }));

  auto thumbnail = weir::submit_for(pool, 50ms, [] { return fetch(5); });
  if (thumbnail.wait_for(200ms)) std::printf("%zu bytes\n", thumbnail.get().size());

  weir::thread_pool parsing;
  auto words = weir::then(pool.submit([] { return fetch(1); }), parsing, [](std::string page) { return page.size(); });
  auto told = weir::then(std::move(words), parsing, [](weir::future<std::size_t> size) {
    try {
      return std::to_string(size.get());
    } catch (const std::exception& e) {
      return std::string(e.what());
    }
  });
  std::printf("%s\n", told.get().c_str());

  auto [page, number] = weir::when_all(pool.submit([] { return fetch(2); }), pool.submit([] { return 2; })).get();
  std::vector<weir::future<std::string>> pages;
  for (int n = 0; n < 10; ++n) pages.push_back(pool.submit([n] { return fetch(n); }));
  const std::vector<std::string> all = weir::when_all(std::move(pages)).get();

  auto here = weir::submit_cancellable(pool, [] { return fetch(3); });
  auto there = weir::submit_cancellable(pool, [] { return fetch(3); });
  const auto other = there.canceller();
  auto first = weir::when_any(std::move(here), std::move(there)).get();
  if (first.index() == 0) other.cancel();

  const weir::shared_future<std::string> many = pool.submit([] { return fetch(4); });
  auto asks = pool.submit(length(many));
  auto length_of_it = weir::then(many, parsing, [](const std::string& text) { return text.size(); });
  auto first_of_it = weir::then(many, parsing, [](const std::string& text) { return text.front(); });
  if (length_of_it.get() != 4 || first_of_it.get() != 'x') return 1;
  if (pool.submit(std::bind_front(fetch, 5)).get().size() != 5) return 1;  // arguments for the callable
  if (many.get().size() != asks.get()) return 1;
  return page.size() == 2 && number == 2 && all.size() == 10 ? 0 : 1;
}
