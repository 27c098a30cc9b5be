// SPDX-License-Identifier: Apache-2.0
// The first lines of programs that used ants, gopool, workerpool, violin, fasthttp's pool, conc or tunny.
#include <weir/cancellable_future.hpp>
#include <weir/channel.hpp>
#include <weir/coroutine.hpp>
#include <weir/function_pool.hpp>
#include <weir/future.hpp>
#include <weir/go.hpp>
#include <weir/group_errors.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/presets/ants.hpp>
#include <weir/presets/fasthttp.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/presets/violin.hpp>
#include <weir/presets/workerpool.hpp>
#include <weir/task_group.hpp>
#include <weir/this_task.hpp>
#include <weir/thread_pool.hpp>

#include <any>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

using namespace std::chrono_literals;

namespace {

std::atomic<int> done{0};
void work() { ++done; }

void with_ants() {
  weir::presets::ants<> p{{.capacity = 100}};  // an idle worker retires after 1 s, as in ants
  if (p.post(work) != weir::post_result::accepted) std::puts("ErrPoolClosed");
  p.resize(0, 200);  // Tune
  p.shutdown();      // ReleaseTimeout
  if (!p.join_for(3s)) std::puts("ErrTimeout");
  p.restart();  // Reboot, after the pool has ended
}

void with_ants_and_options() {
  // WithMaxBlockingTasks(64), WithDisablePurge(true)
  using pool = weir::presets::ants<weir::blocking::wait_at_most<64>, weir::expiry::never>;
  pool p;  // NewPool(-1)
  const weir::stats s = p.stats();
  std::printf("Running %zu, Waiting %zu\n", std::size_t{s.workers}, std::size_t{s.waiting});
}

struct print_request {
  void operator()(std::exception_ptr, const weir::context_view& ctx) const {
    if (const auto* id = ctx.get<std::string>()) std::printf("request %s panicked\n", id->c_str());
  }
};

void with_gopool() {
  weir::presets::gopool<1, weir::panic::call<print_request>> p{{.capacity = 10'000, .name = "rpc"}};
  static_cast<void>(p.post([] { throw 1; }, weir::context(std::string("17"))));  // CtxGo

  std::stop_source request;
  static_cast<void>(p.post(work, request.get_token()));  // not run if stopped before its turn
}

void with_default_pools() {
  static_cast<void>(weir::go<weir::presets::gopool<>>(work));  // gopool.Go: 10 000 workers at most, and a panic is logged
  static_cast<void>(weir::go<weir::presets::ants<>>(work));    // ants.Submit
}

void with_workerpool() {
  weir::presets::workerpool<> p{{.capacity = 4}};
  static_cast<void>(p.post(work));          // Submit, Do
  const int sum = p.run([] { return 42; });  // SubmitWait
  {
    const auto paused = p.pause();  // Pause, until the guard is gone
  }
  for (weir::task& left : p.stop()) left();  // Stop; what had not started is yours
  p.join();
  std::printf("%d\n", sum);
}

void with_violin() {
  weir::presets::violin<> p{{.capacity = 8, .min_workers = 2}};
  std::vector<std::function<void()>> channel(10, work);
  static_cast<void>(p.post_bulk(channel));  // Consume

  weir::task_group consumed(p);  // ConsumeWait
  for (const auto& each : channel) consumed.run(each);
  consumed.wait();
}

void with_fasthttp() {
  weir::presets::fasthttp<> p{{.capacity = 256}};
  int connection = 7;
  const bool served = p.post([connection] { std::printf("hello, %d\n", connection); }) == weir::post_result::accepted;
  if (!served) std::puts("503");
}

void with_conc() {
  weir::thread_pool p({.capacity = 4});
  weir::task_group pages(p);  // pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
  const auto fetch = [&pages] {
    if (!pages.is_cancelling()) work();  // ctx.Err() == nil
  };
  for (int n = 0; n < 10; ++n) pages.run(fetch);  // Go
  pages.wait();                                   // Wait, which throws the first error
}

void with_conc_errors() {
  weir::thread_pool p({.capacity = 4});
  const auto odd = [](int n) { return n % 2 != 0 ? n : throw std::runtime_error("even"); };
  weir::task_group all(p, {.goes_on = true});  // pool.New().WithErrors()
  for (int n = 0; n < 10; ++n) all.run(std::bind_front(odd, n));
  try {
    all.wait();
  } catch (const weir::group_errors& e) {
    std::printf("%zu errors\n", e.errors().size());
  }
}

using results = weir::channel<weir::future<std::string>, 8>;

weir::coroutine<> print_in_order(results& in) {
  while (auto page = co_await in.receive()) {
    const std::string text = co_await *page;
    std::puts(text.c_str());  // the callback
  }
}

void with_conc_stream() {
  weir::thread_pool p({.capacity = 4});
  results pages;  // stream.New().WithMaxGoroutines(8)
  auto printed = p.submit(print_in_order(pages));
  for (int n = 0; n < 20; ++n) {
    const bool sent = pages.send(p.submit([n] { return "page " + std::to_string(n); })).wait();  // Go
    if (!sent) break;
  }
  pages.close();
  printed.get();  // Wait
}

struct connection {
  int requests = 0;
};

void with_tunny() {
  weir::function_pool squares([](int n) { return n * n; }, {.capacity = 4});  // NewFunc(4, f)
  const int nine = squares.submit(3).get();                                   // Process

  weir::thread_pool p({.capacity = 4, .worker_state = [] { return std::any(connection{}); }});  // New(4, ctor)
  auto answer = weir::submit_cancellable(p, [](std::stop_token interrupt) {
    auto* mine = weir::this_worker::state<connection>();
    return interrupt.stop_requested() || mine == nullptr ? 0 : ++mine->requests;
  });
  if (!answer.wait_for(1s)) answer.cancel();  // ProcessTimed
  p.resize(0, 8);                             // SetSize(8)
  std::printf("%d\n", nine);
}

}  // namespace

int main() {
  with_ants();
  with_ants_and_options();
  with_gopool();
  with_default_pools();
  with_workerpool();
  with_violin();
  with_fasthttp();
  with_conc();
  with_conc_errors();
  with_conc_stream();
  with_tunny();
}
