// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/workers/none.hpp>
#include <weir/pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/hold.hpp"
#include "tests/support/unreliable_threads.hpp"

#include <gtest/gtest.h>

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <system_error>
#include <thread>

namespace weir::tests {
namespace {

std::atomic<bool> joining{false};

/// What a task leaves in a thread_local object is destroyed after the worker has left the pool, while another thread joins its thread.
struct last_word {
  pool<>* asked = nullptr;
  ~last_word() {
    if (asked == nullptr) return;
    while (!joining) std::this_thread::yield();
    for (int n = 0; n != 500; ++n) {
      static_cast<void>(asked->stats());
      std::this_thread::yield();
    }
  }
};

TEST(a_thread, may_ask_its_pool_on_its_way_out) {
  pool<> p{{.capacity = 1}};
  p.run([&] {
    static thread_local last_word mine;
    mine.asked = &p;
  });
  p.shutdown();
  event joined;
  std::thread joiner([&] {
    joining = true;
    p.join();
    joined.set();
  });
  if (!joined.wait_for()) {
    std::fputs("the thread waits for the pool's lock, and who has it waits for the thread\n", stderr);
    std::abort();
  }
  joiner.join();
}

/// Posts instead of asking. The pool has no worker any more, and the next one's thread cannot be this one, which is still there.
struct last_post {
  pool<workers::none>* to = nullptr;
  event* done = nullptr;
  ~last_post() {
    if (to != nullptr) static_cast<void>(to->post([done = done] { done->set(); }));
  }
};

TEST(a_thread, may_post_to_its_pool_on_its_way_out) {
  event done;
  pool<workers::none> p{{.capacity = 1}};
  p.run([&] {
    static thread_local last_post mine;
    mine.to = &p;
    mine.done = &done;
  });
  EXPECT_TRUE(done.wait_for());
  p.wait_idle();
}

/// Calls the pool once `when` has happened.
struct last_call {
  std::function<void()> call;
  event* when = nullptr;
  event* done = nullptr;
  ~last_call() {
    if (when == nullptr) return;
    when->wait();
    call();
    done->set();
  }
};

void at_thread_end(pool<>& p, event& when, event& done, std::function<void()> call) {
  p.run([&] {
    static thread_local last_call mine;
    mine.call = call;
    mine.when = &when;
    mine.done = &done;
  });
}

void expect(event& e, const char* otherwise) {
  if (e.wait_for()) return;
  std::fprintf(stderr, "%s\n", otherwise);
  std::abort();
}

// Its own record is among those to be joined.
TEST(a_thread, cannot_join_itself_on_its_way_out) {
  for (const bool opens : {false, true}) {
    event closed, refused, joined;
    pool<> p{{.capacity = 1}};
    at_thread_end(p, closed, refused,
                  [&] { EXPECT_THROW(opens ? p.restart() : p.join_for(std::chrono::seconds(0)).ended, std::system_error); });
    p.shutdown();
    ASSERT_TRUE(eventually([&] { return p.state() == run_state::stopped; }));
    closed.set();
    expect(refused, "the thread waits for itself");
    std::thread joiner([&] {
      p.join();
      joined.set();
    });
    expect(joined, "the thread is joined by no other one");
    joiner.join();
  }
}

TEST(a_thread, may_join_for_a_while_on_its_way_out_though_another_one_joins_it) {
  event joins, gave_up, joined;
  pool<> p{{.capacity = 1}};
  at_thread_end(p, joins, gave_up, [&] {
    for (;;) {  // until the other thread is there
      try {
        EXPECT_FALSE(p.join_for(std::chrono::milliseconds(1)).ended);
        return;
      } catch (const std::system_error&) {
        std::this_thread::yield();
      }
    }
  });
  p.shutdown();
  ASSERT_TRUE(eventually([&] { return p.state() == run_state::stopped; }));
  joins.set();
  std::thread joiner([&] {
    p.join();
    joined.set();
  });
  expect(gave_up, "the thread waits for the one that joins it");
  expect(joined, "the thread is joined by no other one");
  joiner.join();
}

// The remaining worker does what the ended one would have done.
TEST(a_thread, may_end_when_no_other_one_can_be_had) {
  pool<unreliable_threads> p{{.capacity = 2}};
  hold busy;
  busy.occupy(p);
  event begun, end, ran;
  EXPECT_EQ(p.post([&] {
    begun.set();
    end.wait();
    pthread_exit(nullptr);
  }),
            post_result::accepted);
  EXPECT_TRUE(begun.wait_for());
  EXPECT_EQ(p.post([&] { ran.set(); }), post_result::accepted);
  const unreliable_threads::scope refusing([] { return false; });
  end.set();
  EXPECT_TRUE(eventually([&] { return p.stats().failed_starts == 1; }));
  busy.release();
  EXPECT_TRUE(ran.wait_for());
}

}  // namespace
}  // namespace weir::tests
