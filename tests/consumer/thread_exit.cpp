// SPDX-License-Identifier: Apache-2.0
// Tasks that end their threads with pthread_exit, with a standard library for which there is no GoogleTest here. Prints what is wrong.
#include <weir/coroutine.hpp>
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/panic/ignore.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/pool.hpp>

#include <pthread.h>

#include <atomic>
#include <cstdio>
#include <latch>
#include <stdexcept>

namespace {

int wrong = 0;

void expect(bool right, const char* sentence) {
  if (right) return;
  ++wrong;
  std::printf("wrong: %s\n", sentence);
}

void workers_are_replaced() {
  weir::pool<weir::panic::ignore> pool{{.capacity = 2}};
  std::atomic<int> ran = 0;
  for (int n = 0; n != 20; ++n) {
    expect(pool.post([] { pthread_exit(nullptr); }) == weir::post_result::accepted, "a task that ends its thread is accepted");
    expect(pool.post([&] { ++ran; }) == weir::post_result::accepted, "the task after it is accepted");
    expect(pool.post([] { throw std::runtime_error("an ordinary exception"); }) == weir::post_result::accepted,
           "a task that throws is accepted");
  }
  auto never = pool.submit([] { pthread_exit(nullptr); });
  pool.wait_idle();
  expect(ran == 20, "the tasks between them all run");
  bool told = false;
  try {
    never.get();
  } catch (const weir::not_run&) {
    told = true;
  }
  expect(told, "the future of a task that ended its thread says not_run");
}

using callers = weir::pool<weir::queue::bounded<1>, weir::blocking::caller_runs>;

/// Ends its own thread with a task that the pool has no room for.
void* post_to_a_full_pool(void* pool) {
  const auto answer = static_cast<callers*>(pool)->post([] { pthread_exit(&wrong); });
  expect(false, "the thread of a submitter ends");
  return answer == weir::post_result::accepted ? nullptr : pool;
}

void a_thread_keeps_its_result() {
  callers pool{{.capacity = 1}};
  std::latch begun(1);
  std::latch leave(1);
  const auto busy = pool.post([&] { begun.count_down(), leave.wait(); });
  begun.wait();
  const auto waits = pool.post([] {});
  expect(busy == weir::post_result::accepted && waits == weir::post_result::accepted, "the pool has room for two");
  pthread_t thread;
  void* result = nullptr;
  if (pthread_create(&thread, nullptr, &post_to_a_full_pool, &pool) == 0) pthread_join(thread, &result);
  expect(result == &wrong, "what was given to pthread_exit is the thread's result");
  leave.count_down();
}

weir::coroutine<> makes_none() { pthread_exit(nullptr); }

void a_callable_may_end_its_thread_instead_of_making_a_coroutine() {
  weir::pool<weir::panic::ignore> pool{{.capacity = 1}};
  std::atomic<bool> ran = false;
  expect(pool.post(&makes_none) == weir::post_result::accepted, "it is accepted");
  expect(pool.post([&] { ran = true; }) == weir::post_result::accepted, "the task after it is accepted, too");
  pool.wait_idle();
  expect(ran, "the task after it runs");
}

}  // namespace

int main() {
  workers_are_replaced();
  a_thread_keeps_its_result();
  a_callable_may_end_its_thread_instead_of_making_a_coroutine();
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
