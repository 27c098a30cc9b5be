// SPDX-License-Identifier: Apache-2.0
#ifndef TESTS_VERIFY_DOORWAY_WAYS_PAST_HPP
#define TESTS_VERIFY_DOORWAY_WAYS_PAST_HPP

#include "other_library.hpp"

#include <weir/platform/native.hpp>

#include <boost/asio.hpp>
#include <boost/atomic.hpp>
#include <boost/lockfree/queue.hpp>
#include <boost/smart_ptr/detail/spinlock.hpp>
#include <boost/thread.hpp>

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <ctime>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>
#include <vector>

// Every way past the platform that doorway.py has to find: `take:` is what its sentence for the line must advise.
namespace mine {

namespace s = std;
namespace sc = std::chrono;
#define LOCK std::mutex
#define PASTED(a, b) a##b
#define LOOK __atomic_load_n
#define STAYS volatile

using alias = std::mutex;  // take: P::mutex
using std::shared_mutex;  // take: P::mutex
using loose = other::lock_type;  // take: P::mutex

template <class P>
struct ways {
  std::mutex plain;  // take: P::mutex
  std ::mutex spaced;  // take: P::mutex
  std::/* a comment */ recursive_mutex commented;  // take: P::mutex
  ::std::timed_mutex global;  // take: P::mutex
  s::mutex by_alias;  // take: P::mutex
  LOCK by_macro;  // take: P::mutex
  std::PASTED(mu, tex) pasted;  // take: P::mutex
  std::vector<std::unique_ptr<std::mutex>> inside;  // take: P::mutex
  other::lock_type elsewhere;  // take: P::mutex
  other::spin_lock holder;  // take: P::template atomic
  decltype(other::the_mutex)* deduced = &other::the_mutex;  // take: P::mutex
  weir::platform::native::mutex one_platform;  // take: P's own
  std::atomic<int> number;  // take: P::template atomic
  std::atomic<typename P::clock::rep> dependent;  // take: P::template atomic
  std::atomic_flag flag;  // take: P::template atomic
  std::condition_variable_any changed;  // take: P::condition_variable
  std::latch latch{1};  // take: P::condition_variable
  std::barrier<> barrier{1};  // take: P::condition_variable
  std::binary_semaphore semaphore{1};  // take: P::condition_variable
  std::once_flag once;  // take: P::mutex
  std::jthread runs;  // take: P::thread
  std::promise<int> promise;  // take: P::condition_variable
  boost::mutex boosts;  // take: P::mutex
  boost::thread boosts_too;  // take: P::mutex
  boost::atomic<int> boosts_atomic;  // take: P::mutex
  boost::lockfree::queue<int> boosts_queue{1};  // take: P::mutex
  boost::detail::spinlock boosts_spinlock;  // take: P::mutex
  boost::asio::io_context boosts_loop;  // take: P::mutex
  pthread_mutex_t posix;  // take: P::mutex
  sem_t posix_semaphore;  // take: P::mutex
  mtx_t of_c;  // take: P::mutex
  int word = 0;
  volatile bool spins = false;  // take: P::template cell
  STAYS bool spins_too = false;  // take: P::template cell
  _Atomic(int) of_c_too;  // take: P::template atomic
  static inline thread_local int mine = 0;  // take: a member

  void go() {
    using namespace std;
    mutex unqualified;  // take: P::mutex
    lock_guard<mutex> held(unqualified);  // take: P::unique_lock
    const std::scoped_lock deduced_lock(plain);  // take: P::unique_lock
    std::unique_lock<typename P::mutex> of_platform;  // take: P::unique_lock
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // take: P::yield()
    this_thread::yield();  // take: P::yield()
    this_thread::sleep_until(P::clock::now());  // take: P::yield()
    const auto now = std::chrono::steady_clock::now();  // take: P::clock
    const auto then = sc::system_clock::now();  // take: P::clock
    usleep(1);  // take: P::yield()
    ::nanosleep(nullptr, nullptr);  // take: P::yield()
    sched_yield();  // take: P::yield()
    timespec at{};
    clock_gettime(CLOCK_MONOTONIC, &at);  // take: P::clock
    const auto seconds = std::time(nullptr);  // take: P::clock
    pthread_mutex_lock(&posix);  // take: P::mutex
    const auto locks = &pthread_mutex_trylock;  // take: P::mutex
    sem_wait(&posix_semaphore);  // take: P::mutex
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, nullptr, nullptr, 0);  // take: P::mutex
    __atomic_store_n(&word, 1, __ATOMIC_RELEASE);  // take: P::template atomic
    __sync_fetch_and_add(&word, 1);  // take: P::template atomic
    while (LOOK(&word, __ATOMIC_ACQUIRE) != 0) continue;  // take: P::template atomic
    std::atomic_ref<int>(word).store(1, std::memory_order_release);  // take: P::template atomic
    std::atomic_ref(word).fetch_add(1);  // take: P::template atomic
    std::atomic_thread_fence(std::memory_order_seq_cst);  // take: P::fence
    asm("pause");  // take: P::relax
    __asm__("" ::: "memory");  // take: P::relax
    OTHER_PAUSE;  // take: P::relax
    std::thread([] {}).detach();  // take: P::thread
    auto later = std::async([] { return 1; });  // take: P::condition_variable
    std::call_once(once, [] {});  // take: P::mutex
    std::atomic_load(&shared_pointer);  // take: P::template atomic
  }
  std::shared_ptr<int> shared_pointer;
};

}  // namespace mine

#endif
