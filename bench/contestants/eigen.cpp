// SPDX-License-Identifier: Apache-2.0
/// Eigen's non-blocking `ThreadPool`, results through a `std::promise`. Each worker has a deque of 1024 tasks; when the deque that a post
/// has chosen is full, the task runs inside the post. So its numbers for many empty tasks are partly those of no pool at all.
#include <eigen3/unsupported/Eigen/CXX11/ThreadPool>
#include <future>
#include <memory>
#include <utility>

#include "bench/catalogue.hpp"
#include "bench/contestants/contestant.hpp"
#include "bench/contestants/semaphore_gate.hpp"

namespace weir::bench {
namespace {

class eigen_pool : public contestant {
 public:
  explicit eigen_pool(unsigned workers) : pool_(static_cast<int>(workers)) {}

  template <class F>
  void post(F f) {
    pool_.Schedule(std::move(f));
  }
  template <class F>
  auto run(F f) {
    auto promise = std::make_shared<std::promise<decltype(f())>>();
    auto result = promise->get_future();
    pool_.Schedule([promise, f = std::move(f)] { promise->set_value(f()); });
    return result.get();
  }

 private:
  Eigen::ThreadPool pool_;  // its destructor runs what is queued and joins
};

class eigen : public eigen_pool {
 public:
  static constexpr abilities can{.always_queues = false};
  using eigen_pool::eigen_pool;
  using bounded = semaphore_gate<eigen_pool>;
};

const enrol<eigen> entry{"eigen", "Eigen ThreadPool; over 1024 tasks a worker, post runs them itself (W7: semaphore in front)"};

}  // namespace
}  // namespace weir::bench
