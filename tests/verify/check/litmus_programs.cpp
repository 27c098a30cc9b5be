// SPDX-License-Identifier: Apache-2.0
// Litmus tests. Each asserts that the outcome in question does not come. Where the memory model of C++20 allows it, the assertion must fail; where it
// forbids it, it must hold.
#include "tests/verify/check/program_list.hpp"

#include <atomic>
#include <cassert>
#include <thread>

namespace {

constexpr const char* allowed = "WRONG";
constexpr const char* forbidden = passes;
constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;
constexpr auto acq_rel = std::memory_order_acq_rel;
constexpr auto seq_cst = std::memory_order_seq_cst;

template <std::memory_order Store, std::memory_order Load, std::memory_order Fence = relaxed>
void store_buffering() {
  std::atomic<int> x{0};
  std::atomic<int> y{0};
  int a = 0;
  std::thread t([&] {
    x.store(1, Store);
    if (Fence != relaxed) std::atomic_thread_fence(Fence);
    a = y.load(Load);
  });
  y.store(1, Store);
  if (Fence != relaxed) std::atomic_thread_fence(Fence);
  const int b = x.load(Load);
  t.join();
  assert(a == 1 || b == 1);
}

template <std::memory_order Store, std::memory_order Load, std::memory_order Before = relaxed, std::memory_order After = relaxed>
void message_passing() {
  std::atomic<int> data{0};
  std::atomic<int> flag{0};
  std::thread t([&] {
    data.store(1, relaxed);
    if (Before != relaxed) std::atomic_thread_fence(Before);
    flag.store(1, Store);
  });
  const int f = flag.load(Load);
  if (After != relaxed) std::atomic_thread_fence(After);
  const int d = data.load(relaxed);
  t.join();
  assert(f == 0 || d == 1);
}

void read_read_coherence() {
  std::atomic<int> x{0};
  std::thread t([&] {
    x.store(1, relaxed);
    x.store(2, relaxed);
  });
  const int a = x.load(relaxed);
  const int b = x.load(relaxed);
  t.join();
  assert(b >= a);
}

template <std::memory_order Store, std::memory_order Load>
void independent_reads() {
  std::atomic<int> x{0};
  std::atomic<int> y{0};
  int a = 0;
  int b = 0;
  std::thread w([&] { x.store(1, Store); });
  std::thread v([&] { y.store(1, Store); });
  std::thread r([&] {
    a = x.load(Load);
    b = y.load(Load);
  });
  const int c = y.load(Load);
  const int d = x.load(Load);
  w.join();
  v.join();
  r.join();
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
}

void read_modify_write_is_one_step() {
  std::atomic<int> x{0};
  std::thread t([&] { x.fetch_add(1, relaxed); });
  x.fetch_add(1, relaxed);
  t.join();
  assert(x.load(relaxed) == 2);
}

void release_sequence_of_exchanges() {
  std::atomic<int> data{0};
  std::atomic<int> flag{0};
  std::thread w([&] {
    data.store(1, relaxed);
    flag.store(1, release);
  });
  std::thread m([&] {
    int one = 1;
    flag.compare_exchange_strong(one, 2, relaxed);
  });
  const int f = flag.load(acquire);
  const int d = data.load(relaxed);
  w.join();
  m.join();
  assert(f != 2 || d == 1);
}

/// In C++11 the second store belonged to the release sequence; since C++20 it ends it.
void release_sequence_ends_with_a_store() {
  std::atomic<int> data{0};
  std::atomic<int> flag{0};
  std::thread w([&] {
    data.store(1, relaxed);
    flag.store(1, release);
    flag.store(2, relaxed);
  });
  const int f = flag.load(acquire);
  const int d = data.load(relaxed);
  w.join();
  assert(f != 2 || d == 1);
}

void write_to_read_causality() {
  std::atomic<int> x{0};
  std::atomic<int> y{0};
  std::thread w([&] { x.store(1, relaxed); });
  std::thread m([&] {
    if (x.load(acquire) == 1) y.store(1, release);
  });
  const int b = y.load(acquire);
  const int c = x.load(relaxed);
  w.join();
  m.join();
  assert(b == 0 || c == 1);
}

void failed_exchange_reads_an_old_value() {
  std::atomic<int> x{0};
  std::atomic<int> y{0};
  std::thread t([&] {
    x.store(1, relaxed);
    y.store(1, relaxed);
  });
  const int f = y.load(relaxed);
  int expected = 5;
  x.compare_exchange_strong(expected, 6, relaxed);
  t.join();
  assert(f == 0 || expected == 1);
}

/// Load buffering: C++ allows it, and this checker has no such executions. docs/check_your_own_program.md says so.
void load_buffering_is_not_seen() {
  std::atomic<int> x{0};
  std::atomic<int> y{0};
  int a = 0;
  std::thread t([&] {
    a = x.load(relaxed);
    y.store(1, relaxed);
  });
  const int b = y.load(relaxed);
  x.store(1, relaxed);
  t.join();
  assert(!(a == 1 && b == 1));
}

}  // namespace

int main(int argc, char** argv) {
  return run_program(argc, argv,
                     {{"sb_relaxed", allowed, store_buffering<relaxed, relaxed>},
                      {"sb_release_acquire", allowed, store_buffering<release, acquire>},
                      {"sb_seq_cst", forbidden, store_buffering<seq_cst, seq_cst>},
                      {"sb_seq_cst_fences", forbidden, store_buffering<relaxed, relaxed, seq_cst>},
                      {"sb_acq_rel_fences", allowed, store_buffering<relaxed, relaxed, acq_rel>},
                      {"mp_relaxed", allowed, message_passing<relaxed, relaxed>},
                      {"mp_release_relaxed", allowed, message_passing<release, relaxed>},
                      {"mp_release_acquire", forbidden, message_passing<release, acquire>},
                      {"mp_fences", forbidden, message_passing<relaxed, relaxed, release, acquire>},
                      {"mp_one_fence", allowed, message_passing<relaxed, relaxed, release>},
                      {"mp_release_fence_acquire", forbidden, message_passing<release, relaxed, relaxed, acquire>},
                      {"corr", forbidden, read_read_coherence},
                      {"iriw_release_acquire", allowed, independent_reads<release, acquire>},
                      {"iriw_seq_cst", forbidden, independent_reads<seq_cst, seq_cst>},
                      {"read_modify_write", forbidden, read_modify_write_is_one_step},
                      {"release_sequence", forbidden, release_sequence_of_exchanges},
                      {"release_sequence_of_cpp20", allowed, release_sequence_ends_with_a_store},
                      {"wrc", forbidden, write_to_read_causality},
                      {"failed_exchange", allowed, failed_exchange_reads_an_old_value},
                      {"lb", passes, load_buffering_is_not_seen}});
}
