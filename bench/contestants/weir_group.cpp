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

 private:
  weir::thread_pool pool_;
  weir::task_group<weir::thread_pool> group_{pool_};
};

const enrol<weir_group> entry{"weir_group", "weir::task_group; the waiter helps"};

}  // namespace
}  // namespace weir::bench
