// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_DOORWAY_ALLOWED_HPP
#define TESTS_VERIFY_DOORWAY_ALLOWED_HPP

#include "other_library.hpp"

#include <weir/platform/native.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

// What a policy may do: none of this is found. std::mutex in a comment, and "std::mutex m; asm volatile" in a string, are nothing.
namespace mine {

template <class P>
struct allowed {
  using clock = typename P::clock;
  void take(typename P::unique_lock lock, std::adopt_lock_t, std::memory_order order = std::memory_order_relaxed) {
    typename P::mutex mutex;
    typename P::thread thread;
    count.fetch_add(1, std::memory_order::acq_rel);
    until = clock::now() + std::chrono::milliseconds(2);
    names.yield();
    P::yield();
    P::relax();
    P::fence(order);
    time(names.mutex);
    puts_text("std::mutex m; asm volatile; thread_local");
  }
  void time(int) {}
  void puts_text(const char*) {}
  template <class T>
  using atomic = typename P::template atomic<T>;

  atomic<int> count;
  std::stop_token stop;
  std::shared_ptr<int> shared;
  std::function<void()> hook;
  other::names names;
  typename clock::time_point until;
};

using on_native = allowed<weir::platform::native>;

}  // namespace mine

#endif
