// SPDX-License-Identifier: Apache-2.0
// The first lines of programs that used Java's executors, BS::thread_pool, dp::thread_pool, Asio, oneTBB or folly.
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/expiry/after_idle.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/growth/prestart.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/panic/log_and_continue.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/stealing.hpp>
#include <weir/presets/cached.hpp>
#include <weir/presets/fixed.hpp>
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <vector>

using namespace std::chrono_literals;

namespace {

void work() {}
int add(int a, int b) { return a + b; }

void with_java(std::size_t n) {
  // new ThreadPoolExecutor(2, 8, 60, SECONDS, new ArrayBlockingQueue<>(n), new CallerRunsPolicy())
  using executor = weir::pool<weir::queue::bounded<>, weir::growth::on_backlog<>, weir::blocking::caller_runs, weir::expiry::after_idle>;
  executor p{{.capacity = 8, .queue_limit = n, .min_workers = 2, .idle_after = 60s}};
  static_cast<void>(p.post(work));  // execute
  auto answer = p.submit([] { return 42; });
  std::printf("%d\n", answer.get());
  p.shutdown();
  if (!p.join_for(10s)) {         // awaitTermination
    auto not_started = p.stop();  // shutdownNow
  }
}

void with_cached() {
  weir::presets::cached<> p{{.idle_after = 60s}};  // newCachedThreadPool
  static_cast<void>(p.post(work));
}

void with_bs() {
  weir::presets::fixed<> p{{.capacity = 4, .on_start = [] { /* the init function */ }}};
  static_cast<void>(p.post(work));             // detach_task
  auto answer = p.submit([] { return 42; });   // submit_task
  p.wait_idle();                               // wait; any number of threads may
  if (!p.wait_idle_for(1s)) std::puts("not yet");
  {
    const auto paused = p.pause();  // pause and unpause
  }
  auto purged = p.purge();  // these tasks are yours
  std::printf("%d\n", answer.get());
}

void with_dp() {
  weir::pool<weir::queue::stealing, weir::growth::prestart, weir::panic::ignore> p{{.capacity = 4}};
  static_cast<void>(p.post(std::bind_front(add, 1, 2)));  // enqueue_detach(add, 1, 2)
  auto three = p.submit(std::bind_front(add, 1, 2));      // enqueue(add, 1, 2)
  p.wait_idle();                                          // wait_for_tasks
  const std::size_t cleared = p.purge().size();           // clear_tasks
  std::printf("%d, %zu cleared\n", three.get(), cleared);
}

void with_asio() {
  weir::pool<weir::growth::prestart> p{{.capacity = 4}};
  static_cast<void>(p.post(work));            // asio::post(p, work)
  p.run([] {});                               // asio::post(p, use_future(f)).get()
  for (weir::task& left : p.stop()) left();   // stop(), which drops them there
  p.join();
}

void with_tbb() {
  weir::thread_pool p;
  std::vector<int> squares(100);
  weir::task_group g(p);
  for (int n = 0; n < 100; ++n) g.run([&squares, n] { squares[static_cast<std::size_t>(n)] = n * n; });
  g.wait();  // works on these tasks itself, and on no others
}

void with_folly() {
  weir::pool<weir::expiry::after_idle, weir::panic::log_and_continue> p{{.capacity = 8, .min_workers = 2, .name = "cpu"}};
  static_cast<void>(p.post(work));  // add
  p.shutdown();
  p.join();  // join
}

}  // namespace

int main() {
  with_java(1000);
  with_cached();
  with_bs();
  with_dp();
  with_asio();
  with_tbb();
  with_folly();
}
