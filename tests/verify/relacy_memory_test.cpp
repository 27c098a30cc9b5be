// SPDX-License-Identifier: Apache-2.0
// The checker sees wrong memory orders, data races and misuse of memory; each claim in a broken and in a right version.
#include "tests/verify/relacy_expect.hpp"

#include <memory>
#include <optional>
#include <string>

namespace {

using expect::P;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;
using weir::verify::check;

template <bool Locked>
struct two_writers {
  static constexpr const char* name = Locked ? "two_writers_locked" : "two_writers_unlocked";
  static constexpr int threads = 2;
  P::mutex mutex;
  P::cell<std::string> text{"x"};
  void thread(unsigned) {
    if constexpr (Locked) {
      P::unique_lock lock(mutex);
      text.write() += "y";
    } else {
      text.write() += "y";
    }
  }
  void after() { check<P>(text.read() == "xyy", "both writers wrote"); }
};

template <bool Locked>
struct reader_and_writer {
  static constexpr const char* name = Locked ? "reader_and_writer_locked" : "reader_and_writer_unlocked";
  static constexpr int threads = 2;
  P::mutex mutex;
  P::cell<int> value{0};
  void thread(unsigned index) {
    if (index == 0) {
      P::unique_lock lock(mutex);
      value.write() = 1;
    } else if constexpr (Locked) {
      P::unique_lock lock(mutex);
      check<P>(value.read() <= 1, "a value that was written");
    } else {
      check<P>(value.read() <= 1, "a value that was written");
    }
  }
};

enum class between { nothing, acq_rel_fence, seq_cst_fence };

template <between Fence>
struct store_buffering {
  static constexpr const char* name = Fence == between::nothing         ? "store_buffering"
                                      : Fence == between::acq_rel_fence ? "store_buffering_acq_rel_fence"
                                                                        : "store_buffering_seq_cst_fence";
  static constexpr int threads = 2;
  P::atomic<int> x{0}, y{0};
  int seen[2] = {0, 0};
  void thread(unsigned i) {
    (i == 0 ? x : y).store(1, memory_order_relaxed);
    if constexpr (Fence == between::acq_rel_fence) P::fence(std::memory_order_acq_rel);
    if constexpr (Fence == between::seq_cst_fence) P::fence(memory_order_seq_cst);
    seen[i] = (i == 0 ? y : x).load(memory_order_relaxed);
  }
  void after() { check<P>(seen[0] + seen[1] > 0, "at least one thread sees the other's store"); }
};

template <std::memory_order Store, std::memory_order Load>
struct message_passing {
  static constexpr bool right = Store == memory_order_release && Load == memory_order_acquire;
  static constexpr const char* name = right                           ? "message_release_acquire"
                                      : Store == memory_order_release ? "message_release_relaxed"
                                                                      : "message_relaxed_acquire";
  static constexpr int threads = 2;
  P::cell<int> message{0};
  P::atomic<bool> sent{false};
  void thread(unsigned index) {
    if (index == 0) {
      message.write() = 42;
      sent.store(true, Store);
    } else if (sent.load(Load)) {
      check<P>(message.read() == 42, "the message arrived");
    }
  }
};

/// A compare_exchange that releases when it succeeds and acquires when it fails: an order C++17 allows.
template <std::memory_order Failure>
struct failed_exchange {
  static constexpr const char* name = Failure == memory_order_acquire ? "failed_exchange_acquire" : "failed_exchange_relaxed";
  static constexpr int threads = 2;
  P::cell<int> message{0};
  P::atomic<int> state{0};
  void thread(unsigned index) {
    int expected = 0;
    if (index == 0) {
      message.write() = 1;
      state.store(1, memory_order_release);
    } else if (!state.compare_exchange_strong(expected, 2, memory_order_release, Failure) && expected == 1) {
      check<P>(message.read() == 1, "the message arrived");
    }
  }
};

template <bool Loops>
struct weak_exchange {
  static constexpr const char* name = Loops ? "weak_exchange_in_a_loop" : "weak_exchange_alone";
  static constexpr int threads = 1;
  P::atomic<int> value{0};
  void thread(unsigned) {
    int expected = 0;
    bool done = false;
    do done = value.compare_exchange_weak(expected, 1, memory_order_relaxed, memory_order_relaxed);
    while (Loops && !done);
    check<P>(done, "nobody interfered, so the exchange succeeds");
  }
};

template <bool Waits>
struct used_after_delete {
  static constexpr const char* name = Waits ? "used_then_deleted" : "used_after_delete";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;
  void thread(unsigned) {
    auto value = std::make_unique<P::atomic<int>>(0);
    P::thread t([v = value.get()] { v->fetch_add(1, memory_order_relaxed); });
    if (!Waits) value.reset();
    t.join();
  }
};

/// Destroyed in place: its memory is not freed and nothing overwrites it, but the object is gone.
template <bool Waits>
struct destroyed_in_place {
  static constexpr const char* name = Waits ? "used_then_destroyed_in_place" : "used_after_destruction_in_place";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;
  std::optional<P::atomic<int>> value{std::in_place, 0};
  void thread(unsigned) {
    P::thread t([v = &*value] { v->fetch_add(1, memory_order_relaxed); });
    if (!Waits) value.reset();
    t.join();
  }
};

/// Who waited destroys what it waited on. Only a notification under the lock is over by then.
template <bool UnderLock>
struct last_notification {
  static constexpr const char* name = UnderLock ? "notifies_under_the_lock" : "notifies_after_the_lock";
  static constexpr int threads = 1;
  static constexpr int spawned = 1;
  struct event {
    P::mutex mutex;
    P::condition_variable changed;
    P::cell<bool> done{false};
  };
  void thread(unsigned) {
    auto e = std::make_unique<event>();
    P::thread t([e = e.get()] {
      P::unique_lock lock(e->mutex);
      e->done.write() = true;
      if (!UnderLock) lock.unlock();
      e->changed.notify_one();
    });
    {
      P::unique_lock lock(e->mutex);
      while (!e->done.read()) e->changed.wait(lock);
    }
    e.reset();
    t.join();
  }
};

/// The object is all plain memory, which no platform operation shows: only the poison makes the read visible.
template <bool Waits>
struct plain_memory {
  static constexpr const char* name = Waits ? "plain_memory_then_deleted" : "plain_memory_after_delete";
  static constexpr int threads = 1;
  struct node {
    node* self = this;
    int value = 7;
  };
  void thread(unsigned) {
    auto* n = new node;
    node* volatile look = n;
    const auto read = [&] { return look->self->value; };
    if (!Waits) delete n;
    const int value = read();
    if (Waits) delete n;
    check<P>(value == 7, "the value is what was stored");
  }
};

/// The reader says when it is done, but only one of the orders makes its read come before the destruction.
template <std::memory_order Done>
struct cell_destroyed {
  static constexpr const char* name = Done == memory_order_release ? "cell_destroyed_after_read" : "cell_destroyed_unordered";
  static constexpr int threads = 2;
  std::unique_ptr<P::cell<int>> value = std::make_unique<P::cell<int>>(0);
  P::atomic<bool> done{false};
  void thread(unsigned index) {
    if (index == 0) {
      check<P>(value->read() == 0, "never written");
      done.store(true, Done);
    } else {
      while (!done.load(memory_order_acquire)) P::yield();
      value.reset();
    }
  }
};

template <bool Frees, class T>
struct leak {
  static constexpr const char* name = Frees ? (alignof(T) > 16 ? "frees_aligned" : "frees") : (alignof(T) > 16 ? "leaks_aligned" : "leaks");
  static constexpr int threads = 1;
  void thread(unsigned) {
    T* volatile t = new T{};
    if (Frees) delete t;
  }
};
struct alignas(64) wide {
  char bytes[64];
};

}  // namespace

