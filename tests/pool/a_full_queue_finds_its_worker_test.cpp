// SPDX-License-Identifier: Apache-2.0
// A post finds the queue full while another thread is in the middle of a push or a take, or while a worker is being started.
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/growth/on_backlog.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/mutex_fifo.hpp>
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/gated_queue.hpp"
#include "tests/support/give.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <utility>

namespace weir::tests {
namespace {

/// A task that passes a gate when it is moved into the queue or out of it.
struct passes_when_moved {
  gate& way;
  std::function<void()>& run;
  passes_when_moved(gate& g, std::function<void()>& f) noexcept : way(g), run(f) {}
  passes_when_moved(passes_when_moved&& other) noexcept : way(other.way), run(other.run) { way.pass(); }
  void operator()() const { run(); }
};
static_assert(sizeof(passes_when_moved) <= task::inline_bytes);

/// queue::bounded<1>, which takes tasks with a level too.
struct one_place_with_levels {
  using axis = axes::queue;
  template <class P, class T>
  class on : public queue::bounded<1>::on<P, T> {
    using base = queue::bounded<1>::on<P, T>;

   public:
    using base::try_push;
    push_result try_push(T& item, level) { return base::try_push(item); }
  };
};

/// A worker that stands in the middle of the take that empties the only place.
template <class Queue>
struct slow_take {
  gate way;
  std::function<void()> nothing = [] {};
  pool<Queue, blocking::reject, growth::on_backlog<100>> p{{.capacity = 2}};
  hold busy;

  slow_take() {
    busy.occupy(p);
    give(p, passes_when_moved(way, nothing));
    way.close();
    busy.release();
    EXPECT_TRUE(way.reached());
  }
  ~slow_take() {
    way.open();
    p.wait_idle();
  }
};

TEST(a_place_that_is_being_emptied, is_not_waited_for_where_another_worker_may_start) {
  slow_take<queue::bounded<1>> s;
  event ran;
  EXPECT_EQ(s.p.post([&] { ran.set(); }), post_result::accepted);
  EXPECT_TRUE(ran.wait_for());
}

TEST(a_place_that_is_being_emptied, is_full_for_a_task_whose_level_only_the_queue_knows) {
  slow_take<one_place_with_levels> s;
  EXPECT_EQ(s.p.post([] { ADD_FAILURE() << "a refused task ran"; }, level{1}), post_result::full);
}

TEST(a_place_that_is_being_filled, is_full_and_its_task_is_not_overtaken) {
  gate way;
  bool ran = false;
  std::function<void()> run = [&] { ran = true; };
  pool<queue::bounded<1>, blocking::reject> p{{.capacity = 1}};
  std::thread other([&] {
    task slow(passes_when_moved(way, run));
    way.close();
    give(p, slow);
  });
  EXPECT_TRUE(eventually([&] { return way.reached(); }));
  EXPECT_EQ(p.post([] { ADD_FAILURE() << "it overtakes the task before it"; }), post_result::full);
  way.open();
  other.join();
  p.wait_idle();
  EXPECT_TRUE(ran);
}

TEST(a_full_queue, starts_a_second_worker_if_the_first_one_has_been_given_another_task) {
  std::function<void()> meanwhile;
  const unreliable_threads::scope system([&] {
    if (const auto call = std::exchange(meanwhile, nullptr)) call();
    return true;
  });
  pool<queue::bounded<1>, blocking::reject, growth::on_backlog<100>, unreliable_threads> p{{.capacity = 3}};
  hold busy, first, second, third;
  busy.occupy(p);
  give(p, first.task());  // waits: the backlog wants no worker
  meanwhile = [&] { give(p, second.task()); };
  give(p, third.task());
  EXPECT_TRUE(first.begun());
  EXPECT_TRUE(second.begun());
}

TEST(a_full_queue, starts_a_worker_that_searches_so_that_the_next_post_starts_no_other) {
  std::atomic<int> asked{0};
  std::function<void()> meanwhile;
  const unreliable_threads::scope system([&] {
    const bool grants = ++asked != 2;
    if (const auto call = std::exchange(meanwhile, nullptr)) call();
    return grants;
  });
  pool<queue::bounded<1>, blocking::reject, unreliable_threads> p{{.capacity = 4}};
  hold busy;
  busy.occupy(p);
  give(p, [] {});  // waits: a thread is refused
  meanwhile = [&] {
    give(p, [] {});
    EXPECT_EQ(asked, 3);
  };
  give(p, [] {});
  busy.release();
  p.wait_idle();
}

/// Lets the test act while a thread that makes no progress leaves the processor to others.
struct yields_to_the_test : platform::native {
  static inline thread_local std::function<void()> meanwhile;
  static void yield(platform::where w = platform::where::current()) noexcept {
    if (const auto call = std::exchange(meanwhile, nullptr)) call();
    native::yield(w);
  }
};

/// What a task leaves in a thread_local object: the thread ends when the test says so.
struct slow_end {
  event* may_end = nullptr;
  ~slow_end() {
    if (may_end != nullptr) may_end->wait();
  }
};

TEST(a_full_queue, waits_for_a_worker_whose_record_is_that_of_a_thread_which_has_yet_to_end) {
  event may_end, first_ran;
  pool<queue::bounded<1>, blocking::reject, workers::none, yields_to_the_test> p{{.capacity = 1}};
  give(p, [&] {
    static thread_local slow_end mine;
    mine.may_end = &may_end;
  });
  p.wait_idle();
  std::thread other([&] { give(p, [&] { first_ran.set(); }); });
  EXPECT_TRUE(eventually([&] { return p.stats().workers == 1; }));
  yields_to_the_test::meanwhile = [&] {
    may_end.set();
    EXPECT_TRUE(first_ran.wait_for()) << "the pool is locked";
  };
  EXPECT_EQ(p.post([] {}), post_result::accepted);
  yields_to_the_test::meanwhile = nullptr;
  may_end.set();
  other.join();
  p.wait_idle();
}

/// Has one place, might hold tasks back, and throws when the test says so.
struct one_place_of_its_own_kind {
  using axis = axes::queue;
  static inline thread_local int pushes_until_it_throws = 0;

