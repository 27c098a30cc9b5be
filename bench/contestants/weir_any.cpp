// SPDX-License-Identifier: Apache-2.0
/// weir::thread_pool behind weir::any_pool, through which all posts go: what not knowing the pool's type costs.
#include <weir/any_pool.hpp>
#include <weir/post_result.hpp>
#include <weir/thread_pool.hpp>

#include <cstddef>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"
#include "bench/support/wrong_answer.hpp"

namespace weir::bench {
namespace {

class weir_any : public contestant {
 public:
  explicit weir_any(unsigned workers) : pool_({.capacity = workers}) {}

  template <class F>
  void post(F f) {
    if (any_.post(std::move(f)) != weir::post_result::accepted) wrong_answer("weir did not accept a task");
  }
  template <class F>
  auto run(F f) {
    return any_.submit(std::move(f)).get();
  }
  void resize(unsigned workers) { any_.resize(0, workers); }
  [[nodiscard]] std::size_t workers() { return static_cast<std::size_t>(any_.stats().workers); }

 private:
  weir::thread_pool pool_;
  weir::any_pool any_ = pool_;
};

const enrol<weir_any> entry{"weir_any", "weir::thread_pool behind weir::any_pool"};

}  // namespace
}  // namespace weir::bench
