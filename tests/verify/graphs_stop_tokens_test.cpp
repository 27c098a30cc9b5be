// SPDX-License-Identifier: Apache-2.0
#include "graphs_told.hpp"

#include <weir/platform/stop_callback.hpp>
#include <weir/platform/stop_request.hpp>
#include <weir/verify/graphs.hpp>
#include <weir/verify/graphs/heap.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

// Stop requests, questions and callbacks as steps, over every execution.
namespace weir::tests {
namespace {

using verify::graphs;
using verify::execution::outcome;
using callback = platform::stop_callback<graphs, std::function<void()>>;

/// What is written before a stop is there for a thread that has seen it. `Asks`: it looks first.
template <bool Asks>
struct stop_is_seen {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) {
      written.write() = 1;
      platform::request_stop<graphs>(source);
    } else if (!Asks || platform::stop_requested<graphs>(source.get_token())) {
      verify::check<graphs>(written.read() == 1 || !Asks, "it is written");
    }
  }
  std::stop_source source;
  graphs::cell<int> written;
};

TEST(GraphsStopTokens, AStopIsSeenOrNot) {
  const outcome o = told<stop_is_seen<true>>("stop is seen");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(o.graphs, 2U);
  EXPECT_NE(told<stop_is_seen<false>>("it is not asked").fault.find("race"), std::string::npos);
}

/// One of two sources is stopped, by two threads.
struct stopped_once {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    made[i] = platform::request_stop<graphs>(mine);
    verify::check<graphs>(platform::stop_requested<graphs>(mine.get_token()), "it is stopped");
    verify::check<graphs>(!platform::stop_requested<graphs>(other.get_token()), "the other one is not");
    verify::check<graphs>(!platform::stop_requested<graphs>(std::stop_token()), "and no stop of this one is possible");
  }
  void finish() { verify::check<graphs>(made[0] != made[1], "one thread has made the stop"); }
  std::stop_source mine, other;
  bool made[2] = {};
};

TEST(GraphsStopTokens, OneOfTwoThreadsMakesTheStop) {
  const outcome o = told<stopped_once>("stopped once");
  EXPECT_EQ(o.fault, "");
  EXPECT_EQ(o.graphs, 2U);
}

/// A callback is called before, between or after its thread's steps, and never again once its destructor has returned.
struct call_or_none {
  static constexpr int threads = 2;
  void thread(unsigned i) {
    if (i == 1) {
      stopper.write() = 1;
      return static_cast<void>(platform::request_stop<graphs>(source));
    }
    registrar.write() = 1;
    {
      const callback hears(source.get_token(), [this] {
        verify::check<graphs>(stopper.read() == 1 && registrar.read() == 1, "a call knows what both threads did before");
        ++calls.write();
      });
    }
    seen |= 1U << static_cast<unsigned>(calls.read());  // a race, if the call may still be under way
  }
  std::stop_source source;
  graphs::cell<int> stopper, registrar, calls;
  static inline unsigned seen = 0;
};

TEST(GraphsStopTokens, ADestructorWaitsForTheCall) {
  const outcome o = told<call_or_none>("call or none");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(call_or_none::seen, 0b11U) << "no call in some executions, one in others";
}

/// The second of two callbacks is destroyed while the first one is called.
struct next_callback_goes {
  static constexpr int threads = 2;
  void before() {
    second.emplace(source.get_token(), [this] { second_called = true; });
    first.emplace(source.get_token(), [this] { in_first.store(1, std::memory_order_release); });  // the newest is called first
  }
  void thread(unsigned i) {
    if (i == 1) return static_cast<void>(platform::request_stop<graphs>(source));
    const bool during = in_first.load(std::memory_order_acquire) == 1;
    second.reset();
    seen |= 1U << (2 * during + second_called);
  }
  void finish() { first.reset(); }
  std::stop_source source;
  graphs::atomic<int> in_first;
  bool second_called = false;
  std::optional<callback> first, second;
  static inline unsigned seen = 0;
};

TEST(GraphsStopTokens, ACallbackMayGoWhileAnotherOneIsCalled) {
  const outcome o = told<next_callback_goes>("the next callback goes");
  EXPECT_EQ(o.fault, "");
  EXPECT_TRUE(o.ended);
  EXPECT_EQ(next_callback_goes::seen, 0b1111U) << "called or not, whether or not the first call was seen to have begun";
}

/// A callback destroys itself.
struct last_call {
  static constexpr int threads = 1;
  void thread(unsigned) {
    hears.emplace(source.get_token(), [this] { hears.reset(); });
    platform::request_stop<graphs>(source);
    verify::check<graphs>(!hears, "it is gone");
  }
  std::stop_source source;
  std::optional<callback> hears;
};

TEST(GraphsStopTokens, ACallbackMayDestroyItself) {
  const outcome o = told<last_call>("last call");
  EXPECT_EQ(o.fault, "");
  EXPECT_EQ(o.graphs, 1U);
}

/// Two sources of one thread, one after the other.
struct next_source {
  static constexpr int threads = 1;
  void thread(unsigned) {
    for (int i = 0; i != 2; ++i) {
      std::stop_source source;
      verify::check<graphs>(!platform::stop_requested<graphs>(source.get_token()), "a new source is not stopped");
      verify::check<graphs>(platform::request_stop<graphs>(source), "nor was it");
    }
  }
};

TEST(GraphsStopTokens, ANewSourceIsNotStopped) { EXPECT_EQ(told<next_source>("next source").fault, ""); }

/// A stop that the search cannot see, before or after a callback was registered.
template <bool Before>
struct hidden_stop {
  static constexpr int threads = 1;
  void thread(unsigned) {
    if (Before) source.request_stop();
    const callback hears(source.get_token(), [] {});
    source.request_stop();
  }
  std::stop_source source;
};

TEST(GraphsStopTokens, AStopThatIsNoStepIsRefused) {
  EXPECT_NE(told<hidden_stop<true>>("hidden before").fault.find("platform::request_stop"), std::string::npos);
  EXPECT_NE(told<hidden_stop<false>>("hidden after").fault.find("platform::request_stop"), std::string::npos);
}

}  // namespace
}  // namespace weir::tests
