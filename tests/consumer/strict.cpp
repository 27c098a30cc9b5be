// SPDX-License-Identifier: Apache-2.0
// A user's program that uses weir's templates widely, to be compiled with many warnings, without RTTI and with sanitizers. One of its tasks ends
// its thread with pthread_exit, which a sanitizer must not take for a mistake of the pool's.
#include <weir/weir.hpp>

#include <pthread.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

using weir::post_result;

struct into_nothing {
  void operator()(std::exception_ptr, const weir::context_view&) const {}
};

template <class Pool>
std::size_t use(Pool& p) {
  std::size_t good = 0;
  std::stop_source stop;
  good += p.post([] {}, stop.get_token(), weir::context(1)) == post_result::accepted;
  p.wait_idle();
  good += p.try_post([] {}) == post_result::accepted;
  p.wait_idle();
  std::vector<weir::task> many;
  many.emplace_back([] {});
  good += p.post_bulk(std::move(many)).accepted;
  p.wait_idle();
  good += p.run([] { return std::size_t{1}; });
  std::string text(100, 'x');
  good += p.submit([text = std::move(text)] { return text.size(); }).get() == 100;
  {
    weir::task_group group(p);
    group.run([&good] { ++good; });
    static_cast<void>(group.wait());
  }
  p.pause().resume();
  p.resize(0, 3);
  good += p.wait_idle_for(1h);
  good += p.purge().empty();
  good += p.stats().queued == 0;
  static_cast<void>(p.stop());
  good += p.join_for(1h);
  good += p.restart();
  p.shutdown();
  p.join();
  return good;
}
constexpr std::size_t all_of_use = 11;

template <class... Policies>
std::size_t used() {
  weir::pool<Policies...> p{{.capacity = 2}};
  return use(p);
}

weir::coroutine<int> waits(weir::channel<int>& numbers, weir::async_mutex& mutex) {
  co_await weir::sleep_for(1ms);
  co_await weir::yield();
  const auto held = co_await mutex.lock();
  const std::optional<int> n = co_await numbers.receive();
  co_return n.value_or(0);
}

weir::coroutine<int> in_both(weir::thread_pool& pool) {
  weir::channel<int> numbers;
  weir::async_mutex mutex;
  auto received = pool.submit(waits(numbers, mutex));
  const bool sent = co_await numbers.send(7);
  const auto there = co_await pool.schedule();
  auto nothing = [] {};
  const auto posted = co_await pool.async_post(std::move(nothing));
  weir::task_group group(pool);
  co_await group.finish();
  const int n = co_await received;
  co_return sent&& there == post_result::accepted&& posted == post_result::accepted ? n : 0;
}

void times(weir::thread_pool& pool, std::size_t& good) {
  good += weir::post_after(pool, 1ms, [] {}) == post_result::accepted;
  auto tick = weir::post_every(pool, 1ms, [] {});
  tick.stop();
  tick.wait();
  pool.wait_idle();
}

}  // namespace

int main() {
  namespace w = weir;
  std::size_t good = use(*std::make_unique<w::thread_pool>(w::options{.capacity = 2}));
  good += used<w::queue::keyed, w::observer::trace, w::panic::call<into_nothing>, w::expiry::after_idle>();
  good += used<w::queue::none, w::parking::park, w::panic::rethrow_at_wait, w::growth::prestart>();
  {
    w::light_pool<w::queue::bounded<64>> light({.capacity = 10, .carriers = 2});
    good += use(light);
  }

  w::thread_pool pool({.capacity = 2});
  static_cast<void>(pool.post([] { pthread_exit(nullptr); }));
  pool.wait_idle();
  good += pool.submit(in_both(pool)).get() == 7;
  times(pool, good);

  int called = 0;
  {
    w::function_pool calls([&called](int n) { called += n; }, {.capacity = 1});
    static_cast<void>(calls.post(2));
  }
  w::multi_pool<w::thread_pool> several(2, {.capacity = 1});
  good += several.submit([] { return std::size_t{1}; }).get();
  w::registry names;
  names.add("a", {.capacity = 1})->wait_idle();
  good += names.get("a") != nullptr;

  constexpr std::size_t expected = 4 * all_of_use + 1 + 1 + 1 + 1;
  std::printf("%zu of %zu\n", good, expected);
  return good == expected && called == 2 ? 0 : 1;
}
