// SPDX-License-Identifier: Apache-2.0
// Programs that are wrong, each in its own way, and the words of the report that must come.
#include "tests/verify/check/program_list.hpp"

#include <pthread.h>

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

int* const made_before = new int(1);

void race_of_plain_data() {
  int x = 0;
  std::thread t([&] { x = 1; });
  x = 2;
  t.join();
}
void race_behind_a_relaxed_flag() {
  int x = 0;
  std::atomic<bool> ready{false};
  std::thread t([&] {
    x = 1;
    ready.store(true, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_acquire)) x = 2;
  t.join();
}
void race_of_copies() {
  struct big {
    char bytes[100];
  };
  const auto a = std::make_unique<big>();  // clang++ would put in no call for a part of a local variable
  const auto b = std::make_unique<big>();
  std::thread t([&] { std::memcpy(a.get(), b.get(), sizeof *a); });
  const volatile char c = a->bytes[50];
  static_cast<void>(c);
  t.join();
}
void race_with_a_destructor() {
  struct base {
    virtual ~base() { std::this_thread::yield(); }
    virtual void f() {}
  };
  struct derived final : base {
    void f() override {}
  };
  alignas(derived) unsigned char room[sizeof(derived)];
  base* const p = new (room) derived;
  std::thread t([p] { p->f(); });
  p->~base();
  t.join();
}
void two_locks_in_two_orders() {
  std::mutex a;
  std::mutex b;
  std::thread t([&] {
    const std::lock_guard one(a);
    const std::lock_guard two(b);
  });
  {
    const std::lock_guard one(b);
    const std::lock_guard two(a);
  }
  t.join();
}
void lost_wake_up() {
  std::mutex m;
  std::condition_variable c;
  std::atomic<bool> ready{false};
  std::thread t([&] {
    ready = true;  // outside the lock: between the look and the sleep of the other
    c.notify_one();
  });
  {
    std::unique_lock l(m);
    while (!ready) c.wait(l);
  }
  t.join();
}
void if_instead_of_while() {
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
    if (!ready) c.wait(l);
    assert(ready);
  }
  t.join();
}
void mutex_locked_twice() {
  std::mutex m;
  m.lock();
  m.lock();
}
void mutex_of_another_thread() {
  std::mutex m;
  m.lock();
  std::thread t([&] { m.unlock(); });
  t.join();
}
void endless_loop() {
  std::atomic<bool> flag{false};
  while (!flag) std::this_thread::yield();
}
void use_after_free() {
  auto* const p = new std::atomic<int>(0);
  std::atomic<bool> gone{false};
  std::thread t([&, p] {
    if (gone) p->store(1);
  });
  delete p;
  gone = true;
  t.join();
}
struct node {
  std::atomic<int> ready{0};
  void set_ready() { ready.store(1, std::memory_order_release); }
};
void free_races_with_a_store() {
  std::atomic<node*> made{nullptr};
  std::thread t([&] {
    auto* const mine = new node;
    made = mine;
    mine->set_ready();
  });
  while (made == nullptr) std::this_thread::yield();
  while (made.load()->ready.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
  delete made.load();
  t.join();
}
void freed_twice() {
  void* volatile p = std::malloc(10);
  std::free(p);
  std::free(p);
}
void memory_from_before_is_used_after_it_is_freed() {
  std::thread t([] { delete made_before; });
  t.join();
  assert(*made_before == 1);
}
void memory_from_before_is_freed_twice() {
  delete made_before;
  delete made_before;
}
void race_in_memory_from_before() {
  std::thread t([] { *made_before = 2; });
  *made_before = 3;
  t.join();
}
void lost_memory() {
  std::thread t([] {
    [[maybe_unused]] int* volatile p = new int(3);
    p = nullptr;
  });
  t.join();
}
void exception_leaves_a_thread() {
  std::thread t([] { throw std::runtime_error("no handler for it"); });
  t.join();
}
void null_pointer() {
  std::atomic<int*> p{nullptr};
  std::thread t([&] { *p.load() = 1; });
  t.join();
}
void thread_that_is_not_joined() {
  pthread_t t;
  static std::mutex m;
  m.lock();
  pthread_create(
      &t, nullptr,
      [](void*) -> void* {
        m.lock();
        return nullptr;
      },
      nullptr);
}
void node_freed_under_a_reader() {
  struct node {
    node* next;
  };
  std::atomic<node*> head{nullptr};
  const auto pop = [&] {
    node* top = head.load();
    while (top != nullptr && !head.compare_exchange_strong(top, top->next)) {
    }
    return top;
  };
  head = new node{new node{nullptr}};
  std::thread t([&] { delete pop(); });
  delete pop();
  t.join();
}

void lock_freed_after_its_use() {
  auto* const m = new std::mutex;
  std::atomic<bool> used{false};
  std::thread t([&used, m] {
    m->lock();
    m->unlock();
    used.store(true, std::memory_order_relaxed);
  });
  while (!used.load(std::memory_order_relaxed)) std::this_thread::yield();
  delete m;
  t.join();
}
void last_of_a_hundred_threads() {
  constexpr int count = 100;
  std::mutex m;
  int first = 0;
  int second = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i != count; ++i)
    threads.emplace_back([&, i] {
      const auto add = [&](int& number) {
        const std::lock_guard lock(m);
        ++number;
      };
      if (i + 1 != count) {
        add(first);
        add(second);
      } else {
        const std::lock_guard lock(m);
        assert(first == second);
      }
    });
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(
      argc, argv,
      {{"race_of_plain_data", "DATA RACE", race_of_plain_data},
       {"race_behind_a_relaxed_flag", "DATA RACE", race_behind_a_relaxed_flag},
       {"race_of_copies", "DATA RACE", race_of_copies},
       {"race_with_a_destructor", "DATA RACE", race_with_a_destructor},
       {"two_locks_in_two_orders", "DEADLOCK", two_locks_in_two_orders},
       {"lost_wake_up", "DEADLOCK", lost_wake_up},
       {"if_instead_of_while", "WRONG", if_instead_of_while},
       {"mutex_locked_twice", "DEADLOCK", mutex_locked_twice},
       {"mutex_of_another_thread", "MISUSE", mutex_of_another_thread},
       {"endless_loop", "LIVELOCK", endless_loop},
       {"use_after_free", "LIFETIME", use_after_free},
       {"free_races_with_a_store", "DATA RACE*free_races_with_a_store* and *set_ready", free_races_with_a_store},
       {"freed_twice", "LIFETIME", freed_twice},
       {"memory_from_before_is_used_after_it_is_freed", "LIFETIME", memory_from_before_is_used_after_it_is_freed},
       {"memory_from_before_is_freed_twice", "LIFETIME", memory_from_before_is_freed_twice},
       {"race_in_memory_from_before", "DATA RACE", race_in_memory_from_before},
       {"lost_memory", "LEAK", lost_memory},
       {"exception_leaves_a_thread", "WRONG", exception_leaves_a_thread},
       {"null_pointer", "CRASH", null_pointer},
       {"thread_that_is_not_joined", "DEADLOCK", thread_that_is_not_joined},
       {"node_freed_under_a_reader", "DATA RACE", node_freed_under_a_reader},
       {"lock_freed_after_its_use", "DATA RACE*lock_freed_after_its_use* and *broken_programs.cpp", lock_freed_after_its_use},
       {"last_of_a_hundred_threads", "WRONG*first == second", last_of_a_hundred_threads}});
}
