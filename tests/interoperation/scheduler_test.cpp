// SPDX-License-Identifier: Apache-2.0
#include <weir/policies/blocking/caller_runs.hpp>
#include <weir/policies/blocking/discard_newest.hpp>
#include <weir/policies/blocking/reject.hpp>
#include <weir/policies/queue/bounded.hpp>
#include <weir/policies/queue/none.hpp>
#include <weir/scheduler.hpp>
#include <weir/thread_pool.hpp>

#include "tests/support/event.hpp"
#include "tests/support/hold.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

/// What P2300R10 asks of a scheduler, a sender and an operation, with the names of a library of its own.
namespace p2300 {

struct scheduler_t {};
struct sender_t {};
struct receiver_t {};
struct operation_state_t {};
struct set_value_t {};
struct set_error_t {};
struct set_stopped_t {};
template <class...>
struct completion_signatures {};
template <class Completion>
struct get_completion_scheduler_t {};

template <class T>
concept queryable = std::destructible<T>;
template <class S>
concept sender =
    std::derived_from<typename std::remove_cvref_t<S>::sender_concept, sender_t> && std::move_constructible<std::remove_cvref_t<S>> &&
    std::constructible_from<std::remove_cvref_t<S>, S> && requires(const std::remove_cvref_t<S>& s) {
      { s.get_env() } noexcept -> queryable;
      typename std::remove_cvref_t<S>::completion_signatures;
    };
template <class S>
concept scheduler = std::derived_from<typename std::remove_cvref_t<S>::scheduler_concept, scheduler_t> && queryable<S> &&
                    std::equality_comparable<std::remove_cvref_t<S>> && std::copy_constructible<std::remove_cvref_t<S>> && requires(S&& s) {
                      { std::forward<S>(s).schedule() } -> sender;
                      {
                        std::forward<S>(s).schedule().get_env().query(get_completion_scheduler_t<set_value_t>{})
                      } noexcept -> std::same_as<std::remove_cvref_t<S>>;
                    };
template <class R>
concept receiver = std::derived_from<typename std::remove_cvref_t<R>::receiver_concept, receiver_t> &&
                   std::move_constructible<std::remove_cvref_t<R>> && requires(std::remove_cvref_t<R>&& r, std::exception_ptr thrown) {
                     { std::move(r).set_value() } noexcept;
                     { std::move(r).set_error(std::move(thrown)) } noexcept;
                     { std::move(r).set_stopped() } noexcept;
                   };
template <class O>
concept operation_state =
    std::derived_from<typename O::operation_state_concept, operation_state_t> && std::is_object_v<O> && requires(O& o) {
      { o.start() } noexcept;
    };
template <class S, class R>
concept sender_to = sender<S> && receiver<R> && requires(S&& s, R&& r) {
  { std::forward<S>(s).connect(std::forward<R>(r)) } -> operation_state;
};

}  // namespace p2300

namespace weir::tests {
namespace {

struct p2300_names {
  using scheduler_t = p2300::scheduler_t;
  using sender_t = p2300::sender_t;
  using operation_state_t = p2300::operation_state_t;
  using set_value_t = p2300::set_value_t;
  using set_error_t = p2300::set_error_t;
  using set_stopped_t = p2300::set_stopped_t;
  template <class... Signatures>
  using completion_signatures = p2300::completion_signatures<Signatures...>;
  template <class Completion>
  using get_completion_scheduler_t = p2300::get_completion_scheduler_t<Completion>;
};

/// What a receiver was told. Waits for it.
class told {
 public:
  enum class what { nothing, value, error, stopped };
  void be(what w, std::exception_ptr e = {}) {
    EXPECT_FALSE(was_.happened()) << "a receiver is told once";
    what_ = w;
    error_ = std::move(e);
    was_.set();
  }
  what now() { return was_.happened() ? what_ : what::nothing; }
  what heard() { return was_.wait_for() ? what_ : what::nothing; }
  std::exception_ptr error() { return error_; }

