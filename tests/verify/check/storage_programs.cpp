// SPDX-License-Identifier: Apache-2.0
// Programs that are right, but for the last two, and whose threads share objects in all kinds of storage; with thread_local variables, whose storage
// each thread has its own of.
#include "tests/verify/check/program_list.hpp"

#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr const char* long_text = "a text that is too long to be kept in the string itself";
int constructed = 0;
thread_local std::string own = "first";
thread_local int count = 5;
std::vector<int> numbers{1, 2, 3};
int* number = new int(7);
int** points_to = new int*(nullptr);

void shared_ptr() {
  auto p = std::make_shared<std::string>(long_text);
  std::thread a([p] { assert(*p == long_text); });
  std::thread b([q = p]() mutable { q.reset(); });
  p.reset();
  a.join();
  b.join();
}
void static_in_a_function() {
  const auto f = [] {
    static std::string s(long_text);
    return s.size();
  };
  std::thread a([&] { assert(f() > 20); });
  std::thread b([&] { assert(f() > 20); });
  a.join();
  b.join();
}
void virtual_call() {
  struct base {
    virtual ~base() = default;
    virtual int f() { return 1; }
  };
  struct derived final : base {
    int f() override { return 2; }
  };
  std::unique_ptr<base> p = std::make_unique<derived>();
  std::thread t([&] { assert(p->f() == 2); });
  t.join();
}
void many_threads() {
  std::vector<std::thread> threads;
  std::mutex m;
  std::vector<int> all;
  for (int i = 0; i != 5; ++i)
    threads.emplace_back([&, i] {
      const std::lock_guard l(m);
      all.push_back(i);
    });
  for (std::thread& t : threads) t.join();
  assert(all.size() == 5);
}
void thread_local_variables() {
  std::string* there = nullptr;
  own = "main";
  std::thread t([&] {
    assert(own == "first" && count == 5);
    own = long_text;
    count = 6;
    there = &own;
  });
  t.join();
  assert(own == "main" && count == 5 && there != &own);
}
void pointer_to_a_thread_local() {
  count = 7;
  int* const p = &count;
  std::thread t([p] {
    assert(*p == 7 && count == 5);
    *p = 8;
  });
  t.join();
  assert(count == 8);
}
void memory_from_before_begins_anew() {
  assert(numbers == (std::vector<int>{1, 2, 3}) && *number == 7);
  numbers[0] = 4;
  for (int i = 0; i != 100; ++i) numbers.push_back(i);  // gives up the memory from before
  std::thread t([] { *number = 8; });
  t.join();
  delete number;
  number = new int(9);
}
void memory_from_before_keeps_what_it_points_to() { *points_to = new int(1); }
void variables_begin_anew() {
  assert(constructed == 0 && count == 5);
  constructed = 1;
  count = 6;
}

struct shown_node {
  shown_node() : number(0) {}
  std::atomic<int> number;
};
void node_is_shown_too_soon() {
  static std::atomic<shown_node*> shown;
  std::thread t([] {
    auto* const mine = new shown_node;
    mine->number.store(5, std::memory_order_relaxed);
    shown.store(mine, std::memory_order_relaxed);
  });
  if (shown_node* const n = shown.load(std::memory_order_relaxed)) static_cast<void>(n->number.load(std::memory_order_relaxed));
  t.join();
  delete shown.load();
}
struct {
  char first = 0;
  char second = 0;
} neighbours;
[[gnu::noinline]] void write_first() { neighbours.first = 1; }
[[gnu::noinline]] void write_second() { neighbours.second = 1; }
[[gnu::noinline]] char read_first() { return neighbours.first; }
void race_beside_a_write() {
  std::atomic<bool> written{false};
  std::thread t([&written] {
    write_first();
    write_second();
    [[maybe_unused]] const volatile char own = read_first();
    written.store(true, std::memory_order_relaxed);
  });
  while (!written.load(std::memory_order_relaxed)) std::this_thread::yield();
  [[maybe_unused]] const volatile char other = read_first();
  t.join();
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"shared_ptr", passes, shared_ptr},
                      {"static_in_a_function", passes, static_in_a_function},
                      {"virtual_call", passes, virtual_call},
                      {"many_threads", passes, many_threads},
                      {"thread_local_variables", passes, thread_local_variables},
                      {"pointer_to_a_thread_local", passes, pointer_to_a_thread_local},
                      {"memory_from_before_begins_anew", passes, memory_from_before_begins_anew},
                      {"memory_from_before_keeps_what_it_points_to", passes, memory_from_before_keeps_what_it_points_to},
                      {"variables_begin_anew", passes, variables_begin_anew},
                      {"node_is_shown_too_soon", "DATA RACE*node_is_shown_too_soon* and *(shown_node)*", node_is_shown_too_soon},
                      {"race_beside_a_write", "DATA RACE*read_first* and *write_first", race_beside_a_write}});
}
