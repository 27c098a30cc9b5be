// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_VERIFY_SIMULATED_STRAND_HPP
#define WEIR_VERIFY_SIMULATED_STRAND_HPP

#include <weir/platform/where.hpp>
#include <weir/verify/simulated/fiber.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace weir::verify::sim {

using platform::where;

struct strand;

/// The threads that wait for one thing, in order of arrival.
using wait_queue = std::vector<strand*>;

/// Something to run on a thread, with its type forgotten.
struct work_base {
  virtual ~work_base() = default;
  virtual void run() = 0;
};
template <class F>
struct work_of final : work_base {
  explicit work_of(F f) : work(std::move(f)) {}
  void run() override { work(); }
  F work;
};

/// One simulated thread.
struct strand {
  enum class condition : std::uint8_t { ready, blocked, finished };
  static constexpr std::int64_t no_deadline = INT64_MAX;

  unsigned id = 0;
  condition now = condition::ready;
  const char* doing = "start";  ///< the operation it is in, or was in last
  where at{"", "", 0};          ///< who asked for that operation
  std::unique_ptr<fiber> stack;
  std::unique_ptr<work_base> work;
  void* slot = nullptr;
  wait_queue joiners;
  wait_queue* waits_in = nullptr;
  std::int64_t deadline = no_deadline;  ///< virtual nanoseconds
  unsigned yields = 0;                  ///< since `quiet` began
  std::uint64_t quiet = 0;              ///< the number of changes that it had seen when it yielded last

  [[nodiscard]] std::string describe() const {
    const char* state = now == condition::blocked ? " blocked in " : now == condition::ready ? " runnable in " : " finished in ";
    return "thread " + std::to_string(id) + state + place(at) + ", " + doing;
  }
  static std::string place(where at) { return std::string(at.function) + " (" + at.file + ":" + std::to_string(at.line) + ")"; }
};

/// Stacks in reserve, and what is left of worlds that failed. A failed world is not unwound: a pool that is stuck cannot be
/// destroyed, and its destructor may not throw. What hangs on its stacks is given up, the stacks are used again.
class fiber_store {
 public:
  static fiber_store& of_this_thread() {
    static constinit thread_local fiber_store* store = nullptr;  // never destroyed: see above
    if (store == nullptr) store = new fiber_store;
    return *store;
  }
  std::unique_ptr<fiber> take() {
    if (spare_.empty()) return std::make_unique<fiber>();
    std::unique_ptr<fiber> last = std::move(spare_.back());
    spare_.pop_back();
    return last;
  }
  void give_back(std::unique_ptr<fiber> done) { spare_.push_back(std::move(done)); }
  void give_up(std::unique_ptr<fiber> stuck, std::unique_ptr<work_base> unfinished) {
    unfinished_.push_back(unfinished.release());
    stuck->abandon();
    give_back(std::move(stuck));
  }

 private:
  std::vector<std::unique_ptr<fiber>> spare_;
  std::vector<work_base*> unfinished_;  // may refer to what is gone, so they are not destroyed either
};

}  // namespace weir::verify::sim

#endif
