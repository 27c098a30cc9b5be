// SPDX-License-Identifier: Apache-2.0
/// `weir::task_group` on a `weir::thread_pool`: a waiter helps, as in oneTBB's.
#include <weir/task_group.hpp>
#include <weir/thread_pool.hpp>

#include <optional>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"

namespace weir::bench {
namespace {

class weir_group : public contestant {
 public:
  static constexpr bool forks = true;

  explicit weir_group(unsigned workers) : pool_({.capacity = workers}) {}

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
    group_.wait();
    all.wait();
  }

  template <class F>
  void enter(F f) {
    f(pool_);
  }
  template <class F, class G>
  static void both(weir::thread_pool& pool, F f, G g) {
    weir::task_group forked(pool);
    forked.run([&] { g(pool); });
    f(pool);
    forked.wait();
  }
  template <class F>
  static void each(weir::thread_pool& pool, int n, F f) {
    weir::task_group forked(pool);
    for (int i = 0; i != n; ++i) forked.run([&f, &pool, i] { f(pool, i); });
    forked.wait();
  }

 private:
  weir::thread_pool pool_;
  weir::task_group<weir::thread_pool> group_{pool_};
};

const enrol<weir_group> entry{"weir_group", "weir::task_group; the waiter helps"};

}  // namespace
}  // namespace weir::bench