  template <class P, class T>
  class on : public queue::mutex_fifo::on<P, T> {
    using base = queue::mutex_fifo::on<P, T>;

   public:
    static constexpr bool bounded = true;
    push_result try_push(T& item) {
      if (pushes_until_it_throws != 0 && --pushes_until_it_throws == 0) throw std::bad_alloc();
      return this->size() != 0 ? push_result::full : base::try_push(item);
    }
    bool take_back(T& item) noexcept { return this->try_pop(item); }
  };
};

/// The second worker of its pool is long in its hook.
struct slow_second {
  event go;
  std::atomic<int> started{0};
  [[nodiscard]] options of(unsigned capacity) {
    return {.capacity = capacity, .on_start = [this] {
              if (started++ != 0) go.wait();
            }};
  }
};

TEST(a_full_queue_that_might_hold_tasks_back, gives_its_task_to_a_worker_that_is_free) {
  slow_second hooks;
  pool<one_place_of_its_own_kind, blocking::reject> p{hooks.of(2)};
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  give(p, [] {});
  hooks.go.set();
}

TEST(a_full_queue_that_throws, though_it_has_given_its_task_to_a_worker_throws_once) {
  slow_second hooks;
  pool<one_place_of_its_own_kind, blocking::reject> p{hooks.of(2)};
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  one_place_of_its_own_kind::pushes_until_it_throws = 2;  // the first one finds it full
  EXPECT_THROW(static_cast<void>(p.post([] { ADD_FAILURE() << "the post threw"; })), std::bad_alloc);
  hooks.go.set();
  busy.release();
  p.wait_idle();
}

TEST(a_full_queue_that_throws, leaves_the_place_to_the_submitter_that_waits) {
  slow_second hooks;
  std::function<void()> meanwhile;
  const unreliable_threads::scope system([&] {
    if (const auto call = std::exchange(meanwhile, nullptr)) call();
    return true;
  });
  pool<one_place_of_its_own_kind, unreliable_threads> p{hooks.of(1)};
  hold busy;
  busy.occupy(p);
  give(p, [] {});
  event admitted;
  std::thread submitter([&] {
    give(p, [] {});
    admitted.set();
  });
  EXPECT_TRUE(eventually([&] { return p.stats().waiting == 1; }));
  meanwhile = [&] {
    one_place_of_its_own_kind::pushes_until_it_throws = 2;
    EXPECT_THROW(static_cast<void>(p.try_post([] {})), std::bad_alloc);
  };
  p.resize(0, 2);  // a worker starts, and before it has a thread it is given the task that is queued
  EXPECT_TRUE(admitted.wait_for());
  hooks.go.set();
  busy.release();
  submitter.join();
  p.wait_idle();
}

}  // namespace
}  // namespace weir::tests
