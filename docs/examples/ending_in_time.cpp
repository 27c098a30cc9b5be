// SPDX-License-Identifier: Apache-2.0
// A service that gets SIGTERM: what it has accepted still runs, for a while at most; what has not begun by then is handed back, and what runs is asked
// to end.
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <pthread.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stop_token>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;

void serve(const std::stop_token& late) {
  while (!late.stop_requested()) std::this_thread::yield();  // a request that would take for ever
}

}  // namespace

int main() {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);  // before there are threads, which inherit it: the signal waits for sigwait()

  weir::pool<weir::queue::bounded<256>, weir::blocking::reject> pool({.capacity = 1});
  std::stop_source late;
  for (int n = 0; n != 11; ++n) {
    if (pool.post([token = late.get_token()] { serve(token); }) != weir::post_result::accepted) return 1;
  }

  pthread_kill(pthread_self(), SIGTERM);  // in a service it comes from outside
  int signal = 0;
  sigwait(&ends, &signal);

  pool.shutdown();  // refuses new tasks; what was accepted still runs
  std::vector<weir::task> left;
  if (!pool.join_for(20ms)) {
    left = pool.stop();  // what no worker has begun: answer its clients
    late.request_stop();  // tasks that look at the token end early
    if (!pool.join_for(10s)) std::_Exit(1);  // one never ends, and the pool's destructor would wait for it
  }
  std::printf("%zu requests were not served\n", left.size());
  return left.empty() ? 1 : 0;
}
