// SPDX-License-Identifier: Apache-2.0
/// oneTBB's `task_group` in an arena of its own, so that exactly `workers` threads work beside the producers, which hold
/// reserved places. A waiter helps, as `task_group::wait` does.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <optional>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class tbb_group : public contestant {
 public:
  static constexpr bool forks = true;

  explicit tbb_group(unsigned workers)
      : threads_(tbb::global_control::max_allowed_parallelism, workers + 1), arena_(static_cast<int>(workers) + producers, producers) {}
  ~tbb_group() { wait_for_group(); }

  template <class Body>
  void produce(Body body) {
    arena_.execute(std::move(body));
  }
  template <class F>
  void post(F f) {
    group_.run(std::move(f));
  }
  template <class F>
  auto run(F f) {
    std::optional<decltype(f())> result;
    group_.run([&] { result.emplace(f()); });
    group_.wait();
    return *std::move(result);
  }
  void wait(tally& all) {
    wait_for_group();
    all.wait();
  }

  template <class F>
  void enter(F f) {
    arena_.execute([&] { f(arena_); });
  }
  template <class F, class G>
  static void both(tbb::task_arena& arena, F f, G g) {
    tbb::task_group forked;
    forked.run([&] { g(arena); });
    f(arena);
    forked.wait();
  }
  template <class F>
  static void each(tbb::task_arena& arena, int n, F f) {
    tbb::task_group forked;
    for (int i = 0; i != n; ++i) forked.run([&f, &arena, i] { f(arena, i); });
    forked.wait();
  }

 private:
  static constexpr int producers = 4;

  void wait_for_group() {
    arena_.execute([this] { group_.wait(); });
  }

  tbb::global_control threads_;
  tbb::task_arena arena_;
  tbb::task_group group_;
};

const enrol<tbb_group> entry{"tbb_group", "oneTBB task_group; the waiter helps"};

}  // namespace
}  // namespace weir::bench
