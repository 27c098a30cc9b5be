// SPDX-License-Identifier: Apache-2.0
// Programs that are right: each kind of synchronisation of the standard library once. None may be reported, whatever the schedule.
#include "tests/verify/check/program_list.hpp"

#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

namespace {

constexpr const char* long_text = "a text that is too long to be kept in the string itself";

void thread_and_join() {
  int x = 0;
  std::thread t([&] { x = 1; });
  t.join();
  assert(x == 1);
}
void jthread_is_stopped() {
  std::atomic<bool> saw{false};
  {
    std::jthread t([&](const std::stop_token& s) {
      while (!s.stop_requested()) std::this_thread::yield();
      saw = true;
    });
  }
  assert(saw);
}
void async_has_a_result() {
  int z = 3;
  auto f = std::async(std::launch::async, [&] { return z + 1; });
  assert(f.get() == 4);
}
void promise_of_a_string() {
  std::promise<std::string> p;
  auto f = p.get_future();
  std::thread t([&] { p.set_value(long_text); });
  assert(f.get() == long_text);
  t.join();
}
void exception_through_a_future() {
  auto f = std::async(std::launch::async, []() -> int { throw std::runtime_error(long_text); });
  bool caught = false;
  try {
    f.get();
  } catch (const std::runtime_error& e) {
    caught = std::string(e.what()) == long_text;
  }
  assert(caught);
}
void packaged_task() {
  std::packaged_task<int(int)> k([](int i) { return i * 2; });
  auto f = k.get_future();
  std::thread t(std::move(k), 4);
  assert(f.get() == 8);
  t.join();
}
void call_once() {
  std::once_flag once;
  int n = 0;
  const auto call = [&] {
    std::call_once(once, [&] { ++n; });
    assert(n == 1);
  };
  std::thread a(call);
  std::thread b(call);
  a.join();
  b.join();
}
void call_once_that_throws() {
  std::once_flag once;
  int n = 0;
  const auto call = [&] {
    try {
      std::call_once(once, [&] {
        if (++n == 1) throw 1;
      });
    } catch (int) {
    }
  };
  std::thread a(call);
  call();
  a.join();
  assert(n == 2);
}
void shared_mutex() {
  std::shared_mutex m;
  int n = 0;
  std::thread a([&] {
    const std::unique_lock l(m);
    ++n;
  });
  std::thread b([&] {
    const std::shared_lock l(m);
    assert(n == 0 || n == 1);
  });
  a.join();
  b.join();
}
void latch() {
  std::latch l(2);
  int a = 0;
  int b = 0;
  std::thread x([&] {
    a = 1;
    l.count_down();
  });
  std::thread y([&] {
    b = 1;
    l.count_down();
  });
  l.wait();
  assert(a + b == 2);
  x.join();
  y.join();
}
void barrier() {
  int rounds = 0;
  std::barrier b(2, [&]() noexcept { ++rounds; });
  int done[2] = {};
  const auto work = [&](int i) {
    done[i] = 1;
    b.arrive_and_wait();
    assert(done[0] == 1 && done[1] == 1);
    b.arrive_and_wait();
  };
  std::thread t(work, 0);
  work(1);
  t.join();
  assert(rounds == 2);
}
void semaphore() {
  std::counting_semaphore<4> s(0);
  int x = 0;
  std::thread t([&] {
    x = 1;
    s.release();
  });
  s.acquire();
  assert(x == 1);
  t.join();
  assert(!s.try_acquire_for(1ms));
}
void condition_variable() {
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::thread t([&] {
    const std::lock_guard l(m);
    ready = true;
    c.notify_one();
  });
  {
    std::unique_lock l(m);
    c.wait(l, [&] { return ready; });
  }
  t.join();
}
void wait_with_a_deadline() {
  std::mutex m;
  std::condition_variable c;
  std::unique_lock l(m);
  const auto begin = std::chrono::steady_clock::now();
  assert(!c.wait_for(l, 5ms, [] { return false; }));
  assert(std::chrono::steady_clock::now() - begin >= 5ms);
}
void wait_that_is_stopped() {
  std::mutex m;
  std::condition_variable_any c;
  std::jthread t([&](const std::stop_token& s) {
    std::unique_lock l(m);
    c.wait(l, s, [] { return false; });
  });
}
void timed_and_recursive() {
  std::timed_mutex m;
  m.lock();
  std::thread t([&] { assert(!m.try_lock_for(1ms)); });
  t.join();
  m.unlock();
  std::recursive_mutex r;
  const std::lock_guard one(r);
  const std::lock_guard two(r);
}
void atomic_wait() {
  std::atomic<int> a{0};
  int x = 0;
  std::thread t([&] {
    x = 1;
    a.store(1);
    a.notify_one();
  });
  a.wait(0);
  assert(x == 1);
  t.join();
  std::atomic_flag flag{};
  std::thread u([&] {
    flag.test_and_set();
    flag.notify_all();
  });
  flag.wait(false);
  u.join();
}
void atomic_ref() {
  int n = 0;
  const auto add = [&] { std::atomic_ref<int>(n).fetch_add(1); };
  std::thread a(add);
  std::thread b(add);
  a.join();
  b.join();
  assert(n == 2);
}
void sleep() {
  const auto begin = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(100ms);
  assert(std::chrono::steady_clock::now() - begin >= 100ms);
}
void spin() {
  std::atomic<bool> flag{false};
  std::thread t([&] { flag = true; });
  while (!flag) {
  }
  t.join();
}
void detached() {
  auto p = std::make_shared<std::promise<void>>();
  auto f = p->get_future();
  std::thread([p] { p->set_value(); }).detach();
  f.wait();
}
void seventy_threads() {
  constexpr int count = 70;
  std::mutex m;
  std::condition_variable last_is_here;
  std::shared_mutex shared;
  int here = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i != count; ++i)
    threads.emplace_back([&] {
      const std::shared_lock share(shared);
      std::unique_lock lock(m);
      if (++here == count) last_is_here.notify_all();
      last_is_here.wait(lock, [&] { return here == count; });
    });
  for (std::thread& t : threads) t.join();
  const std::lock_guard alone(shared);
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"thread_and_join", passes, thread_and_join},
                      {"jthread_is_stopped", passes, jthread_is_stopped},
                      {"async_has_a_result", passes, async_has_a_result},
                      {"promise_of_a_string", passes, promise_of_a_string},
                      {"exception_through_a_future", passes, exception_through_a_future},
                      {"packaged_task", passes, packaged_task},
                      {"call_once", passes, call_once},
                      {"call_once_that_throws", passes, call_once_that_throws},
                      {"shared_mutex", passes, shared_mutex},
                      {"latch", passes, latch},
                      {"barrier", passes, barrier},
                      {"semaphore", passes, semaphore},
                      {"condition_variable", passes, condition_variable},
                      {"wait_with_a_deadline", passes, wait_with_a_deadline},
                      {"wait_that_is_stopped", passes, wait_that_is_stopped},
                      {"timed_and_recursive", passes, timed_and_recursive},
                      {"atomic_wait", passes, atomic_wait},
                      {"atomic_ref", passes, atomic_ref},
                      {"sleep", passes, sleep},
                      {"spin", passes, spin},
                      {"detached", passes, detached},
                      {"seventy_threads", passes, seventy_threads}});
}
