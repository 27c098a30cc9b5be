// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_USER_CODE_CALLS_THE_POOL_HPP
#define WEIR_VERIFY_SCENARIOS_USER_CODE_CALLS_THE_POOL_HPP

#include <weir/verify/scenarios/stage.hpp>

#include <utility>

namespace weir::verify::scenarios {

/// Whatever the pool runs of its user's looks at the pool in its turn: tasks, the destructors of what they captured (of tasks that ran,
/// were refused, were dropped and were taken back), on_start and on_stop. Under the pool's lock that would be a deadlock.
///
///     worker: lock                     worker: lock
///     worker: destroys a task          task: stats() -> waits for its own thread
template <class Pool>
struct user_code_calls_the_pool : stage<Pool, 3> {
  static constexpr const char* claim = "I12: the pool holds no lock while it runs or destroys what is its user's";
  static constexpr int threads = 2;
  static constexpr int spawned = 4;
  static constexpr budgets budget{.timeouts = 1};
  static constexpr effort work{.bound = 1};

  struct capture {
    user_code_calls_the_pool* s;
    std::size_t i;
    capture(user_code_calls_the_pool* scenario, std::size_t index) : s(scenario), i(index) {}
    capture(capture&& other) noexcept : s(std::exchange(other.s, nullptr)), i(other.i) {}
    ~capture() {
      if (s == nullptr) return;
      s->look();
      ++s->destroyed[i].write();
    }
    void operator()() {
      s->look();
      ++s->ran[i].write();
    }
  };

  void before() {
    options o{.capacity = 1, .idle_after = std::chrono::nanoseconds(1), .max_age = std::chrono::nanoseconds(1)};
    o.on_start = [this] { look(); };
    o.on_stop = [this] { look(); };
    this->open(o);
  }
  void thread(unsigned i) {
    static_cast<void>(this->pool->post(capture(this, i)));
    if (i == 0)
      static_cast<void>(this->pool->post(capture(this, 2)));
    else
      static_cast<void>(this->pool->purge());
  }
  void finish() {
    this->pool->wait_idle();
    this->pool->shutdown();
    this->pool->join();
    for (std::size_t i = 0; i != 3; ++i)
      check<P>(destroyed[i].read() == 1 && this->ran[i].read() <= 1, "I22: each task's captures are destroyed, once");
    this->pool.reset();
  }

  void look() { static_cast<void>(this->pool->stats()); }

  using P = typename Pool::platform_type;
  std::array<typename P::template cell<int>, 3> destroyed;
};

}  // namespace weir::verify::scenarios

#endif