int main() {
  using namespace expect;
  sound<two_writers<true>>();
  broken<two_writers<false>>(rl::test_result_data_race, "relacy_memory_test.cpp:");
  sound<reader_and_writer<true>>();
  broken<reader_and_writer<false>>(rl::test_result_data_race);
  sound<store_buffering<between::seq_cst_fence>>();
  broken<store_buffering<between::nothing>>(rl::test_result_user_assert_failed);
  broken<store_buffering<between::acq_rel_fence>>(rl::test_result_user_assert_failed);
  sound<message_passing<memory_order_release, memory_order_acquire>>();
  broken<message_passing<memory_order_release, memory_order_relaxed>>(rl::test_result_data_race);
  broken<message_passing<memory_order_relaxed, memory_order_acquire>>(rl::test_result_data_race);
  sound<failed_exchange<memory_order_acquire>>();
  broken<failed_exchange<memory_order_relaxed>>(rl::test_result_data_race);
  sound<weak_exchange<true>>();
  broken<weak_exchange<false>>(rl::test_result_user_assert_failed);
  sound<used_after_delete<true>>();
  broken<used_after_delete<false>>(rl::test_result_access_to_freed_memory);
  sound<destroyed_in_place<true>>();
  broken<destroyed_in_place<false>>(rl::test_result_access_to_freed_memory, "after its destruction");
  sound<last_notification<true>>();
  broken<last_notification<false>>(rl::test_result_access_to_freed_memory);
  sound<plain_memory<true>>();
  broken<plain_memory<false>>(rl::test_result_access_to_freed_memory);
  sound<cell_destroyed<memory_order_release>>();
  broken<cell_destroyed<memory_order_relaxed>>(rl::test_result_data_race, "destructor");
  sound<leak<true, long>>();
  broken<leak<false, long>>(rl::test_result_memory_leak);
  sound<leak<true, wide>>();
  broken<leak<false, wide>>(rl::test_result_memory_leak);
  return exit_code();
}
