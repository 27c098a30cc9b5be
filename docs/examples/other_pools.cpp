// SPDX-License-Identifier: Apache-2.0
// One function, many pools, the program's pool, pools by name.
#include <weir/any_pool.hpp>
#include <weir/function_pool.hpp>
#include <weir/go.hpp>
#include <weir/light_pool.hpp>
#include <weir/multi_pool.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/registry.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace std::chrono_literals;

struct request {
  int number;
};

std::atomic<int> served{0};
void serve(request r) { served += r.number; }

void check(weir::post_result r) {
  if (r != weir::post_result::accepted) std::abort();
}

int load(weir::any_pool pool) {
  static_cast<void>(pool.post([] { served += 6; }));
  pool.wait_idle();
  return pool.submit([] { return 7; }).get();
}

int main() {
  weir::function_pool server(serve, {.capacity = 2});
  check(server.post(request{1}));

  auto small = weir::make_function_pool<weir::queue::bounded<64>>(serve);
  check(small.post(request{2}));

  auto patient = weir::make_function_pool<weir::agents::light>([](request r) -> weir::coroutine<> {
    co_await weir::sleep_for(1ms);
    served += r.number;
  });
  check(patient.post_bulk(std::vector{request{3}, request{4}}).last);

  weir::function_pool doubled([](int n) { return 2 * n; });
  auto fourteen = doubled.submit(7);
  auto others = doubled.submit_bulk(std::vector{8, 9});
  const int sum = fourteen.get() + others[0].get() + others[1].get();

  weir::multi_pool<weir::thread_pool, weir::balance::least_loaded> shards(4, {.capacity = 1});
  check(shards.post([] { served += 3; }));

  check(weir::go([] { served += 4; }));

  auto io = weir::registry::global().add<weir::pool<weir::queue::bounded<64>>>("io", {.capacity = 2});
  check(io->post([] { served += 5; }));
  auto found = weir::registry::global().get<weir::pool<weir::queue::bounded<64>>>("io");

  const int answer = load(shards) + load(weir::registry::global().get_any("io"));

  server.wait_idle();
  small.wait_idle();
  patient.wait_idle();
  shards.wait_idle();
  weir::default_pool().wait_idle();
  found->wait_idle();
  std::printf("%d\n", served.load());
  return served == 34 && answer == 14 && sum == 48 ? 0 : 1;
}
