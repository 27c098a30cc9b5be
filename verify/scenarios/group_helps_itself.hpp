// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SCENARIOS_GROUP_HELPS_ITSELF_HPP
#define WEIR_VERIFY_SCENARIOS_GROUP_HELPS_ITSELF_HPP

#include <weir/task_group.hpp>
#include <weir/verify/scenarios/stage.hpp>

namespace weir::verify::scenarios {

/// A task that a worker runs adds one to its group while the waiter falls asleep, and the pool closes meanwhile: perhaps only the waiter is
/// left to run it. Tasks capture what must be gone before the wait is over.
template <class Pool>
struct group_helps_itself : stage<Pool, 2> {
  static constexpr const char* claim = "I21: a group that nobody helps is finished by who waits for it";
  static constexpr int threads = 2;
  static constexpr int spawned = 2;

  /// Writes when it is destroyed: that must come before the wait's end, too.
  struct trace {
    group_helps_itself* self;
    explicit trace(group_helps_itself* s) noexcept : self(s) {}
    trace(trace&& other) noexcept : self(std::exchange(other.self, nullptr)) {}
    ~trace() {
      if (self != nullptr) ++self->gone.write();
    }
  };

  void before() { this->open({.capacity = 1}); }
  void thread(unsigned i) {
    if (i == 1) return this->pool->shutdown();
    task_group<Pool> group(*this->pool);
    group.run([this, &group, mine = trace(this)] {
      ++this->ran[0].write();
      group.run(this->task(1));
    });
    check<P>(group.wait() == group_result::complete, claim);
    check<P>(gone.read() == 1, claim);
    for (const auto& each : this->ran) check<P>(each.read() == 1, claim);
  }
  void finish() {
    this->accepted = {true, true};
    this->end_and_check(claim);
  }

  using P = typename Pool::platform_type;
  typename P::template cell<int> gone;
};

}  // namespace weir::verify::scenarios

#endif