 private:
  event was_;
  what what_ = what::nothing;
  std::exception_ptr error_;
};
struct listener {
  using receiver_concept = p2300::receiver_t;
  told& t;
  void set_value() && noexcept { t.be(told::what::value); }
  void set_error(std::exception_ptr e) && noexcept { t.be(told::what::error, std::move(e)); }
  void set_stopped() && noexcept { t.be(told::what::stopped); }
};

using named = scheduler<thread_pool, p2300_names>;
using named_sender = decltype(std::declval<named>().schedule());
static_assert(p2300::scheduler<named> && p2300::scheduler<named&> && p2300::scheduler<const named&>);
static_assert(p2300::sender<named_sender> && p2300::sender_to<named_sender, listener> && p2300::sender_to<const named_sender&, listener>);
using all_it_may_say = p2300::completion_signatures<p2300::set_value_t(), p2300::set_error_t(std::exception_ptr), p2300::set_stopped_t()>;
static_assert(std::same_as<named_sender::completion_signatures, all_it_may_say>);
static_assert(!std::move_constructible<decltype(std::declval<named_sender>().connect(std::declval<listener>()))>);

TEST(a_scheduler, is_equal_to_those_of_its_pool) {
  thread_pool one;
  thread_pool other;
  EXPECT_EQ(scheduler(one), scheduler(one));
  EXPECT_NE(scheduler(one), scheduler(other));
  EXPECT_EQ(named(one).schedule().get_env().query(p2300::get_completion_scheduler_t<p2300::set_value_t>{}), named(one));
}

TEST(a_scheduled_operation, tells_its_receiver_inside_the_pool) {
  thread_pool p({.capacity = 1});
  hold h;
  h.occupy(p);
  told t;
  auto operation = scheduler(p).schedule().connect(listener{t});
  operation.start();
  EXPECT_EQ(t.now(), told::what::nothing) << "the pool's one worker is busy";
  h.release();
  EXPECT_EQ(t.heard(), told::what::value);
}

TEST(a_scheduled_operation, is_stopped_when_the_pool_is_closed) {
  thread_pool p;
  p.shutdown();
  told t;
  auto operation = scheduler(p).schedule().connect(listener{t});
  operation.start();
  EXPECT_EQ(t.now(), told::what::stopped);
}

TEST(a_scheduled_operation, is_stopped_when_the_task_is_handed_back_and_destroyed) {
  thread_pool p({.capacity = 1});
  hold h;
  h.occupy(p);
  told t;
  auto operation = scheduler(p).schedule().connect(listener{t});
  operation.start();
  auto left = p.stop();
  EXPECT_EQ(t.now(), told::what::nothing);
  left.clear();
  EXPECT_EQ(t.now(), told::what::stopped);
}

TEST(a_scheduled_operation, is_stopped_when_the_pool_drops_the_task) {
  pool<queue::bounded<1>, blocking::discard_newest> p{{.capacity = 1}};
  hold h;
  h.occupy(p);
  while (p.try_post([] {}) == post_result::accepted) continue;
  told t;
  auto operation = scheduler(p).schedule().connect(listener{t});
  operation.start();
  EXPECT_EQ(t.now(), told::what::stopped);
}

TEST(a_scheduled_operation, hears_of_an_error_when_there_is_no_room) {
  pool<queue::none, blocking::reject> p{{.capacity = 1}};
  hold h;
  h.occupy(p);
  told t;
  auto operation = scheduler(p).schedule().connect(listener{t});
  operation.start();
  ASSERT_EQ(t.now(), told::what::error);
  try {
    std::rethrow_exception(t.error());
  } catch (const not_run& e) {
    EXPECT_EQ(e.reason(), post_result::full);
  }
}

TEST(a_scheduled_operation, may_run_in_the_call_that_starts_it) {
  pool<queue::none, blocking::caller_runs> p{{.capacity = 1}};
  hold h;
  h.occupy(p);
  told t;
  auto operation = scheduler(p).schedule().connect(listener{t});
  operation.start();
  EXPECT_EQ(t.now(), told::what::value);
}

struct without_memory {
  post_result post(task&) { throw std::bad_alloc(); }
};

TEST(a_scheduled_operation, hears_of_what_a_post_throws) {
  without_memory p;
  told t;
  auto operation = scheduler(p).schedule().connect(listener{t});
  operation.start();
  ASSERT_EQ(t.now(), told::what::error);
  EXPECT_THROW(std::rethrow_exception(t.error()), std::bad_alloc);
}

/// Destroys the operation as soon as it is told.
template <class Pool>
struct owner {
  struct receiver {
    owner* o;
    void set_value() && noexcept { o->end(told::what::value); }
    void set_error(std::exception_ptr e) && noexcept { o->end(told::what::error, std::move(e)); }
    void set_stopped() && noexcept { o->end(told::what::stopped); }
  };
  using operation = decltype(std::declval<scheduler<Pool>>().schedule().connect(std::declval<receiver>()));
  struct box {
    operation op;
    static void operator delete(void* freed) {  // what looks at it later finds nothing
      for (std::size_t n = 0; n != sizeof(box); ++n) static_cast<volatile unsigned char*>(freed)[n] = 0;
      ::operator delete(freed);
    }
  };

  explicit owner(Pool& p) : own(new box{scheduler(p).schedule().connect(receiver{this})}) {}
  void end(told::what w, std::exception_ptr e = {}) {
    own.reset();
    t.be(w, std::move(e));
  }

  told t;
  std::unique_ptr<box> own;
};

TEST(a_scheduled_operation, may_be_destroyed_by_its_receiver) {
  thread_pool p({.capacity = 1});
  for (int n = 0; n != 100; ++n) {
    owner o(p);
    o.own->op.start();
    EXPECT_EQ(o.t.heard(), told::what::value);
  }
  without_memory none;
  owner failing(none);
  failing.own->op.start();
  EXPECT_EQ(failing.t.heard(), told::what::error);
  p.shutdown();
  owner late(p);
  late.own->op.start();
  EXPECT_EQ(late.t.heard(), told::what::stopped);
}

}  // namespace
}  // namespace weir::tests
