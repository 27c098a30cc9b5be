// SPDX-License-Identifier: Apache-2.0
/// What the steps of a simulated machine cost on this real one, as lines `name value` that //bench:machine reads with --costs. Every number is the
/// lowest tenth of many short tries, because whatever disturbs a try makes it longer; two threads are bound to two processors.
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <weir/platform/native.hpp>

#include "bench/support/clock.hpp"
#include "bench/support/series.hpp"

namespace weir::bench {
namespace {

constexpr int tries = 200;

template <class F>
double lowest(F once, int times = tries) {
  std::vector<double> all;
  for (int n = 0; n != times; ++n) all.push_back(once());
  return quantile(all, 0.1);
}

/// Nanoseconds of one of so many calls.
template <class F>
double each(int calls, F f) {
  return lowest([&] {
    return time_of([&] {
             for (int n = 0; n != calls; ++n) f();
           }) /
           calls;
  });
}

void bind_to(unsigned processor) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(processor, &only);
  ::pthread_setaffinity_np(::pthread_self(), sizeof only, &only);
}

struct alignas(128) word {
  std::atomic<std::uint32_t> value{0};
};

long futex(word& w, int what, std::uint32_t number) { return ::syscall(SYS_futex, &w.value, what, number, nullptr, nullptr, 0); }

/// One way of a word between two threads, each of which waits for the other's number and writes its own: of short stretches the fastest, in which
/// neither thread lost its processor.
double handing_over() {
  constexpr std::uint32_t turns = 200'000, stretch = 100;
  word w;
  std::thread other([&] {
    bind_to(1);
    for (std::uint32_t n = 1; n < turns; n += 2) {
      while (w.value.load(std::memory_order_acquire) != n) {
      }
      w.value.store(n + 1, std::memory_order_release);
    }
  });
  std::vector<double> taken;
  for (std::uint32_t first = 0; first < turns; first += stretch) {
    taken.push_back(time_of([&] {
                      for (std::uint32_t n = first; n < first + stretch; n += 2) {
                        while (w.value.load(std::memory_order_acquire) != n) {
                        }
                        w.value.store(n + 1, std::memory_order_release);
                      }
                    }) /
                    stretch);
  }
  other.join();
  return quantile(taken, 0.05);
}

/// An addition to a word to which another thread adds at the same time: of short stretches, in which the other one did its part.
double contended_addition() {
  constexpr std::uint32_t stretch = 1000;
  word w;
  std::atomic<bool> over{false};
  std::thread other([&] {
    bind_to(1);
    while (!over.load(std::memory_order_relaxed)) w.value.fetch_add(1, std::memory_order_relaxed);
  });
  std::vector<double> taken;
  for (int n = 0; n != 20 * tries; ++n) {
    const std::uint32_t before = w.value.load();
    const double time = time_of([&] {
      for (std::uint32_t i = 0; i != stretch; ++i) w.value.fetch_add(1, std::memory_order_relaxed);
    });
    const std::uint32_t all = w.value.load() - before;
    if (all > stretch * 3 / 2) taken.push_back(time / all);
  }
  over = true;
  other.join();
  return quantile(taken, 0.25);
}

/// A load whose address the one before has given, in a range of so many bytes.
double chase(std::size_t bytes) {
  struct alignas(64) link {
    link* next;
  };
  std::vector<link> links(bytes / sizeof(link));
  std::vector<std::size_t> order(links.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(1));
  for (std::size_t n = 0; n != order.size(); ++n) links[order[n]].next = &links[order[(n + 1) % order.size()]];
  const link* at = links.data();
  for (std::size_t n = 0; n != links.size(); ++n) at = at->next;
  return lowest([&] {
    constexpr int steps = 500;
    const double taken = time_of([&] {
      for (int n = 0; n != steps; ++n) at = at->next;
      asm volatile("" : "+r"(at));
    });
    return taken / steps;
  });
}

double first_touch() {
  return lowest([] {
    constexpr std::size_t pages = 16, bytes = 4096;
    auto* const all =
        static_cast<volatile char*>(::mmap(nullptr, pages * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    const double taken = time_of([&] {
      for (std::size_t n = 0; n != pages; ++n) all[n * bytes] = 1;
    });
    ::munmap(const_cast<char*>(all), pages * bytes);
    return taken / pages;
  });
}

struct waking {
  double call, latency;
};
waking wake_a_sleeper(double pause_microseconds) {
  std::vector<double> calls, latencies;
  word w;
  std::atomic<std::int64_t> seen{0};
  const auto now = [] { return wall_clock::now().time_since_epoch().count(); };
  std::thread sleeper([&] {
    bind_to(1);
    for (std::uint32_t n = 0; n != tries; ++n) {
      while (w.value.load() == n) futex(w, FUTEX_WAIT_PRIVATE, n);
      seen = now();
    }
  });
  for (std::uint32_t n = 1; n <= tries; ++n) {
    std::this_thread::sleep_for(std::chrono::duration<double, std::micro>(pause_microseconds));
    seen = 0;
    w.value.store(n);
    const auto before = now();
    futex(w, FUTEX_WAKE_PRIVATE, 1);
    const auto after = now();
    while (seen == 0) std::this_thread::yield();
    calls.push_back(static_cast<double>(after - before));
    latencies.push_back(static_cast<double>(std::max<std::int64_t>(0, seen - after)));
  }
  sleeper.join();
  return {quantile(calls, 0.05), quantile(latencies, 0.05)};
}

/// Two threads on one processor that yield to each other: from a yield of one to the other's return from its own, if no third thread came between.
double switching() {
  std::atomic<std::int64_t> left{0};
  std::atomic<unsigned> last{2}, begun{0};
  std::array<std::vector<double>, 2> taken;
  const auto take_turns = [&](unsigned me) {
    bind_to(0);
    ++begun;
    while (begun != 2) std::this_thread::yield();
    const auto until = wall_clock::now() + std::chrono::seconds(2);
    for (auto now = wall_clock::now(); now < until; now = wall_clock::now()) {
      const auto time = now.time_since_epoch().count();
      if (last.exchange(me) != me) taken[me].push_back(static_cast<double>(time - left));
      left = time;
      ::sched_yield();
    }
  };
  std::thread other(take_turns, 1u);
  take_turns(0);
  other.join();
  return quantile(taken[0], 0.1);
}

waking start_a_thread() {
  std::vector<double> calls, latencies;
  for (int n = 0; n != tries; ++n) {
    std::atomic<std::int64_t> seen{0};
    const auto now = [] { return wall_clock::now().time_since_epoch().count(); };
    const auto before = now();
    std::thread fresh([&] { seen = now(); });
    const auto after = now();
    fresh.join();
    calls.push_back(static_cast<double>(after - before));
    latencies.push_back(static_cast<double>(std::max<std::int64_t>(0, seen - after)));
  }
  return {quantile(calls, 0.05), quantile(latencies, 0.05)};
}

void print(const char* name, double value) {
  std::printf("%s %.3g\n", name, value);
  std::fflush(stdout);
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "a processor without a name";
}

}  // namespace
}  // namespace weir::bench

int main() {
  using namespace weir::bench;
  utsname system{};
  ::uname(&system);
  std::printf("# %s, %ld processors, %s %s; measured, in nanoseconds\n", processor_name().c_str(), ::sysconf(_SC_NPROCESSORS_ONLN),
              system.sysname, system.release);
  bind_to(0);
  word w;
  print("rmw", each(10'000, [&] { w.value.fetch_add(1, std::memory_order_relaxed); }));
  print("fence", each(10'000, [&] {
          w.value.store(1, std::memory_order_relaxed);
          std::atomic_thread_fence(std::memory_order_seq_cst);
        }));
  print("pause", each(2'000, [] { weir::platform::native::relax(); }));
  print("clock", each(2'000, [] { static_cast<void>(wall_clock::now()); }));
  const double pair = each(2'000, [] {
    std::unique_ptr<char[]> block(new char[64]);
    auto* keep = block.get();
    asm volatile("" : "+r"(keep));
  });
  print("allocate", pair / 2);
  print("release", pair / 2);
  print("page", first_touch());
  print("hit", chase(std::size_t{16} << 10));
  print("memory", chase(std::size_t{256} << 20));
  print("near_copy", chase(std::size_t{4} << 20));
  const double call = each(500, [&] { futex(w, FUTEX_WAKE_PRIVATE, 1); });
  print("system_call", call);
  if (::sysconf(_SC_NPROCESSORS_ONLN) >= 2) {
    const double over = handing_over();
    std::printf("# one way of a word between two threads: %.3g. The model takes two transfers for it: to the writer, and to the reader.\n",
                over);
    print("near_transfer", over / 2);
    std::printf("# an addition to a word that two threads add to: %.3g\n", contended_addition());
    const waking woken = wake_a_sleeper(200);
    print("wake", std::max(0.0, woken.call - call));
    print("wake_latency", woken.latency);
  }
  print("context_switch", switching());
  const waking started = start_a_thread();
  print("thread_start", started.call);
  print("thread_latency", started.latency);
}
