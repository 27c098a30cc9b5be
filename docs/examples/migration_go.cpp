// SPDX-License-Identifier: Apache-2.0
// The first lines of programs that used ants, gopool, workerpool, violin or fasthttp's pool.
#include <weir/go.hpp>
#include <weir/policies/blocking/wait_at_most.hpp>
#include <weir/policies/expiry/never.hpp>
#include <weir/policies/panic/call.hpp>
#include <weir/presets/ants.hpp>
#include <weir/presets/fasthttp.hpp>
#include <weir/presets/gopool.hpp>
#include <weir/presets/violin.hpp>
#include <weir/presets/workerpool.hpp>
#include <weir/task_group.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
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

}  // namespace

int main() {
  with_ants();
  with_ants_and_options();
  with_gopool();
  with_default_pools();
  with_workerpool();
  with_violin();
  with_fasthttp();
}
